import { type ProviderConfig, readProviderConfig } from './identity-provider/config.ts'
import { type MailConfig, readMailConfig } from './mail-config.ts'
import { parseNetworks } from './networks.ts'
import { type Quotas, quotaSettings } from './quotas.ts'
import { StartFault } from './start-fault.ts'

/** The only reader of the environment. All faults are told at once, so that nobody mends them one start at a time. */
export interface Config {
  port: number
  host: string
  dataDir: string
  /** Undefined: the embedded server. */
  databaseUrl: string | undefined
  /** Undefined: under whatever name of this machine somebody asks. */
  publicUrl: string | undefined
  /** Undefined: below the address of the service. */
  cdnUrl: string | undefined
  registration: 'first' | 'open'
  /** Undefined: people sign in with passwords alone. */
  provider: ProviderConfig | undefined
  /** False: passwords let in administrators of the instance alone. */
  hasPasswords: boolean
  /** Plan limit of new organizations; null is none. */
  keyLimit: number | null
  /** Null: everybody may ask as often as they like. */
  rateLimit: RateLimit | null
  /** How long a body may take without moving, and wait for room. */
  bodyTimeoutMs: number
  /** How long an answer may lie unread. */
  unreadTimeoutMs: number
  streamHeartbeatMs: number
  webhookTimeoutMs: number
  /** Seconds before attempts 2 to 5. */
  webhookRetryDelays: number[]
  /** CIDRs that webhooks may reach although they are private. */
  webhookAllowNetworks: string
  /** CIDRs of the proxies that are believed when they say whom they speak for. */
  trustProxy: string
  /** What the indexes of translation memories may take, all together; 0 keeps none. */
  memoryIndexBytes: number
  importSessionTtlMs: number
  importProgressTtlMs: number
  /** Undefined: kept in the data directory. */
  secretKey: string | undefined
  /** Opens what was sealed before SECRET_KEY changed, until all of it is sealed anew. */
  secretKeyPrevious: string | undefined
  /** Undefined: backups leave the keys of secrets out. */
  backupPassphrase: string | undefined
  /** Undefined: the service alone has the published files. */
  bucket: BucketConfig | undefined
  machineTranslation: MachineTranslationConfig
  /** Undefined: no mail is sent, and links are passed on by hand. */
  mail: MailConfig | undefined
  quotas: Quotas
  auditRetentionDays: number
  deliveriesKeepDays: number
  /** Null: for good. */
  historyKeepDays: number | null
  /** Undefined: metrics are told on this machine alone. */
  metricsToken: string | undefined
  logLevel: string
  /** Undefined: nobody is told. */
  tracing: TracingConfig | undefined
}

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** Of OpenTelemetry's variables those that its packages do not read themselves. */
export interface TracingConfig {
  sampler: (typeof SAMPLERS)[number]
  /** From 0 to 1, for samplers by share. */
  share: number
  /** Of spans that wait to be sent, and how long they do. */
  queue: number
  delayMs: number
}

/** Requests per minute. */
export interface RateLimit {
  perCredential: number
  /** Of those who come without a credential, or with one that nobody was given. */
  perAddress: number
}

const MOST_REQUESTS = 1_000_000_000

const PROVIDERS = ['memory', 'deepl', 'libretranslate', 'openai'] as const

export interface MachineTranslationConfig {
  provider: (typeof PROVIDERS)[number]
  /** Undefined: the provider's own. */
  url: string | undefined
  apiKey: string | undefined
  model: string | undefined
  /** What an organization may send to the provider in a month; null is no end. */
  monthlyCharacters: number | null
}

/** An S3-compatible bucket that published files are copied to. */
export interface BucketConfig {
  endpoint: string
  region: string
  name: string
  /** In front of every object, without slashes at its ends. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

export const SHORTEST_SECRET_KEY = 32
/** Whoever has a backup can try as many as they like. */
const SHORTEST_PASSPHRASE = 12

/** Words are counted by days so far back, from the history. */
export const COUNTED_DAYS = 90

export class ConfigError extends StartFault {
  override name = 'ConfigError'
}

/** As libpq takes them; the driver in use knows no list. */
const namesSeveralHosts = (databaseUrl: string) =>
  databaseUrl.split(/[/?#]/, 3)[2]?.replace(/^.*@/, '').includes(',') === true

export function readConfig(env: Record<string, string | undefined>): Config {
  const faults: string[] = []
  // An empty variable counts as unset: that is what `FOO= npm start` and empty lines in env files mean.
  const read = (name: string) => env[name] || undefined

  const integer = (name: string, standard: number, min: number, max: number) => {
    const text = read(name)
    if (text === undefined) return standard
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= min && number <= max) return number
    faults.push(`${name} must be a whole number from ${min} to ${max}, not "${text}".`)
    return standard
  }
  const url = (name: string, standard: string, protocols: string[]) => {
    const text = read(name) ?? standard
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text.replace(/\/+$/, '')
    faults.push(`${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`)
    return standard
  }
  /** The console, its cookies and its scripts take a name for themselves: below a path they would meet those of others. */
  const publicUrl = () => {
    if (read('PUBLIC_URL') === undefined) return undefined
    const text = url('PUBLIC_URL', '', ['http:', 'https:'])
    if (text === '') return undefined
    const { hostname, origin, href } = new URL(text)
    if (href !== `${origin}/`) {
      faults.push(
        `PUBLIC_URL must name a host and nothing behind it, as in ${origin}: Parlance has a name to itself and cannot be put below a path.`,
      )
    }
    if (['0.0.0.0', '[::]'].includes(hostname)) {
      faults.push('PUBLIC_URL must be an address that people can open, and nobody can open this one.')
    }
    return origin
  }
  const oneOf = <T extends string>(name: string, allowed: readonly T[], standard: T) => {
    const text = (read(name) ?? standard) as T
    if (allowed.includes(text)) return text
    faults.push(`${name} must be one of ${allowed.join(', ')}, not "${text}".`)
    return standard
  }

  const delays = (name: string, standard: number[]) => {
    const text = read(name)
    if (text === undefined) return standard
    const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
    if (numbers.length === standard.length && numbers.every((seconds) => seconds >= 0)) return numbers
    faults.push(`${name} must be ${standard.length} numbers of seconds with commas between them, not "${text}".`)
    return standard
  }

  const networks = (name: string) => {
    const text = read(name) ?? ''
    for (const entry of text.split(',')) {
      try {
        parseNetworks(entry)
      } catch (error) {
        faults.push(`${name}: ${(error as Error).message}`)
      }
    }
    return text
  }

  const bucket = (): BucketConfig | undefined => {
    const storage = read('CDN_STORAGE') ?? 'file'
    if (storage === 'file') return undefined
    const [, name, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9._-]*)(\/.*)?$/i.exec(storage) ?? []
    if (name === undefined) faults.push(`CDN_STORAGE must be file or s3://bucket/prefix, not "${storage}".`)
    const needed = (variable: string) => {
      if (read(variable) === undefined) faults.push(`${variable} must be set when CDN_STORAGE is a bucket.`)
      return read(variable) ?? ''
    }
    const region = read('S3_REGION') ?? 'us-east-1'
    return {
      endpoint: url('S3_ENDPOINT', `https://s3.${region}.amazonaws.com`, ['http:', 'https:']),
      region,
      name: name ?? '',
      prefix: path.replaceAll(/^\/+|\/+$/g, ''),
      accessKeyId: needed('S3_ACCESS_KEY_ID'),
      secretAccessKey: needed('S3_SECRET_ACCESS_KEY'),
    }
  }

  const machineTranslation = (): MachineTranslationConfig => {
    const provider = oneOf('MT_PROVIDER', PROVIDERS, 'memory')
    const needed = { memory: [], deepl: ['MT_API_KEY'], libretranslate: ['MT_URL'], openai: ['MT_MODEL'] }[provider]
    for (const name of needed) {
      if (read(name) === undefined) faults.push(`${name} must be set when MT_PROVIDER is ${provider}.`)
    }
    return {
      provider,
      url: read('MT_URL') === undefined ? undefined : url('MT_URL', '', ['http:', 'https:']),
      apiKey: read('MT_API_KEY'),
      model: read('MT_MODEL'),
      monthlyCharacters:
        read('MT_MONTHLY_CHARACTERS') === undefined ? null : integer('MT_MONTHLY_CHARACTERS', 0, 0, 2 ** 53 - 1),
    }
  }

  /** By OpenTelemetry's own variables, as far as they matter here. */
  const tracing = (): TracingConfig | undefined => {
    const endpoints = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'].filter(read)
    const isOff = read('OTEL_SDK_DISABLED')?.toLowerCase() === 'true' || read('OTEL_TRACES_EXPORTER') === 'none'
    if (endpoints.length === 0 || isOff) return undefined
    for (const name of endpoints) url(name, '', ['http:', 'https:'])
    for (const name of ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL']) {
      oneOf(name, ['http/protobuf'], 'http/protobuf')
    }
    const share = Number(read('OTEL_TRACES_SAMPLER_ARG') ?? 1)
    if (!(share >= 0 && share <= 1)) faults.push('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.')
    return {
      sampler: oneOf('OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on'),
      share,
      queue: integer('OTEL_BSP_MAX_QUEUE_SIZE', 2_048, 1, 1_000_000),
      delayMs: integer('OTEL_BSP_SCHEDULE_DELAY', 5_000, 1, 3_600_000),
    }
  }

  const quotas = () =>
    Object.fromEntries(
      Object.entries(quotaSettings).map(([metric, { variable, standard }]) => [
        metric,
        integer(variable, standard, 0, 2 ** 53 - 1),
      ]),
    ) as unknown as Quotas

  const rateLimit = (): RateLimit | null => {
    const perAddress = integer('RATE_LIMIT_PER_ADDRESS', 600, 1, MOST_REQUESTS)
    if (read('RATE_LIMIT') === 'off') return null
    return { perCredential: integer('RATE_LIMIT', 60_000, 1, MOST_REQUESTS), perAddress }
  }

  const registration = oneOf('REGISTRATION', ['first', 'open'], 'first')
  const provider = readProviderConfig({ read, oneOf, refuse: (sentence) => faults.push(sentence), registration })
  const hasPasswords = oneOf('PASSWORD_SIGN_IN', ['on', 'off'], 'on') === 'on'
  if (!hasPasswords && read('OIDC_ISSUER') === undefined)
    faults.push('PASSWORD_SIGN_IN=off needs OIDC_ISSUER: otherwise nobody could sign in.')

  const port = integer('PORT', 4400, 0, 65_535)
  const host = read('HOST') ?? '127.0.0.1'
  const databaseUrl = read('DATABASE_URL')
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    faults.push('DATABASE_URL must start with postgres:// or postgresql://.')
  } else if (databaseUrl !== undefined && namesSeveralHosts(databaseUrl)) {
    faults.push(
      'DATABASE_URL must name one host. Before a standby put a proxy that leads to the server that takes writes.',
    )
  }
  const secret = (name: string, shortest: number) => {
    const text = read(name)
    if (text !== undefined && text.trim().length < shortest) {
      faults.push(`${name} must hold at least ${shortest} characters.`)
    }
    return text
  }
  const publicAddress = publicUrl()
  const config: Config = {
    port,
    host,
    dataDir: read('DATA_DIR') ?? './data',
    databaseUrl,
    publicUrl: publicAddress,
    cdnUrl: read('CDN_URL') === undefined ? undefined : url('CDN_URL', '', ['http:', 'https:']),
    registration,
    provider,
    hasPasswords,
    keyLimit: read('KEY_LIMIT') === undefined ? null : integer('KEY_LIMIT', 0, 0, 2 ** 31 - 1),
    rateLimit: rateLimit(),
    bodyTimeoutMs: integer('BODY_TIMEOUT', 30, 1, 3600) * 1000,
    unreadTimeoutMs: integer('UNREAD_TIMEOUT', 30, 1, 3600) * 1000,
    streamHeartbeatMs: integer('STREAM_HEARTBEAT', 15, 1, 3600) * 1000,
    webhookTimeoutMs: integer('WEBHOOK_TIMEOUT', 10, 1, 60) * 1000,
    webhookRetryDelays: delays('WEBHOOK_RETRY_DELAYS', [60, 300, 900, 3600]),
    webhookAllowNetworks: networks('WEBHOOK_ALLOW_NETWORKS'),
    trustProxy: networks('TRUST_PROXY'),
    memoryIndexBytes: integer('MEMORY_INDEX_MB', 1024, 0, 1_048_576) * 2 ** 20,
    importSessionTtlMs: integer('IMPORT_SESSION_TTL', 3600, 1, 7 * 86_400) * 1000,
    importProgressTtlMs: integer('IMPORT_PROGRESS_TTL', 7200, 1, 7 * 86_400) * 1000,
    secretKey: secret('SECRET_KEY', SHORTEST_SECRET_KEY),
    secretKeyPrevious: secret('SECRET_KEY_PREVIOUS', SHORTEST_SECRET_KEY),
    backupPassphrase: secret('BACKUP_PASSPHRASE', SHORTEST_PASSPHRASE),
    bucket: bucket(),
    machineTranslation: machineTranslation(),
    mail: readMailConfig(read, publicAddress, faults),
    quotas: quotas(),
    metricsToken: read('METRICS_TOKEN'),
    auditRetentionDays: integer('AUDIT_RETENTION_DAYS', 400, 1, 36_500),
    deliveriesKeepDays: integer('DELIVERIES_KEEP_DAYS', 90, 1, 36_500),
    historyKeepDays:
      read('HISTORY_KEEP_DAYS') === undefined ? null : integer('HISTORY_KEEP_DAYS', 0, COUNTED_DAYS, 36_500),
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    tracing: tracing(),
  }
  if (faults.length > 0)
    throw new ConfigError(`The configuration has faults:\n${faults.map((f) => `  - ${f}`).join('\n')}`)
  return config
}
