import { type GlossaryTerm, NO_TERMS, PreparedTerms, type TermList, type Terms } from '@parlance/checks'
import type { Handle } from '../db/pool.ts'
import { type Sql, sql } from '../db/sql.ts'
import { FollowedGlossaries, type Glossary, type ReadTo } from './followed-glossaries.ts'

/** Each of them with all of its translations. */
const MOST_TERMS = 200_000

/** Keeps what glossaries say about texts, by the language that they are translated from. */
export class CheckedTerms {
  readonly #glossaries = new FollowedGlossaries<GlossaryTerm, PreparedTerms>({
    make: ({ localeCode }) => new PreparedTerms(localeCode),
    findChanged,
    mostTerms: MOST_TERMS,
  })

  /** Whoever is in a transaction gives its handle. */
  async current(handle: Handle, projectId: number): Promise<Terms> {
    const glossary = await findGlossaryOf(handle, projectId)
    return glossary ? this.#glossaries.current(handle, glossary) : NO_TERMS
  }
}

/** In the language that a project is translated from. */
const findGlossaryOf = (handle: Handle, projectId: number) =>
  handle.row<Glossary>(sql`
    select g.id, g.revision, l.id as "localeId", l.code as "localeCode"
    from projects p
    join glossaries g on g.organization_id = p.organization_id
    join locales l on l.id = p.source_locale_id
    where p.id = ${projectId}`)

const versionOf = ({ id, revision, localeCode }: Glossary) => `${id}.${revision}.${localeCode}`

/** Names what `readTermList` would read; the same as long as nobody changes the glossary. */
export async function versionOfTermList(handle: Handle, projectId: number): Promise<string> {
  const glossary = await findGlossaryOf(handle, projectId)
  return glossary ? versionOf(glossary) : NO_LIST.version
}

const NO_LIST: TermList = { version: '', sourceLocale: '', pages: [] }
const TERMS_OF_PAGE = 2_000

/**
 * The same as plain data, for a thread. Changes that are committed meanwhile may be in it or not, and make another version
 * in any case.
 */
export async function readTermList(handle: Handle, projectId: number): Promise<TermList> {
  const glossary = await findGlossaryOf(handle, projectId)
  if (!glossary) return NO_LIST
  const pages = await handle.rows<{ page: string }>(sql`
    select json_agg(term order by place)::text as page
    from (
      select to_json(s) as term, row_number() over (order by s.id) - 1 as place
      from (
        select ${COLUMNS}
        from terms t join locales l on l.id = t.source_locale_id
        where t.glossary_id = ${glossary.id} and (
          t.source_locale_id = ${glossary.localeId} or t.term_type = 'forbidden'
          or exists (select from term_translations tt where tt.term_id = t.id and tt.term_type = 'forbidden'))
      ) s
    ) numbered
    group by place / ${TERMS_OF_PAGE}::int`)
  return { version: versionOf(glossary), sourceLocale: glossary.localeCode, pages: pages.map(({ page }) => page) }
}

const COLUMNS: Sql = sql`
  t.id, l.code as locale, t.term, t.term_type = 'forbidden' as "isForbidden", t.is_case_sensitive as "isCaseSensitive",
  t.is_exact_match as "isExactMatch", t.is_translatable as "isTranslatable", (
    select coalesce(json_agg(json_build_object(
      'locale', tl.code, 'text', tt.text, 'isForbidden', tt.term_type = 'forbidden')), '[]')
    from term_translations tt join locales tl on tl.id = tt.locale_id
    where tt.term_id = t.id) as translations`

const findChanged = (handle: Handle, { id }: Glossary, after: ReadTo, most: number) =>
  handle.rows<GlossaryTerm & ReadTo>(sql`
    select ${COLUMNS}, t.revision
    from terms t join locales l on l.id = t.source_locale_id
    where t.glossary_id = ${id} and (t.revision, t.id) > (${after.revision}::bigint, ${after.id}::bigint)
    order by t.revision, t.id
    limit ${most}`)
