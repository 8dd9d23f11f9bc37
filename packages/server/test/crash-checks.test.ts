import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Database } from '../src/db/pool.ts'
import { sql } from '../src/db/sql.ts'
import { assertAsFromScratch, storedIssues } from '../src/features/checks/test/check-now.ts'
import { systemClock } from '../src/services.ts'
import { CrashScene } from './crash-scene.ts'
import { Dice } from './fuzz-values.ts'
import { atEnd } from './harness.ts'
import { until } from './until.ts'

const FULL = process.env['PARLANCE_TEST_FULL'] === '1'
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? (FULL ? 40 : 1))
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 2 ** 32)
const KEYS = 12
const MOST_BEFORE_KILL = 60
/** Up to there the killed one may be anywhere between a commit and what it leads to. */
const LONGEST_PAUSE_MS = 400
const WRITTEN_WITHIN_MS = 20_000
const CHECKED_WITHIN_MS = 10_000
const TEXTS = ['Hello {name}', 'Hallo', 'zwei  Worte', ' {name}', 'Hallo {nam}', 'Fine, {name}']

/** Writes into keys of its own, one value after the other, and tells of each that was acknowledged. */
async function write(
  own: CrashScene,
  names: readonly string[],
  dice: Dice,
  signal: AbortSignal,
  onWritten: () => void,
) {
  while (!signal.aborted) {
    const body = { locale: dice.pick(['en', 'de', 'de', 'de']), value: dice.pick(TEXTS) }
    const answer = await own.call('PUT', `/v1/projects/${own.projectId}/keys/${dice.pick(names)}`, body)
    if (answer?.status === 200) onWritten()
    else await sleep(20)
  }
}

const isChecked = async (db: Database, projectId: number) =>
  (await db.row(sql`
    select 1 from issue_positions s join project_counters c on c.project_id = s.project_id
    where s.project_id = ${projectId} and s.seq = c.seq and s.swept_to is null
      and not exists (select from keys_to_check m where m.project_id = s.project_id)`)) !== undefined

test(`qa 5 kill -9 of one of two instances that check values, ${ROUNDS} times (CRASH_SEED=${SEED})`, async () => {
  const dice = new Dice(SEED)
  const one = await CrashScene.begin()
  const other = await one.beside()
  const { projectId } = one
  const db = new Database(one.database, console, 2)
  atEnd(() => db.close())
  const names = Array.from({ length: KEYS }, (_, n) => `key-${n}`)
  for (const key of names) {
    const translations = { en: { value: 'Hello {name}', status: 'translated' } }
    await one.ok('POST', `/v1/projects/${projectId}/keys`, { key, translations })
  }
  let found = 0
  for (let round = 1; round <= ROUNDS; round++) {
    const stop = new AbortController()
    let written = 0
    const writers = [one, other].map((own, at) =>
      write(
        own,
        names.filter((_, n) => n % 2 === at),
        new Dice(dice.below(2 ** 32)),
        stop.signal,
        () => written++,
      ),
    )
    const wanted = 1 + dice.below(MOST_BEFORE_KILL)
    await until(`${wanted} values`, () => written >= wanted, WRITTEN_WITHIN_MS)
    await sleep(dice.below(LONGEST_PAUSE_MS))
    const killed = dice.chance(0.7) ? [dice.pick([one, other])] : [one, other]
    for (const instance of killed) await instance.crash()
    await sleep(dice.below(LONGEST_PAUSE_MS))
    stop.abort()
    await Promise.all(writers)
    await Promise.all(killed.map((instance) => instance.restart()))
    await until('all values to be checked', () => isChecked(db, projectId), CHECKED_WITHIN_MS)
    await assertAsFromScratch({ db, clock: systemClock }, projectId)
    found += (await storedIssues({ db }, projectId)).length
  }
  assert.ok(found > 0)
})
