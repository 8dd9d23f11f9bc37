import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Dice } from './fuzz-values.ts'
import { killAll, killProcesses, processesOf, signal, startProcess } from './running-service.ts'
import { onThisMachine } from './this-machine.ts'
import { until } from './until.ts'
import { WriteHistory } from './write-history.ts'

const FULL = process.env['PARLANCE_TEST_FULL'] === '1'
const ROUNDS = FULL ? 50 : 3
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 2 ** 32)
/** So many that chance plays no part in what must have happened in one of them. */
const MANY = 10
const WRITERS = 6
const LONGEST_LIFE_MS = 800
const HEALTHY_WITHIN_MS = 5_000
const ENDED_WITHIN_MS = 10_000

const dataDir = mkdtempSync(join(tmpdir(), 'parlance-crash-'))
// How long a start takes is measured here, so it reads its own code as it does for everybody.
const env = { DATA_DIR: dataDir, NODE_DISABLE_COMPILE_CACHE: '1' }
after(async () => {
  await killAll(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
})

test(`kill -9 under load, ${ROUNDS} times (CRASH_SEED=${SEED})`, async (t) => {
  const dice = new Dice(SEED)
  let service = await startProcess(env)
  const history = await WriteHistory.begin(service.url)
  const starts: number[] = []
  const cutOff = () => history.statuses.get(0) ?? 0
  for (let round = 1; round <= ROUNDS; round++) {
    const stop = new AbortController()
    const writers = Array.from({ length: WRITERS }, () => history.write(new Dice(dice.below(2 ** 32)), stop.signal))
    await sleep(dice.below(LONGEST_LIFE_MS))
    // A slow machine may be killed too early each time; the last time it is given the chance to promise something.
    if (round === ROUNDS) await until('a write to be acknowledged', () => history.acknowledged > 0)
    const left = processesOf(dataDir)
    stop.abort()
    // Every third time the database dies in the same moment; otherwise it finds itself alone and has to end.
    if (round % 3 === 0) killProcesses(left)
    await signal(service.child, 'SIGKILL')
    await Promise.all(writers)
    const ended = () => processesOf(dataDir).every((found) => !left.includes(found))
    // Sometimes the next start finds the old database gone, sometimes it meets it still shutting down.
    if (dice.chance(0.5)) await until('the old processes to end', ended, ENDED_WITHIN_MS)
    service = await startProcess(env)
    starts.push(service.startedInMs)
    // In full this is the proof of the promise, whatever machine it runs on.
    const limit = FULL ? HEALTHY_WITHIN_MS : onThisMachine(HEALTHY_WITHIN_MS)
    assert.ok(service.startedInMs < limit, `round ${round}: healthy after ${service.startedInMs} ms, not ${limit}`)
    await until('the old processes to end', ended, ENDED_WITHIN_MS)
    history.url = service.url
    await history.verify()
  }
  t.diagnostic(
    `${ROUNDS} rounds, ${history.acknowledged} writes acknowledged, ${cutOff()} cut off, ` +
      `slowest restart ${Math.round(Math.max(...starts))} ms`,
  )
  assert.ok(
    history.acknowledged > (ROUNDS < MANY ? 0 : 5 * ROUNDS),
    `only ${history.acknowledged} writes were acknowledged`,
  )
  assert.ok(cutOff() > 0 || ROUNDS < MANY, 'no write was ever cut off')
})
