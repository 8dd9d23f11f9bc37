import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ConfigError, readConfig } from '../src/config.ts'

describe('without any variable', () => {
  const config = readConfig({})

  test('the service listens on 127.0.0.1:4400, keeps its data in ./data and lets the first account in', () => {
    const { host, port, dataDir, databaseUrl, publicUrl, cdnUrl, registration, logLevel } = config
    assert.deepEqual([host, port, dataDir, databaseUrl], ['127.0.0.1', 4400, './data', undefined])
    assert.deepEqual([publicUrl, cdnUrl], [undefined, undefined])
    assert.deepEqual([registration, logLevel], ['first', 'info'])
  })

  test('a heartbeat comes every 15 seconds, and a receiver has 10', () => {
    assert.deepEqual([config.streamHeartbeatMs, config.webhookTimeoutMs], [15_000, 10_000])
  })

  test('a credential may ask 60,000 times a minute, an address 600 times', () => {
    assert.deepEqual(config.rateLimit, { perCredential: 60_000, perAddress: 600 })
    assert.deepEqual(readConfig({ RATE_LIMIT: '5', RATE_LIMIT_PER_ADDRESS: '2' }).rateLimit, {
      perCredential: 5,
      perAddress: 2,
    })
    assert.equal(readConfig({ RATE_LIMIT: 'off' }).rateLimit, null)
  })

  test('bodies may stand still and answers lie unread for 30 seconds', () => {
    assert.deepEqual([config.bodyTimeoutMs, config.unreadTimeoutMs], [30_000, 30_000])
  })

  test('a validation lasts an hour, the progress of a commit two', () => {
    assert.deepEqual([config.importSessionTtlMs, config.importProgressTtlMs], [3_600_000, 7_200_000])
  })

  test('no key is too many, no private address is allowed, no proxy is believed, files stay here and memories translate', () => {
    const { keyLimit, webhookAllowNetworks, trustProxy, bucket, machineTranslation } = config
    assert.deepEqual([keyLimit, webhookAllowNetworks, trustProxy, bucket], [null, '', '', undefined])
    assert.equal(machineTranslation.provider, 'memory')
  })
})

test('variables are read in seconds, and addresses as they are', () => {
  const config = readConfig({
    STREAM_HEARTBEAT: '5',
    WEBHOOK_TIMEOUT: '3',
    IMPORT_SESSION_TTL: '60',
    PUBLIC_URL: 'https://l10n.example.com',
    KEY_LIMIT: '0',
  })
  assert.deepEqual([config.streamHeartbeatMs, config.webhookTimeoutMs, config.importSessionTtlMs], [5e3, 3e3, 6e4])
  assert.deepEqual([config.publicUrl, config.keyLimit], ['https://l10n.example.com', 0])
})

test('every variable that makes no sense is named at once', () => {
  const env = {
    PORT: '70000',
    REGISTRATION: 'never',
    WEBHOOK_TIMEOUT: 'long',
    PUBLIC_URL: 'l10n',
    WEBHOOK_ALLOW_NETWORKS: '10.0.0.0/99',
    TRUST_PROXY: 'my-proxy',
    SECRET_KEY: 'short',
    RATE_LIMIT: 'on',
    RATE_LIMIT_PER_ADDRESS: '0',
    BODY_TIMEOUT: '-1',
    UNREAD_TIMEOUT: 'never',
  }
  assert.throws(
    () => readConfig(env),
    (error: Error) => error instanceof ConfigError && Object.keys(env).every((name) => error.message.includes(name)),
  )
})

/** What is wrong with some variables, line by line. */
function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return (error as ConfigError).message.split('\n').slice(1)
  }
}

test('a database is on one host, which the driver can follow', () => {
  for (const url of ['postgresql://ada:b@one,two/texts', 'postgres://one:5432,two:5433/texts?target_session_attrs=any'])
    assert.match(faultsOf({ DATABASE_URL: url })[0] ?? '', /DATABASE_URL must name one host\. .*proxy/)
  for (const url of [
    'postgresql://ada:b,c@one/texts',
    'postgresql://one/a,b?application_name=a,b',
    'postgres:///texts',
  ])
    assert.deepEqual(faultsOf({ DATABASE_URL: url }), [])
})

test('an address from outside is a name alone, which somebody can open', () => {
  for (const url of ['https://example.com/texts', 'https://example.com/?a', 'https://ada:secret@example.com']) {
    const [fault, ...others] = faultsOf({ PUBLIC_URL: url })
    assert.match(fault ?? '', /PUBLIC_URL must name a host and nothing behind it, as in https:\/\/example\.com: /)
    assert.deepEqual(others, [])
  }
  for (const url of ['http://0.0.0.0:4400', 'http://[::]']) assert.match(faultsOf({ PUBLIC_URL: url })[0] ?? '', /open/)
  for (const url of ['https://example.com', 'https://example.com/', 'http://10.0.0.1:80', 'http://[::1]:4400'])
    assert.deepEqual(faultsOf({ PUBLIC_URL: url }), [])
  assert.deepEqual(faultsOf({ CDN_URL: 'https://cdn.example.com/below/a/path' }), [])
})

test('each network that is none is named; spaces and nothing between commas are fine', () => {
  assert.deepEqual(faultsOf({ WEBHOOK_ALLOW_NETWORKS: '10.0.0.0/99, fd00::/8,local' }), [
    '  - WEBHOOK_ALLOW_NETWORKS: "10.0.0.0/99" is not a network such as 10.0.0.0/8 or fd00::/8.',
    '  - WEBHOOK_ALLOW_NETWORKS: "local" is not a network such as 10.0.0.0/8 or fd00::/8.',
  ])
  for (const list of ['', ',', ' 10.0.0.0/8 , ::1,', '127.0.0.1'])
    assert.deepEqual(faultsOf({ WEBHOOK_ALLOW_NETWORKS: list }), [])
})

test('a secret key has 32 characters, white space around it not counted, and is told to nobody', () => {
  const fault = ['  - SECRET_KEY must hold at least 32 characters.']
  for (const short of ['x'.repeat(31), `${'x'.repeat(31)} \n`]) assert.deepEqual(faultsOf({ SECRET_KEY: short }), fault)
  assert.deepEqual(faultsOf({ SECRET_KEY: 'x'.repeat(32), SECRET_KEY_PREVIOUS: 'y'.repeat(32) }), [])
  assert.deepEqual(faultsOf({ SECRET_KEY_PREVIOUS: 'short' }), [
    '  - SECRET_KEY_PREVIOUS must hold at least 32 characters.',
  ])
})

describe('mail', () => {
  const rest = { MAIL_FROM: 'l10n@example.com', PUBLIC_URL: 'https://l10n.example.com' }
  const mailOf = (SMTP_URL: string, more = {}) => readConfig({ ...rest, SMTP_URL, ...more }).mail

  test('is off until there is an SMTP_URL', () => {
    assert.equal(readConfig(rest).mail, undefined)
    assert.equal(mailOf(''), undefined)
  })

  test('has a server, with or without a user, by its usual port or another', () => {
    const bare = { host: 'mail.example.com', port: 587, isSecure: false, credentials: undefined }
    assert.partialDeepStrictEqual(mailOf('smtp://mail.example.com'), bare)
    assert.partialDeepStrictEqual(mailOf('smtps://mail.example.com/'), { port: 465, isSecure: true })
    const credentials = { user: 'l10n@example.com', pass: 'p@ss:#/ %' }
    const url = 'smtp://l10n%40example.com:p%40ss%3A%23%2F%20%25@mail.example.com:2525'
    assert.partialDeepStrictEqual(mailOf(url), { host: 'mail.example.com', port: 2525, credentials })
    assert.partialDeepStrictEqual(mailOf('smtp://[::1]:25'), { host: '::1', port: 25 })
  })

  test('comes from an address, with a name or without', () => {
    const from = (text: string) => mailOf('smtp://localhost', { MAIL_FROM: text })?.from
    const address = 'l10n@example.com'
    assert.deepEqual(from(address), { name: '', address })
    assert.deepEqual(from(`Our texts <${address}>`), { name: 'Our texts', address })
    assert.deepEqual(from(`"Texts, ours" <${address}>`), { name: 'Texts, ours', address })
    for (const text of ['l10n', 'a@example.com, b@example.com', 'Texts <l10n>', 'x\ny <l10n@example.com>', '<>'])
      assert.match(
        faultsOf({ ...rest, SMTP_URL: 'smtp://localhost', MAIL_FROM: text })[0] ?? '',
        /MAIL_FROM must be set/,
      )
  })

  test('that cannot work is refused in a sentence each, which tells no password', () => {
    for (const url of [
      'mail.example.com',
      'http://mail.example.com',
      'smtp://',
      'smtp://ada@mail.example.com',
      'smtp://ada:pass#word@mail.example.com',
      'smtp://ada:pass/word@mail.example.com',
      'smtp://ada:pass%word@mail.example.com',
      'smtp://ada:password@mail.example.com:0',
      'smtp://ada:password@mail.example.com?tls=off',
    ]) {
      const [fault, ...others] = faultsOf({ ...rest, SMTP_URL: url })
      assert.match(fault ?? url, /SMTP_URL must be an address as in smtp:\/\//)
      assert.doesNotMatch((fault ?? '').replace('user:password@', ''), /pass.?word@/)
      assert.deepEqual(others, [])
    }
    const alone = faultsOf({ SMTP_URL: 'smtp://localhost' }).map((line) => line.split(' ').slice(3, 8).join(' '))
    assert.deepEqual(alone, ['PUBLIC_URL must be set when', 'MAIL_FROM must be set when'])
  })
})

describe('an identity provider', () => {
  const env = { OIDC_ISSUER: 'https://id.example.com/realms/x', OIDC_CLIENT_ID: 'l10n', OIDC_CLIENT_SECRET: 'secret' }

  test('is known by its issuer to the letter; without more nobody is new there, and nothing is linked or trusted', () => {
    assert.equal(readConfig({}).provider, undefined)
    assert.equal(readConfig({}).hasPasswords, true)
    assert.deepEqual(readConfig(env).provider, {
      issuer: 'https://id.example.com/realms/x',
      clientId: 'l10n',
      clientSecret: 'secret',
      clientAuth: undefined,
      name: 'id.example.com',
      admits: [],
      trustsAddresses: false,
      joins: undefined,
      linksByAddress: false,
    })
    assert.equal(readConfig({ ...env, REGISTRATION: 'open' }).provider?.admits, 'everybody')
    const open = readConfig({ ...env, REGISTRATION: 'open', OIDC_ALLOWED_DOMAINS: 'example.com' })
    assert.deepEqual(open.provider?.admits, ['example.com'])
    assert.equal(readConfig({ ...env, PASSWORD_SIGN_IN: 'off' }).hasPasswords, false)
  })

  test('what newcomers are is set by the number of an organization and a role', () => {
    const joins = (more: Record<string, string>) => readConfig({ ...env, ...more }).provider?.joins
    assert.deepEqual(joins({ OIDC_ORGANIZATION: '3' }), { organizationId: 3, role: 'viewer' })
    assert.deepEqual(joins({ OIDC_ORGANIZATION: '3', OIDC_ROLE: 'developer' }), {
      organizationId: 3,
      role: 'developer',
    })
  })

  for (const [name, more, expected] of [
    ['no address', { OIDC_ISSUER: 'id.example.com' }, /OIDC_ISSUER must be an address that starts with https:/],
    ['http elsewhere', { OIDC_ISSUER: 'http://id.example.com' }, /http:\/\/ is for providers on this machine alone/],
    [
      'http at a name that begins like this machine',
      { OIDC_ISSUER: 'http://127.0.0.1.example.com' },
      /this machine alone/,
    ],
    ['another scheme', { OIDC_ISSUER: 'ftp://id.example.com' }, /must start with https/],
    ['a password in it', { OIDC_ISSUER: 'https://a:b@id.example.com' }, /an address alone/],
    ['a query', { OIDC_ISSUER: 'https://id.example.com/?a' }, /an address alone/],
    ['the document', { OIDC_ISSUER: 'https://id.example.com/.well-known/openid-configuration' }, /in front of/],
    ['all tenants', { OIDC_ISSUER: 'https://login.microsoftonline.com/common/v2.0' }, /must name one tenant/],
    ['no client', { OIDC_CLIENT_ID: '' }, /OIDC_CLIENT_ID must be set/],
    ['no secret', { OIDC_CLIENT_SECRET: '' }, /OIDC_CLIENT_SECRET must be set/],
    ['settings without an issuer', { OIDC_ISSUER: '' }, /OIDC_CLIENT_ID says nothing without OIDC_ISSUER/],
    ['a domain that is none', { OIDC_ALLOWED_DOMAINS: 'example.com,*.example.org' }, /not "\*\.example\.org"/],
    ['a domain that is an address', { OIDC_ALLOWED_DOMAINS: 'ada@example.com' }, /must be domains/],
    ['a role that manages', { OIDC_ORGANIZATION: '1', OIDC_ROLE: 'admin' }, /OIDC_ROLE must be one of viewer/],
    ['a role alone', { OIDC_ROLE: 'viewer' }, /in OIDC_ORGANIZATION: set both/],
    ['an organization by its name', { OIDC_ORGANIZATION: 'Acme' }, /must be the number of an organization/],
    ['a switch', { OIDC_LINK_BY_EMAIL: 'yes' }, /OIDC_LINK_BY_EMAIL must be one of off, on/],
    ['a way to send the secret', { OIDC_CLIENT_AUTH: 'jwt' }, /OIDC_CLIENT_AUTH must be one of basic, post/],
    ['a name too long for a button', { OIDC_NAME: 'x'.repeat(61) }, /OIDC_NAME must have at most 60/],
  ] as const) {
    test(`is refused at the start with a sentence: ${name}`, () => {
      const faults = faultsOf({ ...env, ...more })
      assert.equal(faults.length, 1, faults.join('\n'))
      assert.match(faults[0] ?? '', expected)
    })
  }

  test('on this machine may be reached over http; passwords are off only where there is one', () => {
    for (const host of ['localhost:8080', '127.0.0.1', '[::1]:9', 'id.localhost'])
      assert.deepEqual(faultsOf({ ...env, OIDC_ISSUER: `http://${host}/x` }), [])
    assert.match(faultsOf({ PASSWORD_SIGN_IN: 'off' })[0] ?? '', /needs OIDC_ISSUER/)
  })
})

test('traces are sent where a collector is named, by OpenTelemetry’s own variables', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318'
  assert.equal(readConfig({}).tracing, undefined)
  assert.equal(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' }).tracing, undefined)
  assert.equal(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }).tracing, undefined)
  const sampling = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' }
  const { tracing } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, ...sampling })
  assert.deepEqual(tracing, { sampler: 'traceidratio', share: 0.25, queue: 2048, delayMs: 5000 })
  const wrong = { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_TRACES_SAMPLER: 'jaeger', OTEL_TRACES_SAMPLER_ARG: '2' }
  const faults = faultsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318', ...wrong })
  for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', ...Object.keys(wrong)]) {
    assert.ok(
      faults.some((fault) => fault.includes(`${name} must be`)),
      name,
    )
  }
})
