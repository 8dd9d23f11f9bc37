import { type Body, contract, type ResponseBody } from '@parlance/contract'
import { record } from '../../../changes/record.ts'
import { sql } from '../../../db/sql.ts'
import { type Transaction, transaction } from '../../../db/transaction.ts'
import { assertHolds, type ProjectAccess } from '../../../http/access.ts'
import { fault } from '../../../http/errors.ts'
import type { Received } from '../../../http/received.ts'
import { implement } from '../../../implement.ts'
import type { Services } from '../../../services.ts'
import { eachInTurns } from '../../../turns.ts'
import { reviewGate } from '../../checks/index.ts'
import { takeTurnOfPlan } from '../../keys/index.ts'
import { takeTurnOfMany } from '../../projects/index.ts'
import { writeFormatData } from '../details/write-format-data.ts'
import { findAnswer, keepAnswer, reserveKey } from '../idempotency.ts'
import { type FaultyText, findFaultyOfImport } from '../plan/faulty-texts.ts'
import { ensureNamespaces, shareNamespaces } from '../plan/namespaces.ts'
import { type Contested, entries, type MappedFile } from '../plan/plan.ts'
import { allowLongStatements } from '../plan/planner-settings.ts'
import { outgrown, saidByBuild } from '../plan/said-of-keys.ts'
import { leaveOutUnchanged } from '../plan/unchanged-texts.ts'
import { type Keys, keysOf, keysToWrite, prepareImport, writeImport } from '../plan/write-import.ts'
import { Progress } from '../progress.ts'
import { deleteSession } from '../session.ts'
import { oddWarnings } from './odd-texts.ts'
import { onceOf } from './once.ts'
import { type DescribedKeys, leftOutOf, type PayloadWarning } from './payload.ts'
import { assertLocales, type Staged, stagePayload } from './stage-payload.ts'
import { setTooLongAside } from './too-long.ts'

type Answer = ResponseBody<typeof contract.commitCliImport>
type Sent = Received<Body<typeof contract.commitCliImport>>

/** Nothing is written; thrown, because leaving the transaction normally would commit it. */
class Refused extends Error {
  readonly told: Pick<Answer, 'errors' | 'warnings'>

  constructor(told: Refused['told']) {
    super('The import was refused')
    this.told = told
  }
}

const NO_KEYS: Keys = { count: 0, ids: '{}' }

const NOTHING = {
  keysCreated: 0,
  keysUpdated: 0,
  keysDeleted: 0,
  translationsCreated: 0,
  translationsUpdated: 0,
  namespacesCreated: [],
}

export const commitCliImport = implement(contract.commitCliImport, async (services, { access, body }) => {
  const { namespaces: payload, options } = body
  if (options.deleteOrphans) {
    assertHolds(access, 'translation.delete')
    if (access.localeCodes) throw fault('restrictedToLocales')
  }
  assertLocales(access, payload)
  const { db } = services
  const { idempotencyKey } = options
  const once = idempotencyKey === undefined ? undefined : await onceOf(idempotencyKey, body)
  const first = once && (await findAnswer<Answer>(db, access.by, once))
  if (first) return first
  const progress = new Progress(services, access.by)
  await progress.begin('cli', 1, null)
  try {
    const { answer, rows } = await transaction(db, async (tx) => {
      const kept = once && (await reserveKey<Answer>(tx, access.by, once))
      const answer = kept || (await commit(tx, services, access, body))
      if (once && !kept) await keepAnswer(tx, access.by, once, answer)
      const { translationsCreated: added, translationsUpdated: updated } = answer.stats
      await progress.end(tx, true, { added, updated, skipped: 0 })
      return { answer, rows: kept ? 0 : added + updated }
    })
    services.counters.importedRows.inc({ source: 'cli' }, rows)
    return answer
  } catch (error) {
    await progress.end(db, false).catch(() => {})
    if (!(error instanceof Refused)) throw error
    return { success: false, stats: NOTHING, ...error.told, affectedKeyIds: [], changes: null }
  } finally {
    progress.stop()
  }
})

async function commit(tx: Transaction, services: Services, access: ProjectAccess, sent: Sent): Promise<Answer> {
  const { namespaces: payload, options, keys } = sent
  const { projectId, by } = access
  await allowLongStatements(tx)
  await takeTurnOfPlan(tx, access)
  await takeTurnOfMany(tx, projectId)
  const names = [...payload.names()]
  const namespaces = options.createNamespaces
    ? await ensureNamespaces(tx, by, names)
    : { ids: await shareNamespaces(tx, projectId, names), created: [], changes: [] }
  const staged = await stagePayload(tx, by, payload, namespaces.ids, sent)
  const { sessionId, files, all, described, odd, warnings: dropped } = staged
  const said = saidByBuild(sessionId, files, described, by.sourceLocaleId)
  const unsaid = await tellUnsaid(tx, access, staged, keys)
  const removed = options.deleteOrphans ? await lockOrphans(tx, [...namespaces.ids.values()], sessionId, all) : NO_KEYS
  await leaveOutUnchanged(tx, sessionId, files)
  const { plan, created, isAllNew, areAsksKnown } = await prepareImport(
    tx,
    access,
    sessionId,
    files,
    said,
    removed.count,
  )
  const { conflicts, warnings: tooLong } = setTooLongAside(plan, files)
  const warnings = [...dropped, ...(await oddWarnings(tx, odd, keys)), ...unsaid, ...tooLong]
  if (options.conflictResolution === 'fail' && conflicts.length > 0)
    throw new Refused({ errors: refusals(conflicts, files), warnings })
  const accepted = options.conflictResolution === 'keep_local' ? conflicts : []
  const touching = { created: created.ids, areAsksKnown, accepted, removed: removed.ids, before: namespaces.changes }
  const chosen = { sessionId, files, ...touching, said }
  const faulty = await findFaultyOfImport(tx, by, reviewGate(services, access), chosen)
  warnings.push(...faulty.map((text) => faultyWarning(text, files)))
  if (!access.localeCodes) await writeFormatData(tx, by, sessionId, described)
  const write = { ...chosen, faulty }
  const updated = isAllNew && !said.existing ? NO_KEYS : await keysToWrite(tx, write)
  const values = await writeImport(tx, by, write)
  await deleteSession(tx, sessionId)
  const stats = {
    keysCreated: created.count,
    keysUpdated: updated.count,
    keysDeleted: removed.count,
    translationsCreated: values.created,
    translationsUpdated: values.updated,
    namespacesCreated: namespaces.created,
  }
  const { changes } = values
  record(tx, by, [{ event: 'import.completed', after: { source: 'cli', stats, changes } }])
  const affectedKeyIds = await idsOf(tx, [created, updated, removed])
  return { success: true, stats, errors: [], warnings, affectedKeyIds, changes }
}

/** What is said of keys and not taken. */
async function tellUnsaid(
  tx: Transaction,
  access: ProjectAccess,
  { sessionId, described, files }: Pick<Staged, 'sessionId' | 'described' | 'files'>,
  keys: DescribedKeys | undefined,
): Promise<PayloadWarning[]> {
  if (!keys) return []
  const unsaid: PayloadWarning[] = []
  await eachInTurns(leftOutOf(keys, access.localeCodes !== null), (warning) => {
    if (warning) unsaid.push(warning)
  })
  const namespaces = new Map(described.map(({ namespaceId, namespace }) => [namespaceId, namespace]))
  const small = await tx.rows<{ namespaceId: number; key: string }>(sql`
    select distinct o.namespace_id as "namespaceId", o.name as key from (${outgrown(sessionId, described, files)}) o
    order by 1, 2`)
  for (const { namespaceId, key } of small) {
    const message = `A text of "${key}" is longer than the limit that was sent; the limit stays as it is`
    unsaid.push({ type: 'limit_too_small', namespace: namespaces.get(namespaceId) ?? '', key, message })
  }
  return unsaid
}

function faultyWarning({ position, key }: FaultyText, files: readonly MappedFile[]): PayloadWarning {
  const { namespace = '', locale = '' } = files.find((file) => file.position === position) ?? {}
  const message = `The value of "${key}" in "${locale}" has errors, so it is to be reviewed`
  return { type: 'qa_errors', namespace, locale, key, message }
}

function refusals(conflicts: readonly Contested[], files: readonly MappedFile[]) {
  const byPosition = new Map(files.map((file) => [file.position, file]))
  return conflicts.map(({ position, key }) => {
    const { namespace = '', locale = '' } = byPosition.get(position) ?? {}
    return { key, namespace, message: `The value in "${locale}" differs from the one on the server` }
  })
}

/** Keys of the namespaces that no file names, not even one whose locale the project lacks. */
async function lockOrphans(
  tx: Transaction,
  namespaceIds: number[],
  sessionId: string,
  files: readonly MappedFile[],
): Promise<Keys> {
  const orphans = await tx.one<{ count: number; ids: string | null }>(sql`
    with named as materialized (select e.namespace_id, e.name from (${entries(sessionId, files)}) e),
    orphans as (
      select k.id from keys k
      where k.namespace_id = any(${namespaceIds}::bigint[]) and k.deleted_at is null
        and (k.namespace_id, k.name) not in (select namespace_id, name from named)
      order by k.id for update
    )
    select count(*) as count, string_agg(id::text, ',') as ids from orphans`)
  return keysOf(orphans)
}

/** In their order. Sorted by the database: half a million would take 100 ms. */
async function idsOf(tx: Transaction, keys: readonly Keys[]): Promise<number[]> {
  const [created, updated, removed] = keys.map(({ ids }) => sql`${ids}::bigint[]`)
  const groups = tx.groups<{ id: number }>(sql`
    select id from unnest(${created} || ${updated} || ${removed}) as id order by id`)
  const affected: number[] = []
  for await (const group of groups) for (const { id } of group) affected.push(id)
  return affected
}
