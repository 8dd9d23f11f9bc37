import type { Handle } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { entriesOfHash } from '../entries/entry.ts'
import { searchedMemories } from './searched-memories.ts'

interface LanguagePair {
  projectId: number
  sourceLocaleId: number
  targetLocaleId: number
}

/**
 * For each text the best translation among entries with the same text, in the order of a search; null where its score
 * does not reach 100. One statement for thousands of texts.
 */
export async function findEqualTexts(
  db: Handle,
  { projectId, sourceLocaleId, targetLocaleId }: LanguagePair,
  texts: readonly { text: string; key: string }[],
): Promise<(string | null)[]> {
  const found = await db.rows<{ targetText: string | null }>(sql`
    with searched as (
      select s.* from (${searchedMemories(projectId)}) s
      join memories m on m.id = s.id and m.source_locale_id = ${sourceLocaleId}
    ),
    wanted as materialized (
      select text_hash(comparable(text)) as hash, key, position
      from unnest(${texts.map(({ text }) => text)}::text[], ${texts.map(({ key }) => key)}::text[])
        with ordinality as given (text, key, position)
    )
    select best.target_text as "targetText"
    from wanted
    left join lateral (
      select e.target_text
      from searched s
      cross join lateral (${entriesOfHash(sql`s.id`, targetLocaleId, sql`wanted.hash`)}) e
      cross join lateral (select 100 + coalesce(e.context_key = wanted.key, false)::int - s.penalty as score) c
      where c.score >= 100
      order by c.score desc, s.priority desc, e.usage_count desc, e.created_at desc, e.id desc
      limit 1
    ) best on true
    order by wanted.position`)
  return found.map(({ targetText }) => targetText)
}
