import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { CrashScene } from './crash-scene.ts'
import { CutReader } from './cut-reader.ts'
import { Dice } from './fuzz-values.ts'
import type { KeyState } from './told.ts'
import { until } from './until.ts'

const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? (process.env['PARLANCE_TEST_FULL'] === '1' ? 500 : 2))
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 2 ** 32)
const WRITERS = 8
const KEYS_PER_WRITER = 5
const LONGEST_LIFE_MS = 600
const CAUGHT_UP_WITHIN_MS = 10_000

test(`kill -9 and cut readers while writers write, ${ROUNDS} times (CRASH_SEED=${SEED})`, async (t) => {
  const dice = new Dice(SEED)
  const scene = await CrashScene.begin()
  const reader = new CutReader()
  reader.start(scene)
  t.after(() => reader.stop())
  const names = Array.from({ length: WRITERS }, (_, writer) =>
    Array.from({ length: KEYS_PER_WRITER }, (_, n) => `key-${writer}-${n}-`),
  )
  let acknowledged = 0
  for (let round = 1; round <= ROUNDS; round++) {
    const stop = new AbortController()
    const { promise: written, resolve } = Promise.withResolvers<void>()
    const writers = names.map((own) => scene.write(own, new Dice(dice.below(2 ** 32)), stop.signal, resolve))
    // A busy machine may take longer for the first write than the longest life.
    await written
    const life = dice.below(LONGEST_LIFE_MS)
    const cutAfter = dice.below(life + 1)
    await sleep(cutAfter)
    reader.cut()
    await sleep(life - cutAfter)
    stop.abort()
    await scene.crash()
    for (const count of await Promise.all(writers)) acknowledged += count
    await scene.restart()
    // What the killed process had sent to the database may be committed a moment later.
    const isSame = async () => {
      const listed = await scene.listKeys()
      return reader.faults.length > 0 || JSON.stringify(sorted(listed)) === JSON.stringify(sorted(reader.keys))
    }
    await until(`round ${round}: the stream to tell what the list does`, isSame, CAUGHT_UP_WITHIN_MS)
    assert.deepEqual(reader.faults, [], `round ${round}`)
  }
  const { last, connections } = reader
  t.diagnostic(`${ROUNDS} rounds, ${acknowledged} writes acknowledged, ${last} events over ${connections} connections`)
  assert.ok(acknowledged >= ROUNDS, `only ${acknowledged} writes were acknowledged`)
  assert.ok(connections > ROUNDS, `only ${connections} connections were made`)
})

const sorted = (keys: Record<number, KeyState>) =>
  Object.entries(keys).map(([id, { values, ...key }]) => [
    id,
    key,
    Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ])
