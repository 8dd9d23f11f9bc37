import { performance } from 'node:perf_hooks'
import { type Body, contract } from '@parlance/contract'
import { record } from '../../../changes/record.ts'
import type { Handle } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { type Transaction, transaction } from '../../../db/transaction.ts'
import type { ProjectAccess } from '../../../http/access.ts'
import { type Call, implement } from '../../../implement.ts'
import type { Services } from '../../../services.ts'
import { reviewGate } from '../../checks/index.ts'
import { assertRoomForKeys, takeTurnOfPlan } from '../../keys/index.ts'
import { takeTurnOfMany } from '../../projects/index.ts'
import { writeFormatData } from '../details/write-format-data.ts'
import { assertNamedLocales, type FileMap, mapFiles } from '../files/map-files.ts'
import { NO_SUCH_FILE } from '../files/mapping.ts'
import { findAnswer, keepAnswer, reserveKey } from '../idempotency.ts'
import { findFaultyOfImport } from '../plan/faulty-texts.ts'
import { addLocales } from '../plan/locales.ts'
import { ensureNamespaces } from '../plan/namespaces.ts'
import { type Plan, planned, readPlan } from '../plan/plan.ts'
import { allowLongStatements, preferHashJoins } from '../plan/planner-settings.ts'
import { saidByFiles } from '../plan/said-of-keys.ts'
import { findLongSources } from '../plan/source-texts.ts'
import { prepareImport, writeImport } from '../plan/write-import.ts'
import { Progress } from '../progress.ts'
import { findSession, type Session } from '../session.ts'
import { type Answer, answerOf, type Judged, judge, refusal, warningsOf } from './commit-answer.ts'
import { onceOf } from './once.ts'
import { findOutdated } from './outdated.ts'
import { takeToken } from './rate-limit.ts'
import { Resolutions } from './resolutions.ts'

type Sent = Body<typeof contract.commitImport>

/** Nothing is written; thrown, because leaving the transaction normally would commit it. */
class Refused extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super('The import was refused')
    this.answer = answer
  }
}

export const commitImport = implement(contract.commitImport, commit, takeToken)

async function commit(services: Services, { access, body }: Call<typeof contract.commitImport>) {
  const { db } = services
  const began = performance.now()
  await assertNamedLocales(access, body)
  const { dryRun = false, idempotencyKey, progressTrackingId } = body.options ?? {}
  const once = idempotencyKey !== undefined && !dryRun ? await onceOf(idempotencyKey, body) : undefined
  const first = once && (await findAnswer<Answer>(db, access.by, once))
  if (first) return first
  const session = await findSession(db, access.by, body.validationId)
  const timed = (answer: Answer): Answer => ({ ...answer, duration: Math.round(performance.now() - began) })
  if (dryRun) return timed(await transaction(db, (tx) => preview(tx, access, session, body)))
  const { targets } = await mapFiles(db, access, session, body.fileMappings)
  const progress = new Progress(services, access.by, progressTrackingId)
  await progress.begin('web', targets.length, targets[0]?.file.filename ?? null)
  try {
    const { answer, isNew } = await transaction(db, async (tx) => {
      await allowLongStatements(tx)
      const kept = once && (await reserveKey<Answer>(tx, access.by, once))
      const answer = kept || timed(await write(tx, services, access, session, body))
      if (once && !kept) await keepAnswer(tx, access.by, once, answer)
      await progress.end(tx, answer.success, answer.results)
      return { answer, isNew: !kept }
    })
    const { added, updated } = answer.results
    if (isNew) services.counters.importedRows.inc({ source: 'web' }, added + updated)
    return answer
  } catch (error) {
    if (!(error instanceof Refused)) {
      await progress.end(db, false).catch(() => {})
      throw error
    }
    await progress.end(db, false, error.answer.results)
    return timed(error.answer)
  } finally {
    progress.stop()
  }
}

async function preview(tx: Transaction, access: ProjectAccess, session: Session, body: Sent): Promise<Answer> {
  await allowLongStatements(tx)
  await preferHashJoins(tx, session.id)
  const map = await mapSent(tx, access, session, body)
  const plan = await readPlan(tx, session.id, map.mapped)
  const judged = await judgeAll(tx, session, body, map, plan)
  if (isRefused(session, map, judged)) return refusal(session, map, judged)
  await assertRoom(tx, access, session, map)
  return answerOf(map, judged)
}

/** What is said about a file that is not there is an error, be it where it goes or who has the last word in it. */
async function mapSent(db: Handle, access: ProjectAccess, session: Session, body: Sent): Promise<FileMap> {
  const map = await mapFiles(db, access, session, body.fileMappings)
  const known = new Set(session.files.map(({ filename }) => filename))
  const unknown = (body.conflictDefaults ?? []).filter(({ filename }) => !known.has(filename))
  return { ...map, errors: [...map.errors, ...unknown.map(({ filename }) => ({ filename, message: NO_SUCH_FILE }))] }
}

/** The plan refuses a preview as it would refuse the import. */
async function assertRoom(
  tx: Transaction,
  access: ProjectAccess,
  session: Session,
  { mapped }: FileMap,
): Promise<void> {
  if (access.keyLimit === null) return
  const { count } = await tx.one<{ count: number }>(sql`
    select count(distinct (r.namespace, r.name)) as count from (${planned(session.id, mapped)}) r
    where r.key_id is null`)
  if (count > 0) await assertRoomForKeys(tx, access, count)
}

async function write(
  tx: Transaction,
  services: Services,
  access: ProjectAccess,
  session: Session,
  body: Sent,
): Promise<Answer> {
  await takeTurnOfPlan(tx, access)
  await takeTurnOfMany(tx, access.projectId)
  const before = await mapSent(tx, access, session, body)
  if (isRefused(session, before)) throw new Refused(refusal(session, before))
  const locales = await addLocales(tx, access, [...before.newLocales])
  const namespaces = await ensureNamespaces(
    tx,
    access.by,
    before.mapped.map(({ namespace }) => namespace),
  )
  const mapped = before.mapped.map((file) => ({
    ...file,
    namespaceId: namespaces.ids.get(file.namespace) ?? null,
    localeId: file.localeId ?? locales.ids.get(file.locale) ?? null,
  }))
  const map = { ...before, mapped }
  const { by } = access
  const said = saidByFiles(session.id, mapped, by.sourceLocaleId)
  const { plan, created, areAsksKnown } = await prepareImport(tx, access, session.id, mapped, said)
  const judged = await judgeAll(tx, session, body, map, plan)
  if (isRefused(session, map, judged)) throw new Refused(refusal(session, map, judged))
  const chosen = {
    sessionId: session.id,
    files: mapped,
    created: created.ids,
    areAsksKnown,
    accepted: judged.accepted,
    leftOut: judged.outdated,
    removed: '{}',
    before: [...locales.changes, ...namespaces.changes],
    said,
  }
  const faulty = await findFaultyOfImport(tx, by, reviewGate(services, access), chosen)
  const tooLarge = await writeFormatData(tx, by, session.id, mapped)
  const longSources = await findLongSources(tx, chosen, by.sourceLocaleId)
  const { changes } = await writeImport(tx, by, { ...chosen, faulty })
  const warnings = warningsOf(mapped, { faulty, tooLarge, longSources })
  const told = answerOf(map, judged, changes)
  const answer = { ...told, warnings: [...told.warnings, ...warnings] }
  const after = { source: 'web', stats: { files: mapped.length, ...answer.results }, changes }
  record(tx, by, [{ event: 'import.completed', after }])
  return answer
}

/** One fault in any file, and none of them is imported. */
const isRefused = (session: Session, { errors }: FileMap, judged?: Judged) =>
  session.faults.length > 0 || errors.length > 0 || (judged?.tooLong.length ?? 0) > 0

async function judgeAll(db: Handle, session: Session, body: Sent, { mapped }: FileMap, plan: Plan): Promise<Judged> {
  const standards = { ofAll: session.defaultResolution, ofFiles: body.conflictDefaults }
  const resolutions = await Resolutions.of(body.conflictResolutions, standards)
  const unmatched = await resolutions.unmatched(plan.conflicts, mapped)
  const outdated = await findOutdated(db, session.id, mapped, unmatched)
  return judge(plan, await resolutions.decide(plan.conflicts, mapped), outdated)
}
