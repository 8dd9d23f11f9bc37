import { type Sql, sql } from '../../../db/sql.ts'
import { type Transaction, transaction } from '../../../db/transaction.ts'
import type { Services } from '../../../services.ts'
import { tellIssues } from '../../../streams/issue-news.ts'
import { glossaryOf } from '../project-terms.ts'
import { type CheckSettings, readCheckSettings } from '../settings.ts'
import { followSourceHashes, refillSourceHashes } from '../source-texts.ts'
import { asksForInconsistent } from '../subjects.ts'
import { readSubjectsAsText } from '../subjects-as-text.ts'
import { type Affected, findAffected, type Pair } from './affected.ts'
import type { Examined } from './examination.ts'
import type { Examiner } from './examiner.ts'
import { markKeys } from './marks.ts'
import { keysTogether, type NextKeys, nextOfSweep, takeMarked } from './next-keys.ts'
import { isTooMuchToFollow, lockPosition, moveTo, type Position } from './position.ts'
import { keysOfSameSource } from './same-source.ts'
import { endSweep, sweepTo } from './sweep.ts'
import { type OpenCounts, writeIssues } from './write-issues.ts'

/** Changes that are looked at in one step. */
const PAGE = 2_000
/** When more wait than this, values are not checked on the thread that answers requests; while some come in, many fewer. */
const FEW = 1_000
const FEW_BESIDE_REQUESTS = 100
/** What is to be done next, of what was there as a step began. */
export type Left = 'changes' | 'keys' | 'nothing'

type Worker = Pick<Services, 'db' | 'clock' | 'log' | 'checkedTerms' | 'traffic'> & { examiner: Examiner }

interface Stepped {
  left: Left
  told: OpenCounts[]
}

const NOTHING: Stepped = { left: 'nothing', told: [] }

/**
 * Looks at what some changes of a project ask for, unless another process is at it. What was found and how far one has come
 * are committed together: after a crash nothing is missing, and nothing is half done.
 */
export const followChanges = (worker: Worker, projectId: number): Promise<Left> =>
  step(worker, projectId, async (tx, position) => {
    const { seq, until } = position
    if (until <= seq) return NOTHING
    const waiting = until - seq
    if (isTooMuchToFollow(position)) {
      moveTo(tx, projectId, until)
      await sweepTo(tx, projectId, 0)
      return { left: 'keys', told: [] }
    }
    const end = Math.min(until, seq + PAGE)
    // Both at once: beside somebody who writes value after value, each wait for an answer is one more turn taken.
    const [settings, affected] = await Promise.all([readCheckSettings(tx, projectId), findAffected(tx, position, end)])
    await forgetGone(tx, projectId, affected)
    const hasMarked = await markAffected(tx, worker, projectId, affected)
    const hasMarkedLike = asksForInconsistent(settings) && (await markSameSource(tx, worker, position, end))
    const scope = ofPairs(affected.pairs)
    const told = scope.isEmpty ? [] : await examineAll(tx, worker, position, settings, [scope], waiting > FEW)
    moveTo(tx, projectId, end)
    return { left: end < until ? 'changes' : hasMarked || hasMarkedLike ? 'keys' : 'nothing', told }
  })

/** The same for keys all of whose values are to be looked at: first marked ones, then those of a sweep. */
export const checkKeys = (worker: Worker, projectId: number): Promise<Left> =>
  step(worker, projectId, async (tx, position) => {
    const settings = await readCheckSettings(tx, projectId)
    const marked = await takeMarked(tx, position)
    if (marked.keyIds.length > 0) {
      const told = await examineKeys(tx, worker, position, settings, marked)
      return { left: marked.hasMore || position.sweptTo !== null ? 'keys' : 'nothing', told }
    }
    if (position.sweptTo === null) return NOTHING
    if (position.sweptTo === 0) await refillSourceHashes(tx, position, asksForInconsistent(settings))
    const next = await nextOfSweep(tx, position, position.sweptTo)
    const { keyIds, hasMore } = next
    const told = await examineKeys(tx, worker, position, settings, next)
    if (hasMore) await sweepTo(tx, projectId, keyIds.at(-1) ?? position.sweptTo)
    else await endSweep(tx, projectId)
    return { left: hasMore ? 'keys' : 'nothing', told }
  })

async function step(
  { db }: Worker,
  projectId: number,
  work: (tx: Transaction, position: Position) => Promise<Stepped>,
): Promise<Left> {
  const { left, told } = await transaction(db, async (tx) => {
    const position = await lockPosition(tx, projectId)
    return position ? work(tx, position) : NOTHING
  })
  await tellIssues(db, projectId, told)
  return left
}

/** Some values, as rows of `translations` (t), and what is stored of them, as rows of `issues` (i). */
interface Scope {
  isEmpty: boolean
  values: Sql
  issues: Sql
}

const ofKeys = (keyIds: readonly number[]): Scope => ({
  isEmpty: keyIds.length === 0,
  values: sql`t.key_id = any(${keyIds}::bigint[])`,
  issues: sql`i.key_id = any(${keyIds}::bigint[])`,
})

const ofPairs = (pairs: readonly Pair[]): Scope => ({
  isEmpty: pairs.length === 0,
  values: sql`t.id = any(${pairs.map(({ translationId }) => translationId)}::bigint[])`,
  issues: sql`
    i.key_id = any(${pairs.map(({ keyId }) => keyId)}::bigint[]) and (i.key_id, i.locale_id) in (
      select * from unnest(
        ${pairs.map(({ keyId }) => keyId)}::bigint[], ${pairs.map(({ localeId }) => localeId)}::bigint[]))`,
})

/** All values of some keys, a few keys at a time. */
async function examineKeys(
  tx: Transaction,
  worker: Worker,
  position: Position,
  settings: CheckSettings,
  { keyIds, hasMore }: NextKeys,
) {
  const together = keysTogether(position)
  const count = Math.ceil(keyIds.length / together)
  const slices = Array.from({ length: count }, (_, at) => ofKeys(keyIds.slice(at * together, (at + 1) * together)))
  return examineAll(tx, worker, position, settings, slices, hasMore || slices.length > 1)
}

/**
 * Looks at one scope after the other. While a thread looks at one, the next is read and the one before is written: the
 * database and the thread each take about half of the time, and waited for each other.
 */
async function examineAll(
  tx: Transaction,
  worker: Worker,
  position: Position,
  settings: CheckSettings,
  scopes: readonly Scope[],
  moreWait: boolean,
): Promise<OpenCounts[]> {
  const { clock, examiner, log, traffic } = worker
  const few = traffic.isQuiet ? FEW : FEW_BESIDE_REQUESTS
  const { id } = position
  const now = clock.now()
  const project = { ...position, asksForInconsistent: asksForInconsistent(settings) }
  const glossary = glossaryOf(worker, tx, position)
  const told: OpenCounts[] = []
  const write = async ({ issues }: Scope, { faults, judgments }: Examined) => {
    for (const fault of faults) log.error({ projectId: id, ...fault }, 'a value could not be checked')
    told.push(...(await writeIssues(tx, id, now, issues, judgments)))
  }
  let before: { scope: Scope; examined: Promise<Examined> } | undefined
  try {
    for (const scope of scopes) {
      const { text: subjects, count } = await readSubjectsAsText(tx, project, scope.values, now)
      const done = before && { scope: before.scope, examined: await before.examined }
      const examined = examiner.examine({ subjects, settings }, glossary, moreWait || count > few)
      // Its failure is met where it is waited for, which may be later than it happens.
      examined.catch(() => {})
      before = { scope, examined }
      if (done) await write(done.scope, done.examined)
    }
    if (before) await write(before.scope, await before.examined)
  } finally {
    // One examination at a time: whoever fails while one is under way leaves when it is over.
    await before?.examined.catch(() => {})
  }
  return told
}

/** By what holds now: some may be back, and their values are looked at for that reason. */
async function forgetGone(tx: Transaction, projectId: number, { goneKeyIds, goneLocaleIds }: Affected): Promise<void> {
  if (goneKeyIds.length > 0) {
    await tx.run(sql`
      delete from issues i using keys k
      where k.id = i.key_id and k.deleted_at is not null and i.key_id = any(${goneKeyIds}::bigint[])`)
  }
  if (goneLocaleIds.length > 0) {
    await tx.run(sql`
      delete from issues i
      where i.project_id = ${projectId} and i.locale_id = any(${goneLocaleIds}::bigint[]) and not exists (
        select from project_locales pl where pl.project_id = i.project_id and pl.locale_id = i.locale_id)`)
  }
}

/** True when something may have been marked. Most languages that are added are new and have no values. */
async function markAffected(
  tx: Transaction,
  { clock }: Worker,
  projectId: number,
  affected: Affected,
): Promise<boolean> {
  const { keyIds, addedLocaleIds } = affected
  if (keyIds.length > 0) {
    await markKeys(tx, projectId, sql`select key_id from unnest(${keyIds}::bigint[]) as key_id`, clock.now())
  }
  if (addedLocaleIds.length > 0) {
    const returned = sql`
      select t.key_id from keys k
      join translations t on t.key_id = k.id and t.locale_id = any(${addedLocaleIds}::bigint[])
      where k.project_id = ${projectId} and k.deleted_at is null`
    await markKeys(tx, projectId, returned, clock.now())
  }
  return keyIds.length + addedLocaleIds.length > 0
}

/** Where somebody wants to know of it, a change may make others differ, or agree, that nobody changed. */
async function markSameSource(tx: Transaction, { clock }: Worker, position: Position, end: number): Promise<boolean> {
  const { id, seq } = position
  await followSourceHashes(tx, position, seq, end)
  await markKeys(tx, id, keysOfSameSource(position, seq, end), clock.now())
  return true
}
