import { type Sql, sql } from '../../../db/sql.ts'
import { keysWithTexts, SHORTEST_COMPARED, type SourceProject } from '../source-texts.ts'

/**
 * The keys, as a query of `key_id`, whose values may differ from others or agree with them since the changes after one number,
 * up to another: those with the same source text, where a value in its language was changed, the source text itself (as it
 * was, and as it became), or where a key went or came back. Asked for only where a project wants to know.
 */
export const keysOfSameSource = (project: SourceProject, after: number, upTo: number): Sql => sql`
  with texts as materialized (
    ${touchedTexts(project, after, upTo)}
  )
  ${keysWithTexts(project)}`

/** The source texts of what was changed. */
const touchedTexts = ({ id, sourceLocaleId }: SourceProject, after: number, upTo: number): Sql => sql`
  select distinct touched.text
  from changes c
  left join translations t on t.id = c.translation_id
  join translations s on s.key_id = c.key_id and s.locale_id = ${sourceLocaleId}
  cross join lateral (
    select s.value as text
    union all
    select c.before ->> 'value' where t.locale_id = ${sourceLocaleId}
  ) touched
  where c.project_id = ${id} and c.seq > ${after} and c.seq <= ${upTo}
    and (c.event in ('key.deleted', 'key.restored')
      or (c.event in ('translation.created', 'translation.updated')
        and c.before ->> 'value' is distinct from c.after ->> 'value'))
    and char_length(touched.text) >= ${SHORTEST_COMPARED}`
