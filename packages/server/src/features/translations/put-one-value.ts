import type { Status } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { reviewGate } from '../checks/index.ts'
import { useEntry } from '../memories/index.ts'
import { codeOnProject } from '../projects/index.ts'
import { assertExpected, expectationOf } from './expectation.ts'
import { allWritten, faultOf } from './refusal.ts'
import { presentValue } from './value.ts'
import { type NamedKey, writeValue } from './write-value.ts'
import { writeValues } from './write-values.ts'

interface Sent {
  locale: string
  value: string
  status?: Status
  tmEntryId?: number
  expectedUpdatedAt?: string | null
}

interface Target {
  keyId: number
  key: string
  namespace: string
  localeId: number | null
}

/** Writes one value as a person does, and answers with it. */
export async function putOneValue(services: Services, access: ProjectAccess, named: NamedKey, sent: Sent) {
  const { db } = services
  const locale = codeOnProject(access, sent.locale)
  const { value, status, tmEntryId } = sent
  const expected = expectationOf(sent.expectedUpdatedAt)
  const gate = status === 'translated' ? reviewGate(services, access) : undefined
  if (tmEntryId === undefined && !gate) {
    const outcome = await writeValue(db, access.by, named, { locale, value, status, expected })
    const { written, refused } = inLocale(outcome)
    if (refused) throw faultOf(refused)
    if (written) return presentValue(written)
  }
  // The use of a memory's entry is counted with the write. A source text with parameters, before or after, comes here
  // too: they are worked out in this process and kept with the key. So does who expected another value than the one that
  // is there, to be told of it, and a text that must have no errors, which are found in this process.
  return transaction(db, async (tx) => {
    const target = inLocale(await lockTarget(tx, access.projectId, named, locale))
    await assertExpected(tx, access, target, expected)
    const [written] = allWritten(await writeValues(tx, access.by, [{ ...target, locale, value, status }], gate))
    if (tmEntryId !== undefined) await useEntry(tx, access.by, tmEntryId)
    if (!written) throw new Error('A written value came back without a row')
    return presentValue(written)
  })
}

async function lockTarget(tx: Transaction, projectId: number, named: NamedKey, locale: string) {
  const target = sql`
    select k.id as "keyId", k.name as key, n.name as namespace,
           (select l.id from project_locales pl join locales l on l.id = pl.locale_id
            where pl.project_id = k.project_id and l.code = ${locale}) as "localeId"
    from namespaces n join keys k on k.namespace_id = n.id`
  if ('keyId' in named) {
    const isMeant = sql`k.id = ${named.keyId} and k.project_id = ${projectId} and k.deleted_at is null`
    // A statement of its own: one that waits for a lock goes on with the namespace it saw before.
    await tx.run(sql`select 1 from keys k where ${isMeant} for no key update`)
    return tx.row<Target>(sql`${target} where ${isMeant}`)
  }
  const { namespace, key } = named
  return tx.row<Target>(sql`
    ${target}
    where n.project_id = ${projectId} and n.deleted_at is null
      and ${namespace === undefined ? sql`n.is_default` : sql`n.name = ${namespace}`}
      and k.name_hash = text_hash(${key}) and k.deleted_at is null
    for no key update of k`)
}

/** What was found, if there is such a key, and such a language on its project. */
function inLocale<T extends { localeId: number | null }>(found: T | undefined) {
  if (!found) throw fault('valueKeyNotFound')
  const { localeId } = found
  if (localeId === null) throw fault('localeNotEnabled')
  return { ...found, localeId }
}
