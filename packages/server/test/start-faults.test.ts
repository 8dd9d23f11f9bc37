import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { type EmbeddedServer, startEmbedded } from '../src/db/embedded.ts'
import { oldServer } from './old-server.ts'
import { freePort, INHERITED, MAIN } from './running-service.ts'

const root = mkdtempSync(join(tmpdir(), 'parlance-faults-'))
const file = join(root, 'file')
writeFileSync(file, '')
const opened: { close(): unknown }[] = []
const children: ChildProcess[] = []
after(() => {
  for (const child of children) child.kill('SIGKILL')
  for (const one of opened) one.close()
  rmSync(root, { recursive: true, force: true })
})

interface Ended {
  code: number | null
  said: string
}

/** Starts the service where it cannot start; `within` is put before the command. */
async function end(env: Record<string, string>, within: string[] = []): Promise<Ended> {
  const [command = '', ...args] = [...within, process.execPath, MAIN]
  const own = { ...INHERITED, PORT: '0', DATA_DIR: file, LOG_LEVEL: 'fatal', ...env }
  const child = spawn(command, args, { env: own, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

async function refused(expected: RegExp, env: Record<string, string>, within?: string[]): Promise<void> {
  const { code, said } = await end(env, within)
  assert.match(said, expected)
  assert.equal(code, 1)
  assert.equal(said.trimEnd().split('\n').length, 1, `one line, not: ${said}`)
  assert.doesNotMatch(said, /hunter2| at .*:\d+:\d+/, 'neither a password nor a stack')
}

async function listening(server: Server): Promise<number> {
  opened.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

describe('the data folder', () => {
  test('is a file, or lies below one', async () => {
    await refused(/ cannot be used by user \d+: it is a file, or lies below one\. Name a folder with DATA_DIR\.$/m, {})
    await refused(/it is a file, or lies below one/, { DATA_DIR: join(file, 'below') })
  })

  const asOwnRoot = ['unshare', '--user', '--map-root-user', '--mount']
  const canMount = spawnSync('unshare', [...asOwnRoot.slice(1), 'mount', '-t', 'tmpfs', 'none', root]).status === 0
  const skip = canMount ? false : 'nothing can be mounted here'
  for (const [options, sentence] of [
    ['size=1m', /its file system is full\. Make room there/],
    ['ro', /its file system is read-only\. Mount one there that can be written/],
  ] as const) {
    test(`lies on a file system mounted with ${options}`, { skip }, async () => {
      const dataDir = join(root, options)
      mkdirSync(dataDir)
      const mounted = ['sh', '-c', `mount -t tmpfs -o ${options} none "$DATA_DIR" && exec "$@"`, 'sh']
      await refused(sentence, { DATA_DIR: dataDir }, [...asOwnRoot, ...mounted])
    })
  }

  const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
  const canRead = [process.execPath, '-e', 'require("node:fs").accessSync(process.argv[1], 4)', MAIN]
  const isRoot = process.getuid?.() === 0
  const isClosed = isRoot && spawnSync('setpriv', [...asNobody.slice(1), ...canRead]).status !== 0
  test('belongs to somebody else', { skip: isClosed && 'nobody cannot reach the repository' }, async () => {
    const dataDir = join(root, 'closed')
    mkdirSync(dataDir)
    chmodSync(dataDir, 0o500)
    chmodSync(root, 0o755)
    const sentence = /that user may not write there\. Make it the owner/
    await refused(sentence, { DATA_DIR: dataDir }, isRoot ? asNobody : [])
  })

  test('cannot hold the key for secrets, which is needed beside another PostgreSQL, too', async () => {
    const { host = '' } = outside?.connection ?? {}
    const url = `postgresql://parlance@/parlance?host=${encodeURIComponent(host)}`
    await refused(/it is a file, or lies below one/, { DATABASE_URL: url })
  })
})

describe('the address', () => {
  const dataDir = join(root, 'data')

  test('has a port that is taken', async () => {
    const port = await listening(createServer())
    await refused(new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is taken\\. End .* with PORT\\.$`, 'm'), {
      DATA_DIR: dataDir,
      PORT: String(port),
    })
  })

  test('is none of this machine', () =>
    refused(/^This machine has no address 192\.0\.2\.254\. Set HOST to /, { DATA_DIR: dataDir, HOST: '192.0.2.254' }))

  test('is a name that nobody knows', () =>
    refused(/^No address is known for the name nowhere\.invalid\. Set HOST to /, {
      DATA_DIR: dataDir,
      HOST: 'nowhere.invalid',
    }))
})

let outside: EmbeddedServer | undefined

before(async () => {
  const dataDir = join(root, 'outside')
  const log = { info() {}, warn() {}, error() {} }
  outside = await startEmbedded({ dataDir, log, settings: { fsync: 'off' } })
  const access = join(dataDir, 'postgres/pg_hba.conf')
  const rules = 'local all locked scram-sha-256\nlocal all banned reject\n'
  writeFileSync(access, rules + readFileSync(access, 'utf8'))
  const client = new pg.Client(outside.connection)
  await client.connect()
  for (const role of ['locked', 'banned', 'guest']) await client.query(`create role ${role} login password 'right'`)
  await client.query('create database replica')
  await client.query('alter database replica set default_transaction_read_only = on')
  await client.query("create database latin template template0 encoding 'LATIN1' locale 'C'")
  await client.query('select pg_reload_conf()')
  await client.end()
})
after(() => outside?.stop())

describe('another PostgreSQL', () => {
  const on = (user: string, database = 'parlance') => {
    const host = encodeURIComponent(outside?.connection.host ?? '')
    return { DATABASE_URL: `postgresql://${user}@/${database}?host=${host}`, SECRET_KEY: 'x'.repeat(32) }
  }

  test('is not there', async () => {
    const port = await freePort()
    await refused(new RegExp(`^Nothing answers at 127\\.0\\.0\\.1:${port}\\. Start PostgreSQL there`), {
      DATABASE_URL: `postgresql://ada:hunter2@127.0.0.1:${port}/texts`,
    })
    await refused(/^Nothing answers at \/nowhere\/\.s\.PGSQL\.5432\./, {
      DATABASE_URL: 'postgresql://ada:hunter2@/texts?host=/nowhere',
    })
  })

  test('is on a host that nobody knows', () =>
    refused(/^No address is known for db\.invalid\. Mend the name in DATABASE_URL/, {
      DATABASE_URL: 'postgresql://ada:hunter2@db.invalid/texts',
    }))

  test('is none', async () => {
    const port = await listening(createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')))
    await refused(/^127\.0\.0\.1:\d+ (closed the connection|does not answer)/, {
      DATABASE_URL: `postgresql://ada:hunter2@127.0.0.1:${port}/texts`,
    })
  })

  test('has an address that cannot be read', () =>
    refused(/^DATABASE_URL cannot be read\. It has the form /, {
      DATABASE_URL: 'postgresql://ada:hunter2#/@127.0.0.1:1/x',
    }))

  test('refuses the password, or misses it', async () => {
    await refused(/refuses the password of locked\. Mend it in DATABASE_URL\.$/m, on('locked:hunter2'))
    await refused(/wants a password of locked, and DATABASE_URL has none\./, on('locked'))
  })

  test('lets that user in nowhere', () => refused(/does not let banned in \(.*\)\. Allow it there/, on('banned')))

  test('has no such database', () =>
    refused(/has no database texts\. Create it \("createdb -O parlance texts"\)/, on('parlance', 'texts')))

  test('gives that user no rights in it', () =>
    refused(/^guest has too few rights .*"alter database parlance owner to guest"\.$/m, on('guest')))

  test('cannot be written', () => refused(/ is read-only, as a replica is\. Name the one /, on('parlance', 'replica')))

  test('has another encoding', () => refused(/The encoding must be UTF8, .* LATIN1\.$/m, on('parlance', 'latin')))

  test('is too old', async () => {
    const port = await listening(oldServer(14))
    await refused(/PostgreSQL 15 or newer is needed, this is 14\.$/m, {
      DATABASE_URL: `postgresql://ada:hunter2@127.0.0.1:${port}/texts`,
    })
  })
})

test('all settings that make no sense are told, and nothing else', async () => {
  const { code, said } = await end({ PORT: 'http', PUBLIC_URL: 'https://example.com/texts' })
  assert.equal(code, 1)
  assert.deepEqual(said.trimEnd().split('\n'), [
    'The configuration has faults:',
    '  - PORT must be a whole number from 0 to 65535, not "http".',
    '  - PUBLIC_URL must name a host and nothing behind it, as in https://example.com: Parlance has a name to itself and cannot be put below a path.',
  ])
})
