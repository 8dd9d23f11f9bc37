import { limits } from '@parlance/contract'
import type { Author } from '../../../changes/author.ts'
import { sql } from '../../../db/sql.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { countFormatData } from '../../keys/index.ts'
import { details, type MappedFile } from '../plan/plan.ts'

interface Place {
  position: number
  key: string
}

/**
 * What only one family of formats says about keys takes the place of what that family said before, but for what it said of
 * other languages; other families keep theirs. Of two files, the one in the source language is right, then the first.
 * Returns the keys that have no room for it.
 */
export async function writeFormatData(
  tx: Transaction,
  { projectId, sourceLocaleId }: Author,
  sessionId: string,
  files: readonly MappedFile[],
): Promise<Place[]> {
  const saying = files.filter(({ said }) => said.includes('formatData'))
  if (saying.length === 0) return []
  await countFormatData(tx, projectId)
  const codes = await codesBeside(tx, sourceLocaleId)
  const isOfSource = ({ localeId }: MappedFile) => localeId === sourceLocaleId
  // Who is right comes last. They are looked at one by one, for each adds to what those before it have said.
  const inTurn = [...saying.filter((file) => !isOfSource(file)).reverse(), ...saying.filter(isOfSource).reverse()]
  const tooLarge: Place[] = []
  for (const file of inTurn) tooLarge.push(...(await writeDataOf(tx, sessionId, file, codes)))
  return tooLarge
}

async function codesBeside(tx: Transaction, localeId: number): Promise<string[]> {
  const locales = await tx.rows<{ code: string }>(sql`
    select l.code from locales l where l.organization_id = (select organization_id from locales where id = ${localeId})`)
  return locales.map(({ code }) => code)
}

const writeDataOf = (tx: Transaction, sessionId: string, file: MappedFile, codes: readonly string[]) =>
  tx.rows<Place>(sql`
    with told as (
      select k.id, d.name, coalesce(f.data, '{}') as kept, (d.said->>'formatData')::jsonb as data
      from (${details(sessionId, [file])}) d
      join keys k
        on k.namespace_id = d.namespace_id and k.name_hash = sha256(convert_to(d.name, 'UTF8')) and k.deleted_at is null
      left join key_format_data f on f.key_id = k.id
      where d.said->>'formatData' is not null
    ), merged as (
      select t.id, t.name, t.kept || m.data as data
      from told t
      cross join lateral (
        select jsonb_object_agg(
                 f.key,
                 case when jsonb_typeof(f.value) <> 'object' or t.kept->f.key is null then f.value
                      else f.value || kept_of_languages(t.kept->f.key, f.value, ${file.locale}, ${codes}::text[]) end
               ) as data
        from jsonb_each(t.data) f
      ) m
    ), written as (
      insert into key_format_data as f (key_id, data)
      select id, data from merged where octet_length(data::text) <= ${limits.formatData}
      on conflict (key_id) do update set data = excluded.data where f.data is distinct from excluded.data
    )
    select ${file.position}::int as position, name as key from merged
    where octet_length(data::text) > ${limits.formatData}
    order by name`)
