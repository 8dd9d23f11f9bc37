import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { useEntry } from '../memories/index.ts'
import { codeOnProject } from '../projects/index.ts'
import { allWritten, faultOf } from './refusal.ts'
import { presentValue } from './value.ts'
import { writeValue } from './write-value.ts'
import { writeValues } from './write-values.ts'

interface Target {
  keyId: number
  key: string
  namespace: string
  localeId: number | null
}

export const putValue = implement(contract.putValue, async ({ db }, { access, params, query, body }) => {
  const locale = codeOnProject(access, body.locale)
  const { value, status, tmEntryId } = body
  const { namespace } = query
  if (tmEntryId === undefined) {
    const outcome = await writeValue(db, access.by, { namespace, key: params.key, locale, value, status })
    const { written, refused } = inLocale(outcome)
    if (refused) throw faultOf(refused)
    if (written) return presentValue(written)
  }
  // The use of a memory's entry is counted with the write. A source text with parameters, before or after, comes here
  // too: they are worked out in this process and kept with the key.
  return transaction(db, async (tx) => {
    const target = await tx.row<Target>(sql`
      select k.id as "keyId", k.name as key, n.name as namespace,
             (select l.id from project_locales pl join locales l on l.id = pl.locale_id
              where pl.project_id = k.project_id and l.code = ${locale}) as "localeId"
      from namespaces n join keys k on k.namespace_id = n.id
      where n.project_id = ${access.projectId} and n.deleted_at is null
        and ${namespace === undefined ? sql`n.is_default` : sql`n.name = ${namespace}`}
        and k.name_hash = text_hash(${params.key}) and k.deleted_at is null
      for no key update of k`)
    const values = [{ ...inLocale(target), locale, value, status }]
    const [written] = allWritten(await writeValues(tx, access.by, values))
    if (tmEntryId !== undefined) await useEntry(tx, access.by, tmEntryId)
    if (!written) throw new Error('A written value came back without a row')
    return presentValue(written)
  })
})

/** What was found, if there is such a key, and such a language on its project. */
function inLocale<T extends { localeId: number | null }>(found: T | undefined) {
  if (!found) throw fault('valueKeyNotFound')
  const { localeId } = found
  if (localeId === null) throw fault('localeNotEnabled')
  return { ...found, localeId }
}
