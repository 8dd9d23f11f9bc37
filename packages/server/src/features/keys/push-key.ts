import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { LostRace, type Transaction, transaction } from '../../db/transaction.ts'
import { assertHolds, type ProjectAccess } from '../../http/access.ts'
import { Fault } from '../../http/errors.ts'
import { answer, implement } from '../../implement.ts'
import { reviewGate } from '../checks/index.ts'
import { ensureNamespace, isMeant, type NamespaceRef } from '../projects/index.ts'
import { allWritten, writeValues } from '../translations/index.ts'
import { insertKey } from './insert-key.ts'
import { type KeyRow, keyColumns, readKey } from './key.ts'
import { assertMayShorten, type Metadata, writeMetadata } from './metadata.ts'
import { assertRoomForKeys, takeTurnOfPlan } from './plan-limit.ts'
import { resolveSentValues, type SentValue } from './sent-values.ts'

/** What is not sent stays as it is. Whoever may not read cannot merge: the answer would show what is stored. */
export const pushKey = implement(contract.pushKey, (services, { access, body }) =>
  transaction(services.db, async (tx) => {
    const sent = await resolveSentValues(tx, access, body.translations).catch(async (error) => {
      if (error instanceof Fault) await assertMayPush(tx, access, body)
      throw error
    })
    // The organization before the namespace, as in every create; but merges need not wait for creates.
    if (access.keyLimit !== null && !(await isKnown(tx, access.projectId, body))) await takeTurnOfPlan(tx, access)
    const namespace = await ensureNamespace(tx, access.by, body)
    const { key, isNew } = await findOrInsert(tx, access, namespace, body, sent)
    const names = { keyId: key.id, key: key.key, namespace: namespace.name }
    const values = sent.map((value) => ({ ...names, ...value }))
    allWritten(await writeValues(tx, access.by, values, reviewGate(services, access)))
    return answer(isNew ? 201 : 200, await readKey(tx, access, key))
  }),
)

interface KeyRef extends NamespaceRef {
  key: string
}

interface Target {
  id: number
  name: string
}

async function findOrInsert(
  tx: Transaction,
  access: ProjectAccess,
  namespace: Target,
  sent: Metadata & { key: string },
  values: readonly SentValue[],
): Promise<{ key: KeyRow; isNew: boolean }> {
  const existing = await lockByName(tx, namespace.id, sent.key)
  if (existing) return { key: await merge(tx, access, namespace, existing, sent, values), isNew: false }
  await assertRoomForKeys(tx, access, 1)
  const created = await insertKey(tx, access.by, namespace, sent)
  if (created) return { key: created, isNew: true }
  // Of two pushes of one new key, the slower finds the name taken and merges.
  const theirs = await lockByName(tx, namespace.id, sent.key)
  if (!theirs) throw new LostRace()
  return { key: await merge(tx, access, namespace, theirs, sent, values), isNew: false }
}

async function merge(
  tx: Transaction,
  access: ProjectAccess,
  namespace: Target,
  before: KeyRow,
  sent: Metadata,
  values: readonly SentValue[],
): Promise<KeyRow> {
  assertHolds(access, 'translation.view')
  await assertMayShorten(tx, access, before, sent)
  const replaced = values.map(({ localeId }) => localeId)
  return writeMetadata(tx, access, before, sent, namespace, replaced)
}

/** Told before what is wrong with the values, and asked so early only when something is. */
async function assertMayPush(tx: Transaction, access: ProjectAccess, ref: KeyRef): Promise<void> {
  if (await isKnown(tx, access.projectId, ref)) assertHolds(access, 'translation.view')
}

const isKnown = async (tx: Transaction, projectId: number, ref: KeyRef) =>
  (await tx.run(sql`
    select 1 from namespaces n join keys k on k.namespace_id = n.id
    where n.project_id = ${projectId} and n.deleted_at is null and ${isMeant(ref)}
      and k.name_hash = text_hash(${ref.key}) and k.deleted_at is null`)) > 0

const lockByName = (tx: Transaction, namespaceId: number, name: string) =>
  tx.row<KeyRow>(sql`
    select ${keyColumns}
    from keys k join namespaces n on n.id = k.namespace_id
    where k.namespace_id = ${namespaceId} and k.name_hash = text_hash(${name}) and k.deleted_at is null
    for no key update of k`)
