import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyWebhook } from '@parlance/sdk'
import { listen } from '../src/features/webhooks/test/receivers.ts'
import { CutReader } from './cut-reader.ts'
import { FileHistory } from './file-history.ts'
import { Dice } from './fuzz-values.ts'
import { atEnd } from './harness.ts'
import { type RunningService, signal, startProcess, statusOf } from './running-service.ts'
import { missing, ServerPair } from './server-pair.ts'
import { onThisMachine } from './this-machine.ts'
import type { ListedKey } from './told.ts'
import { until } from './until.ts'
import { WriteHistory } from './write-history.ts'

const FULL = process.env['PARLANCE_TEST_FULL'] === '1'
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? (FULL ? 12 : 1))
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 2 ** 32)
const WRITERS = 4
const LONGEST_LIFE_MS = 2_000
/** How long people take, at the longest, until they promote the standby; the proxy needs two seconds to see what is gone. */
const LONGEST_THOUGHT_MS = 4_000
const HEALTHY_WITHIN_MS = 10_000
/** In which a server that took writes would have taken one. */
const FENCED_FOR_MS = 2_000
const CAUGHT_UP_WITHIN_MS = 20_000
const DELIVERED_WITHIN_MS = 120_000

/** How the first server goes, and what becomes of it when the other has taken over. */
const LOSSES = {
  'killed for good': { lose: (pair: ServerPair) => pair.primary.kill(), comesBack: undefined },
  'killed and started again': {
    lose: (pair: ServerPair) => pair.primary.kill(),
    comesBack: async ({ standby }: ServerPair) => {
      await standby.ended()
      await standby.start()
    },
  },
  'standing still for a while': {
    lose: (pair: ServerPair) => pair.primary.send('SIGSTOP'),
    comesBack: async ({ standby }: ServerPair) => standby.send('SIGCONT'),
  },
  'cut off from the network': {
    lose: (pair: ServerPair) => pair.primary.wire.cut(),
    comesBack: async ({ standby }: ServerPair) => standby.wire.mend(),
  },
}
const KINDS = Object.keys(LOSSES) as (keyof typeof LOSSES)[]

/** Takes every delivery, and keeps of which keys it was told, under which ids. */
async function openReceiver() {
  const told = new Map<string, Set<string>>()
  const faults: string[] = []
  const receiver = { url: '', secret: '', id: 0, told, faults }
  const server = createServer(async (request, response) => {
    try {
      const { deliveryId, data } = await verifyWebhook(
        receiver.secret,
        String(request.headers['x-tms-signature']),
        await buffer(request),
      )
      const { key } = data as unknown as { key: string }
      told.set(key, (told.get(key) ?? new Set()).add(deliveryId))
    } catch (error) {
      faults.push(String(error))
    }
    response.end()
  })
  receiver.url = `http://127.0.0.1:${await listen(server)}/`
  return receiver
}

test(`the primary is lost and its standby promoted, ${ROUNDS} times (CRASH_SEED=${SEED})`, {
  skip: missing === '' ? false : `${missing} must be installed for this`,
}, async (t) => {
  const dice = new Dice(SEED)
  const pair = await ServerPair.begin()
  const env = {
    DATABASE_URL: pair.url,
    SECRET_KEY: 'of both instances, and of nobody else',
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    WEBHOOK_RETRY_DELAYS: '0.1,0.2,0.5,1',
  }
  const instances = [await startProcess(env), await startProcess(env)] as const
  const [one, other] = instances
  atEnd(async () => void (await Promise.all(instances.map(({ child }) => signal(child, 'SIGKILL')))))
  const history = await WriteHistory.begin(one.url)
  const { cookie } = history
  const send = async <T>(method: string, path: string, body?: object) => {
    const headers = { cookie, ...(body ? { 'content-type': 'application/json' } : {}) }
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
    const response = await fetch(`${other.url}/v1${path}`, init)
    assert.ok(response.ok, `${path} was answered with ${response.status}`)
    return (await response.json()) as T
  }
  const { organizations } = await send<{ organizations: { id: number }[] }>('GET', '/organizations')
  const filed = await send<{ id: number }>('POST', `/organizations/${organizations[0]?.id}/projects`, {
    name: 'Filed',
    sourceLocale: 'en',
  })
  const files = await FileHistory.begin(other.url, filed.id, cookie)
  const receiver = await openReceiver()
  const hook = { name: 'Hook', url: receiver.url, events: ['key.created'] }
  const made = await send<{ id: number; secret: string }>('POST', `/projects/${history.projectId}/webhooks`, hook)
  Object.assign(receiver, made, { url: receiver.url })
  // Each follows what is written at the other instance.
  const readers = [new CutReader(), new CutReader({ isGapless: false })] as const
  readers[0].start({ url: other.url, cookie, projectId: history.projectId })
  readers[1].start({ url: one.url, cookie, projectId: filed.id })
  t.after(() => Promise.all(readers.map((reader) => reader.stop())))
  const isHealthy = async () =>
    (await Promise.all(instances.map(({ url }) => statusOf(`${url}/health`)))).every((status) => status === 200)

  const slowest = { promotion: 0 }
  for (let round = 1; round <= ROUNDS; round++) {
    const kind = KINDS[(round + SEED) % KINDS.length] as keyof typeof LOSSES
    const { lose, comesBack } = LOSSES[kind]
    const before = acknowledgedBy(history, files)
    const stop = new AbortController()
    const writers = [
      ...Array.from({ length: WRITERS }, () => history.write(new Dice(dice.below(2 ** 32)), stop.signal)),
      files.write(new Dice(dice.below(2 ** 32)), stop.signal),
    ]
    const failed = Promise.all(writers)
    const writes = (more: number) => {
      const [values, texts] = [history.acknowledged, files.acknowledged]
      const done = until('writes', () => history.acknowledged > values + more && files.acknowledged > texts)
      return Promise.race([done, failed])
    }
    await writes(20)
    await sleep(dice.below(LONGEST_LIFE_MS))
    lose(pair)
    const lost = performance.now()
    await sleep(dice.below(LONGEST_THOUGHT_MS))
    const promoted = performance.now()
    await pair.promote()
    const done = performance.now()
    const limit = FULL ? HEALTHY_WITHIN_MS : onThisMachine(HEALTHY_WITHIN_MS)
    await until(`round ${round}, ${kind}: health`, isHealthy, limit)
    const healthy = performance.now()
    slowest.promotion = Math.max(slowest.promotion, healthy - promoted)
    await writes(20)
    if (comesBack) {
      await comesBack(pair)
      await assertFenced(pair)
      await writes(20)
      assert.ok(await isHealthy(), `round ${round}: not healthy when the first server, ${kind}, is there again`)
    }
    stop.abort()
    await failed
    await history.verify()
    await assertFollowed(history, readers[0])
    await assertFilesFollowed(files, readers[1])
    assert.deepEqual(
      readers.flatMap(({ faults }) => faults),
      [],
      `round ${round}, ${kind}`,
    )
    assertAlive(instances)
    t.diagnostic(
      `round ${round}, ${kind}: ${acknowledgedBy(history, files) - before} writes acknowledged, promoted after ` +
        `${Math.round(promoted - lost)} ms in ${Math.round(done - promoted)} ms, healthy ${Math.round(healthy - promoted)} ms after that began`,
    )
    if (round < ROUNDS) await pair.follow()
  }

  const created = history.createdKeys()
  await until('the deliveries', () => created.every((key) => receiver.told.has(key)), DELIVERED_WITHIN_MS)
  assert.deepEqual(receiver.faults, [])
  assert.deepEqual([...receiver.told.keys()].sort(), created.sort(), 'somebody was told of a key that never was')
  for (const [key, deliveries] of receiver.told)
    assert.equal(deliveries.size, 1, `"${key}" was told as ${deliveries.size}`)
  t.diagnostic(
    `${ROUNDS} rounds, ${acknowledgedBy(history, files)} writes acknowledged, ${history.statuses.get(503) ?? 0} × 503, ` +
      `${history.statuses.get(0) ?? 0} without an answer, ${readers[0].last + readers[1].last} changes told once, ` +
      `${created.length} keys told by webhook, healthy ${Math.round(slowest.promotion)} ms after a promotion at the slowest`,
  )
})

const acknowledgedBy = (history: WriteHistory, files: FileHistory) => history.acknowledged + files.acknowledged

/** A server that was lost and is there again: the proxy does not lead to it, and it answers no write. */
async function assertFenced({ standby: old, primary }: ServerPair): Promise<void> {
  const write = old.ask('create table written_by_mistake ()', 'parlance').then(
    () => 'answered',
    (error: Error) => error.message,
  )
  for (const began = performance.now(); performance.now() - began < FENCED_FOR_MS; await sleep(50)) {
    assert.equal(await old.takesWrites(), false)
  }
  assert.equal(await Promise.race([write, sleep(1, 'waits')]), 'waits')
  assert.equal(await primary.takesWrites(), true)
}

/** The stream has told what the list says. */
async function assertFollowed(history: WriteHistory, reader: CutReader): Promise<void> {
  const isThere = () => reader.faults.length > 0 || reader.last === history.lastChange
  await until('the stream to tell the last change', isThere, CAUGHT_UP_WITHIN_MS)
  assert.deepEqual(reader.keys, history.told())
}

async function assertFilesFollowed(files: FileHistory, { keys, faults }: CutReader): Promise<void> {
  const { fresh, count } = await files.verify()
  const isTold = ({ id, key, translations: { en } }: ListedKey) => {
    const { value, status } = keys[id]?.values['en'] ?? {}
    return keys[id]?.key === key && value === en?.value && status === en?.status
  }
  const isAllTold = () => faults.length > 0 || (fresh.every(isTold) && Object.keys(keys).length === count)
  await until('the files to be told', isAllTold, CAUGHT_UP_WITHIN_MS)
}

function assertAlive(instances: readonly RunningService[]): void {
  for (const { child, lastWords } of instances) assert.equal(child.exitCode, null, lastWords())
}
