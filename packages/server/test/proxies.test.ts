import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { freePort, killAll, signal, startProcess } from './running-service.ts'
import { until } from './until.ts'

const NAME = 'l10n.example.com'
/** Another than the proxy's own, which is 127.0.0.1. */
const CLIENT = '127.0.0.2'
const MEBIBYTE = 2 ** 20

const deploy = join(import.meta.dirname, '../../../deploy')
const dir = mkdtempSync(join(tmpdir(), 'parlance-proxies-'))
const certificate = join(dir, 'certificate.pem')
const key = join(dir, 'key.pem')
const dataDir = join(dir, 'data')

interface Proxy {
  name: string
  version: string[]
  /** Writes its configuration, made of ours, and tells the command. */
  configure(ports: { plain: number; tls: number; service: string }): string[]
}

const nginx: Proxy = {
  name: 'nginx',
  version: ['-v'],
  configure({ plain, tls, service }) {
    const site = readFileSync(join(deploy, 'nginx.conf'), 'utf8')
      .replaceAll(/listen (\[::\]:)?(80|443)/g, (_, v6 = '', port) => `listen ${v6}${port === '80' ? plain : tls}`)
      .replace('127.0.0.1:4400', service)
      .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${dir}/${of};`)
    const file = join(dir, 'nginx.conf')
    const frame = `daemon off; pid ${dir}/nginx.pid; error_log stderr; events {}`
    writeFileSync(file, `${frame}\nhttp {\naccess_log off; ${folders.join(' ')}\n${site}\n}\n`)
    return ['-e', 'stderr', '-c', file]
  },
}

const caddy: Proxy = {
  name: 'caddy',
  version: ['version'],
  configure({ tls, service }) {
    const site = readFileSync(join(deploy, 'Caddyfile'), 'utf8')
      .replace('{$PUBLIC_HOST:localhost} {', `${NAME}:${tls} {\n\ttls ${certificate} ${key}`)
      .replace('{$PARLANCE_INSTANCES:127.0.0.1:4400}', service)
    const file = join(dir, 'Caddyfile')
    writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
    return ['run', '--adapter', 'caddyfile', '--config', file]
  },
}

let service = ''
before(async () => {
  const subject = ['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  })
  const { url } = await startProcess({
    DATA_DIR: dataDir,
    PUBLIC_URL: `https://${NAME}`,
    TRUST_PROXY: '127.0.0.1/32',
    REGISTRATION: 'open',
    // An event that waits for company would wait until the end of the test.
    STREAM_HEARTBEAT: '3600',
  })
  service = new URL(url).host
})
after(async () => {
  await killAll(dir)
  rmSync(dir, { recursive: true, force: true })
})

for (const proxy of [nginx, caddy]) {
  const isThere = spawnSync(proxy.name, proxy.version).error === undefined
  describe(`behind ${proxy.name}`, { skip: isThere ? false : `${proxy.name} is not installed` }, () => {
    let child: ChildProcess
    let tls: number
    let plain: number
    let cookie = ''
    let csrfToken = ''
    let project = ''
    let apiKey = ''

    /** As a browser sends it, from the client's own address. */
    const open = async (method: string, path: string, body?: string | Buffer, more: Record<string, string> = {}) => {
      const asked = request({
        host: '127.0.0.1',
        port: tls,
        localAddress: CLIENT,
        servername: NAME,
        ca: readFileSync(certificate),
        agent: false,
        method,
        path,
        headers: {
          host: NAME,
          origin: `https://${NAME}`,
          ...(cookie ? { cookie, 'x-csrf-token': csrfToken } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }),
          ...more,
        },
      })
      asked.end(body)
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      return response
    }
    const send = async (method: string, path: string, body?: unknown, more?: Record<string, string>) => {
      const content = body instanceof Buffer || body === undefined ? body : JSON.stringify(body)
      const response = await open(method, path, content, more)
      const answer = await text(response)
      return { status: response.statusCode, headers: response.headers, body: answer === '' ? null : JSON.parse(answer) }
    }

    before(async () => {
      tls = await freePort()
      plain = await freePort()
      const home = { HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir, PATH: process.env['PATH'] ?? '' }
      child = spawn(proxy.name, proxy.configure({ tls, plain, service }), { env: home, stdio: 'pipe' })
      let words = ''
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (said) => (words += said))
      await until(`${proxy.name} to answer`, async () => {
        if (child.exitCode !== null) throw new Error(`${proxy.name} ended:\n${words}`)
        return (await send('GET', '/health').catch(() => undefined))?.status === 200
      })
      const email = `${proxy.name}@example.com`
      const person = { email, password: 'correct horse battery', name: 'Owner' }
      const made = await send('POST', '/v1/auth/register', person, { 'x-forwarded-for': '203.0.113.9' })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      const [set = ''] = made.headers['set-cookie'] ?? []
      assert.match(set, /; Secure/)
      cookie = set.split(';', 1)[0] ?? ''
      csrfToken = made.body.csrfToken
      const orgId = made.body.organizations[0].id
      const created = await send('POST', `/v1/organizations/${orgId}/projects`, { name: 'Shop', sourceLocale: 'en' })
      assert.equal(created.status, 201, JSON.stringify(created.body))
      assert.match(created.body.cdnUrl, new RegExp(`^https://${NAME}/cdn/`))
      project = `/v1/projects/${created.body.id}`
      const program = { name: 'build', scopes: ['translations:write'] }
      apiKey = (await send('POST', `${project}/api-keys`, program)).body.key
    })
    after(() => signal(child, 'SIGTERM'))

    test('the service knows where people come from, whatever they say about themselves', async () => {
      const { body } = await send('GET', '/v1/auth/sessions')
      assert.deepEqual(
        body.sessions.map(({ address }: { address: string }) => address),
        [CLIENT],
      )
    })

    test('a change is told at once to whoever follows the project', async () => {
      // From the start, so that the change is told even when it is made before the service listens for this reader.
      const stream = await open('GET', `${project}/keys/events`, undefined, { 'last-event-id': '0' })
      assert.equal(stream.statusCode, 200)
      let told = ''
      stream.setEncoding('utf8').on('data', (part) => (told += part))
      const { status, body } = await send('POST', `${project}/keys`, { key: 'cart.title' })
      assert.equal(status, 201, JSON.stringify(body))
      await until('the change to be told', () => told.includes('cart.title'))
      stream.destroy()
    })

    test('the largest import that the service takes comes through, and a larger one is refused by the service', async () => {
      const options = { conflictResolution: 'keep_local', deleteOrphans: false }
      const small = JSON.stringify({ namespaces: { default: { en: { 'large.one': 'One' } } }, options })
      const sent = (bytes: number) =>
        send('POST', `${project}/import/commit`, Buffer.from(small.padEnd(bytes)), {
          authorization: `Bearer ${apiKey}`,
        })
      const fits = await sent(50 * MEBIBYTE)
      assert.equal(fits.status, 200, JSON.stringify(fits.body))
      const over = await sent(50 * MEBIBYTE + 1)
      assert.deepEqual([over.status, over.body.code], [413, 'FILE_TOO_LARGE'])
    })
  })
}
