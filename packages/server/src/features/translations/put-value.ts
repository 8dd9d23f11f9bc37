import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { assertLocale } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../http/implement.ts'
import { canonicalLocale } from '../../locale.ts'
import { useEntry } from '../memories/index.ts'
import { characterCount, presentValue } from './value.ts'
import { writeValues } from './write-values.ts'

interface Target {
  keyId: number
  key: string
  namespace: string
  characterLimit: number | null
  localeId: number | null
}

export const putValue = implement(contract.putValue, ({ db }, { access, params, query, body, now }) => {
  const locale = canonicalLocale(body.locale)
  if (locale === undefined) throw fault('localeNotEnabled')
  assertLocale(access, locale)
  const inNamespace = query.namespace === undefined ? sql`n.is_default` : sql`n.name = ${query.namespace}`
  return transaction(db, async (tx) => {
    // Locks the key: its limit and its value stay as read until the commit.
    const target = await tx.row<Target>(sql`
      select k.id as "keyId", k.name as key, n.name as namespace, k.character_limit as "characterLimit",
             (select l.id from project_locales pl join locales l on l.id = pl.locale_id
              where pl.project_id = k.project_id and l.code = ${locale}) as "localeId"
      from namespaces n join keys k on k.namespace_id = n.id
      where n.project_id = ${access.projectId} and n.deleted_at is null and ${inNamespace}
        and k.name_hash = text_hash(${params.key}) and k.deleted_at is null
      for no key update of k`)
    if (!target) throw fault('valueKeyNotFound')
    const { localeId, characterLimit: limit } = target
    if (localeId === null) throw fault('localeNotEnabled')
    const actual = characterCount(body.value)
    if (limit !== null && actual > limit) throw fault('valueTooLong', { limit, actual })
    const { value, status } = body
    const [written] = await writeValues(tx, access, now, [{ ...target, localeId, locale, value, status }])
    if (body.tmEntryId !== undefined) await useEntry(tx, access.projectId, body.tmEntryId, now)
    if (!written) throw new Error('A written value came back without a row')
    return presentValue(written)
  })
})
