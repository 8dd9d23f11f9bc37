import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { findNode } from '../../sdk/test/packed.ts'
import { createApiKey, createScene } from '../../server/test/factories.ts'
import { atEnd } from '../../server/test/harness.ts'
import { folderWith } from './program.ts'
import { startScene } from './scene.ts'

const { service, projectId, apiKey, url, env } = await startScene()
const json = { path: '{locale}.json', format: 'json' }
const second = await createScene(service)
const other = await createApiKey(service, second.owner, second.projectId, ['translations:read'])
const nowhere = 'http://127.0.0.1:9'

interface Me {
  projectId: number
  url: string
}

describe('what is said in several places', { concurrency: 3 }, () => {
  test('counts in the order flag, environment, configuration, stored login', async () => {
    const here = folderWith({ 'parlance.config.json': { url: nowhere, files: [json] } })
    const me = async (args: string[], more: Record<string, string>) =>
      (await here.json<Me>(0, ['whoami', ...args], more)).result
    await here.json(0, ['login', '--url', url], { PARLANCE_API_KEY: apiKey })
    // The login is of the address that counts.
    assert.equal((await me(['--url', url], { PARLANCE_URL: nowhere })).projectId, projectId)
    assert.equal((await me([], { PARLANCE_URL: url })).projectId, projectId)
    assert.equal((await me([], { PARLANCE_URL: url, PARLANCE_API_KEY: other.apiKey })).projectId, second.projectId)
    const both = { PARLANCE_URL: url, PARLANCE_API_KEY: other.apiKey }
    assert.equal((await me(['--api-key', apiKey], both)).projectId, projectId)
    await here.json(4, ['whoami', '--retries', '0'], { PARLANCE_API_KEY: apiKey })
    here.write('parlance.config.json', { url, files: [json] })
    assert.equal((await me([], {})).url, url)
    await here.json(3, ['whoami', '--project', String(projectId)], {
      PARLANCE_PROJECT: '1',
      PARLANCE_API_KEY: other.apiKey,
    })
    await here.json(0, ['whoami', '--project', String(projectId)], { PARLANCE_PROJECT: String(second.projectId) })
    await here.json(3, ['whoami'], { PARLANCE_PROJECT: String(second.projectId) })
    await here.json(2, ['whoami'], { PARLANCE_PROJECT: 'mine' })
    await here.json(2, ['whoami', '--project', '1.5'])
    // Set to nothing is not set.
    assert.equal((await me([], { PARLANCE_URL: '', PARLANCE_API_KEY: '', PARLANCE_PROJECT: '' })).projectId, projectId)
  })

  test('the configuration is the one that is named, by flag before environment', async () => {
    const here = folderWith({ 'one.json': { url: nowhere, files: [] }, 'two.json': { url, files: [] } })
    const key = { PARLANCE_API_KEY: apiKey }
    await here.json(0, ['whoami'], { ...key, PARLANCE_CONFIG: 'two.json' })
    await here.json(0, ['whoami', '--config', 'two.json'], { ...key, PARLANCE_CONFIG: 'one.json' })
    await here.json(4, ['whoami', '--config=one.json', '--retries=0'], { ...key, PARLANCE_CONFIG: 'two.json' })
  })

  test('lists are repeated, hold commas, or both', async () => {
    const here = folderWith({}, env)
    const codes = async (...args: string[]) =>
      (await here.json<{ locales: { code: string }[] }>(0, ['status', ...args])).result.locales.map(({ code }) => code)
    for (const args of [
      ['--locale', 'de', '--locale', 'fr'],
      ['--locale', 'de,fr'],
      ['--locale=fr', '--locale=de,fr'],
    ])
      assert.deepEqual((await codes(...args)).toSorted(), ['de', 'fr'])
  })
})

describe('-q, -v, CI and the rest', { concurrency: 3 }, () => {
  test('-q says only what is wrong, -v every request, and neither shows a key', async () => {
    const here = folderWith({ 'parlance.config.json': { files: [json] } }, env)
    for (const args of [['status'], ['diff'], ['pull', '--dry-run'], ['scan', '--framework', 'i18next'], ['whoami']]) {
      here.write('a.ts', "t('x')")
      const quiet = await here.run([...args, '-q'])
      assert.deepEqual(quiet, { code: 0, stdout: '', stderr: '' }, args.join(' '))
      const verbose = await here.run([...args, '-v'])
      assert.match(verbose.stderr, /^GET http\S+\/v1\/api-key 200, \d+ ms$/m)
      assert.ok(!`${verbose.stdout}${verbose.stderr}`.includes(apiKey.slice(4)))
    }
    for (const wrong of ['tms_secret0123456789secret', 'tms_secret\n0123456789'])
      for (const args of [['-v'], ['--json'], ['-q']]) {
        const { code, stdout, stderr } = await here.run(['status', ...args, '--api-key', wrong])
        assert.equal(code, 3)
        assert.ok(!`${stdout}${stderr}`.includes('secret'))
      }
  })

  test('with CI or --no-input nobody is asked', async () => {
    const here = folderWith()
    for (const [args, more] of [
      [['init', '--no-input'], {}],
      [['init'], { CI: 'true' }],
      [['init'], {}],
      [['login', '--url', url], { CI: '1' }],
    ] as [string[], Record<string, string>][]) {
      const { errors } = await here.json(2, args, more)
      assert.equal(errors[0]?.code, 'USAGE')
    }
  })
})

describe('logins', { concurrency: 3 }, () => {
  test('are in APPDATA on Windows, in XDG_CONFIG_HOME elsewhere, and else in .config of the home', async () => {
    const here = folderWith({ 'windows.mjs': "Object.defineProperty(process, 'platform', { value: 'win32' })" })
    const path = join(here.folder, 'windows.mjs')
    const windows = { NODE_OPTIONS: `--import=file://${path}`, APPDATA: join(here.folder, 'Roaming') }
    for (const [where, more] of [
      ['Roaming', windows],
      ['xdg', { XDG_CONFIG_HOME: join(here.folder, 'xdg') }],
      ['home/.config', { XDG_CONFIG_HOME: '', HOME: join(here.folder, 'home') }],
      ['home/.config', { XDG_CONFIG_HOME: 'relative', HOME: join(here.folder, 'home') }],
    ] as [string, Record<string, string>][]) {
      const key = { PARLANCE_URL: url, PARLANCE_API_KEY: apiKey }
      await here.json(0, ['login'], { ...more, ...key })
      const kept = join(here.folder, where, 'parlance/credentials.json')
      assert.equal(statSync(kept).mode & 0o777, 0o600)
      assert.deepEqual(JSON.parse(readFileSync(kept, 'utf8')), {
        [url]: { [projectId]: { apiKey, name: 'key for translations:read translations:write' } },
      })
      await here.json(0, ['whoami'], { ...more, PARLANCE_URL: url })
      await here.json(0, ['logout', '--all'], more)
    }
  })

  test('that cannot be understood are exit 6, and are left as they are', async () => {
    const here = folderWith({}, { PARLANCE_URL: url })
    for (const content of ['', '{', 'null', '[]', '{"http://x":1}', '{"http://x":{"1":{"apiKey":1}}}']) {
      here.write('.config/parlance/credentials.json', content)
      await here.json(6, ['whoami'])
      await here.json(6, ['login'], { PARLANCE_API_KEY: apiKey })
      assert.equal(here.read('.config/parlance/credentials.json'), content)
    }
  })

  test('are kept in no file that others could read, whatever was there', async () => {
    const here = folderWith({ '.config/parlance/credentials.json': '{}' }, { PARLANCE_URL: url })
    await here.json(0, ['login'], { PARLANCE_API_KEY: apiKey })
    assert.equal(statSync(join(here.folder, '.config/parlance/credentials.json')).mode & 0o777, 0o600)
  })
})

const certificate = (folder: string) => {
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=texts.example.com', '-addext', 'subjectAltName=DNS:texts.example.com,IP:127.0.0.1'],
    ...['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')],
  ])
  return made.status === 0
}

/** What passes through tells where it was led to. */
async function startProxy(to: (target: string) => number) {
  const seen: string[] = []
  const proxy = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    response.writeHead(502).end()
  })
  proxy.on('connect', ({ url: target = '' }, socket, head) => {
    seen.push(`CONNECT ${target}`)
    const onward = connect(to(target), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  return { seen, address: `http://127.0.0.1:${await listen(proxy)}` }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

describe('proxies', { concurrency: 2 }, () => {
  const here = folderWith({}, { PARLANCE_API_KEY: apiKey })
  const isCertified = certificate(here.folder)
  const nodes = [
    ['this Node', process.execPath],
    ['Node 20', findNode(20)],
  ] as const

  for (const [name, node] of nodes)
    test(`of HTTPS_PROXY lead to https addresses, but for those of NO_PROXY, under ${name}`, {
      skip: isCertified && node ? false : `NO openssl, or no ${name}`,
    }, async () => {
      const secure = createTlsServer(
        { key: readFileSync(join(here.folder, 'key.pem')), cert: readFileSync(join(here.folder, 'cert.pem')) },
        (request, response) => {
          const body = {
            id: 1,
            name: 'k',
            projectId: 7,
            scopes: [],
            permissions: [],
            localeCodes: null,
            expiresAt: null,
          }
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify({ ...body, name: request.url }))
        },
      )
      const port = await listen(secure as unknown as Server)
      const { seen, address } = await startProxy(() => port)
      const under = folderWith({}, { PARLANCE_API_KEY: apiKey }, node)
      const trusted = { NODE_EXTRA_CA_CERTS: join(here.folder, 'cert.pem') }
      for (const spelled of ['HTTPS_PROXY', 'https_proxy']) {
        await under.json(0, ['whoami', '--url', 'https://texts.example.com'], { ...trusted, [spelled]: address })
        assert.deepEqual(seen.splice(0), ['CONNECT texts.example.com:443'])
      }
      const direct = ['whoami', '--url', `https://127.0.0.1:${port}`]
      for (const NO_PROXY of ['127.0.0.1', 'other.example,127.0.0.1', '*'])
        await under.json(0, direct, { ...trusted, HTTPS_PROXY: address, NO_PROXY })
      assert.deepEqual(seen, [])
      // Who is not led through anything cannot reach a name that is nowhere.
      await under.json(4, ['whoami', '--url', 'https://texts.example.invalid', '--retries', '0'], {
        ...trusted,
        HTTPS_PROXY: address,
        NO_PROXY: 'texts.example.invalid',
      })
      // A certificate that nobody vouches for.
      await under.json(4, [...direct, '--retries', '0'])
    })

  test('of HTTPS_PROXY are not for http addresses; those of HTTP_PROXY are', async () => {
    const { seen, address } = await startProxy(() => Number(new URL(url).port))
    await here.json(0, ['whoami', '--url', url], { HTTPS_PROXY: address })
    assert.deepEqual(seen, [])
    await here.json(0, ['whoami', '--url', url], { HTTP_PROXY: address })
    assert.deepEqual(seen, [`CONNECT ${new URL(url).host}`])
  })

  test('that are not there are exit 4, and what is no address of one is exit 2', async () => {
    await here.json(4, ['whoami', '--url', 'https://texts.example.com', '--retries', '0'], { HTTPS_PROXY: nowhere })
    for (const HTTPS_PROXY of ['no address', 'ftp://proxy.example.com'])
      assert.match(
        (await here.json(2, ['whoami', '--url', url], { HTTPS_PROXY })).errors[0]?.message ?? '',
        /HTTPS_PROXY/,
      )
  })
})

test('a configuration that is a module may hold what the machine says', async () => {
  const here = folderWith({}, { PARLANCE_API_KEY: apiKey })
  writeFileSync(join(here.folder, 'parlance.config.mjs'), `export default { url: '${url}', files: [] }`)
  await here.json(0, ['whoami'])
  writeFileSync(join(here.folder, 'parlance.config.mjs'), 'export default {')
  const { errors } = await here.json(2, ['whoami'])
  assert.deepEqual([errors[0]?.code, errors[0]?.file], ['CONFIG', 'parlance.config.mjs'])
})
