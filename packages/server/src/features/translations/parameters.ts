import { messageParameters, type Parameter } from '@parlance/checks'
import type { Author } from '../../changes/author.ts'
import { record } from '../../changes/record.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'

interface SourceValue {
  keyId: number
  value: string | null
}

interface Changed {
  keyId: number
  key: string
  namespace: string
  params: Parameter[]
}

/**
 * What a key asks for, of what its source value asks for when read as an ICU message (`asked`). Of another syntax only
 * plurals are such messages, and what looks like a tag in them is text.
 */
export const parametersAsRead = (asked: Sql, syntax: Sql, isPlural: Sql): Sql => sql`
  case when coalesce(${syntax}, 'icu') = 'icu' then ${asked}
       when ${isPlural} then jsonb_path_query_array(${asked}, '$[*] ? (@.type != "tag")')
       else '[]' end`

const asRead = parametersAsRead(sql`v.params`, sql`k.syntax`, sql`k.is_plural`)

/** Whether a text may ask for anything. Most ask for nothing, and what does shows a brace or a tag. */
export const mayAsk = (text: Sql): Sql => sql`${text} ~ '[{<]'`

/** Keeps with each key what its source value asks for. Where that changed, the generated types of clients change. */
export async function writeParameters(tx: Transaction, by: Author, values: readonly SourceValue[]): Promise<void> {
  if (values.length === 0) return
  const changed = await tx.rows<Changed>(sql`
    update keys k set params = ${asRead}
    from unnest(
      ${values.map(({ keyId }) => keyId)}::bigint[],
      ${values.map(({ value }) => JSON.stringify(messageParameters(value)))}::jsonb[]
    ) as v (key_id, params), namespaces n
    where k.id = v.key_id and n.id = k.namespace_id and k.params <> ${asRead}
    returning k.id as "keyId", k.name as key, n.name as namespace, k.params`)
  record(
    tx,
    by,
    changed.map(({ params, ...key }) => ({ event: 'schema.updated', ...key, after: { params } })),
  )
}

/** For source values that did not pass through this process: reads those that have, or had, parameters. */
export async function refreshParameters(tx: Transaction, by: Author, keyIds: readonly number[]): Promise<void> {
  const values = await tx.rows<SourceValue>(sql`
    select k.id as "keyId", t.value
    from keys k left join translations t on t.key_id = k.id and t.locale_id = ${by.sourceLocaleId}
    where k.id = any(${keyIds}::bigint[]) and k.project_id = ${by.projectId} and k.deleted_at is null
      and (k.params <> '[]' or ${mayAsk(sql`t.value`)})
    order by k.id`)
  await writeParameters(tx, by, values)
}
