import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { Dice } from './fuzz-values.ts'
import {
  killAll,
  postmasterOf,
  processesOf,
  type RunningService,
  signal,
  startProcess,
  statusOf,
} from './running-service.ts'
import { onThisMachine } from './this-machine.ts'
import { until } from './until.ts'
import { WriteHistory } from './write-history.ts'

const SEED = Date.now() % 2 ** 32
const WRITERS = 6
const BACK_WITHIN_MS = 10_000
const STOPPED_WITHIN_MS = 10_000

const root = mkdtempSync(join(tmpdir(), 'parlance-outage-'))
after(async () => {
  await killAll(root)
  rmSync(root, { recursive: true, force: true })
})

test('the database is killed: 503 until it is back, within ten seconds, and nothing is lost', async (t) => {
  const dataDir = join(root, 'killed')
  const service = await startProcess({ DATA_DIR: dataDir })
  const history = await WriteHistory.begin(service.url)
  const dice = new Dice(SEED)
  const stop = new AbortController()
  t.after(() => stop.abort())
  const writers = Array.from({ length: WRITERS }, () => history.write(new Dice(dice.below(2 ** 32)), stop.signal))
  const count = (status: number) => history.statuses.get(status) ?? 0
  const writes = async (more: number) => {
    const before = history.acknowledged
    await until('writes', () => history.acknowledged > before + more, BACK_WITHIN_MS)
  }

  for (let outage = 1; outage <= 2; outage++) {
    await writes(50)
    const refused = count(503)
    const killed = performance.now()
    process.kill(postmasterOf(dataDir), 'SIGKILL')
    await until('a refusal', () => count(503) > refused)
    await writes(50)
    await until('health', async () => (await statusOf(`${service.url}/health`)) === 200, BACK_WITHIN_MS)
    assert.ok(performance.now() - killed < onThisMachine(BACK_WITHIN_MS))
  }
  await until('the wake-ups to be listened for again', () => isListening(join(dataDir, 'run')), BACK_WITHIN_MS)
  stop.abort()
  await Promise.all(writers)
  assert.equal(count(0), 0, 'a connection was lost: the service must stay')
  assert.equal(service.child.exitCode, null, service.lastWords())
  await history.verify()
})

async function isListening(host: string): Promise<boolean> {
  const client = new pg.Client({ host, user: 'parlance', database: 'parlance' })
  await client.connect()
  const { rowCount } = await client.query(
    `select 1 from pg_stat_activity where query ~* '^(listen|select pg_notify)' and pid <> pg_backend_pid()`,
  )
  await client.end()
  return rowCount === 1
}

/** SIGTERM, and what has to be true afterwards. */
async function stopInOrder({ child, lastWords }: RunningService, dataDir: string): Promise<void> {
  const told = performance.now()
  assert.equal(await signal(child, 'SIGTERM'), 0, lastWords())
  assert.ok(performance.now() - told < onThisMachine(STOPPED_WITHIN_MS))
  await until('its processes to end', () => processesOf(dataDir).length === 0, STOPPED_WITHIN_MS)
}

test('SIGTERM: requests under way are finished, and nothing is left behind', async () => {
  const dataDir = join(root, 'stopped')
  const service = await startProcess({ DATA_DIR: dataDir, REGISTRATION: 'open' })
  // Hashing takes its time, two at once: when the first is answered, the others are under way.
  const answers = Array.from({ length: 12 }, async (_, number) => {
    const account = { email: `person${number}@example.com`, password: 'correct horse battery', name: 'Somebody' }
    const { status, body } = await post(`${service.url}/v1/auth/register`, account)
    return `${status} ${body.user.email === account.email}`
  })
  await Promise.race(answers)
  await stopInOrder(service, dataDir)
  assert.deepEqual(new Set(await Promise.all(answers)), new Set(['201 true']))
})

test('SIGTERM while the database is away: the end comes all the same', async () => {
  const dataDir = join(root, 'away')
  const service = await startProcess({ DATA_DIR: dataDir })
  process.kill(postmasterOf(dataDir), 'SIGKILL')
  await stopInOrder(service, dataDir)
})

interface Told {
  id: number
  user: { email: string }
  organizations: { id: number }[]
}

async function post(url: string, body: object, cookie = '') {
  const headers = { 'content-type': 'application/json', cookie }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const sent = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  return { status: response.status, cookie: sent, body: (await response.json()) as Told }
}

test('two instances on one database: started together, each goes on where the other stopped', async () => {
  const host = process.env['PARLANCE_TEST_SOCKET'] ?? ''
  const database = `test_${randomBytes(6).toString('hex')}`
  const administration = new pg.Client({ host, user: 'parlance', database: 'postgres' })
  await administration.connect()
  after(async () => {
    await administration.query(`drop database if exists ${database} with (force)`)
    await administration.end()
  })
  await administration.query(`create database ${database}`)
  const DATABASE_URL = `postgresql://parlance@/${database}?host=${encodeURIComponent(host)}`
  const [one, two] = await Promise.all([startProcess({ DATABASE_URL }), startProcess({ DATABASE_URL })])

  const account = { email: 'owner@example.com', password: 'correct horse battery', name: 'Owner' }
  const { cookie, body } = await post(`${one.url}/v1/auth/register`, account)
  const projects = `/v1/organizations/${body.organizations[0]?.id}/projects`
  const project = await post(two.url + projects, { name: 'Shared', sourceLocale: 'en' }, cookie)
  const keys = `/v1/projects/${project.body.id}/keys`
  for (const key of ['a', 'b', 'c', 'd']) assert.equal((await post(one.url + keys, { key }, cookie)).status, 201)

  const seen: string[] = []
  let cursor: string | null = ''
  for (const { url } of [one, two, one, two]) {
    const path: string = `${keys}?limit=1${cursor ? `&cursor=${cursor}` : ''}`
    const response = await fetch(url + path, { headers: { cookie } })
    assert.equal(response.status, 200)
    const page = (await response.json()) as { data: { key: string }[]; pagination: { nextCursor: string | null } }
    seen.push(...page.data.map(({ key }) => key))
    cursor = page.pagination.nextCursor
  }
  assert.deepEqual(seen, ['a', 'b', 'c', 'd'])
  assert.equal(cursor, null)
  assert.deepEqual(await Promise.all([signal(one.child, 'SIGTERM'), signal(two.child, 'SIGTERM')]), [0, 0])
})
