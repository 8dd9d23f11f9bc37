import { type Sql, sql } from '../../db/sql.ts'
import { keysWithTexts, SHORTEST_COMPARED, type SourceProject } from './source-texts.ts'

/**
 * Whether a value, a row `t` of translations, was made for another source text than the one in row `s`: for the one that
 * stood beside it when it was last written, in whatever order one request wrote both. Setting its status is writing it, as
 * everywhere else: whoever does so has looked. A value that was there first is taken to be made for the first text that came.
 * A history that does not reach back tells nothing.
 *
 * Rows alone tell that the source was changed later; only of those the history is read. A change of the same transaction is
 * known by `xmin`, but after the database was restored from a copy all rows bear the same, so the time counts too.
 */
export const isOutdated = (t: Sql, s: Sql): Sql => sql`
  case when ${t}.updated_at < ${s}.source_changed_at then coalesce((
    select ${s}.value <> coalesce(
      nullif((
        ${textOf(s)} and (c.seq < written.seq or (c.at = written.at and c.xmin = written.xmin))
        order by c.seq desc limit 1), ''),
      (${textOf(s)} and c.seq > written.seq and c.after ->> 'value' <> '' order by c.seq limit 1))
    from (
      select c.seq, c.at, c.xmin from changes c where ${isWriting(t)} order by c.seq desc limit 1
    ) written
  ), false) and ${s}.value <> '' else false end`

const textOf = (t: Sql): Sql => sql`select c.after ->> 'value' from changes c where ${isWriting(t)}`

/** Changes `c` of a value. */
const isWriting = (t: Sql): Sql => sql`
  c.project_id = ${t}.project_id and c.key_id = ${t}.key_id and c.translation_id = ${t}.id
  and c.event in ('translation.created', 'translation.updated')`

/**
 * Whether a value `t` differs from what another key with the same source text has in its language, for those that `which`
 * chooses: all of them are compared once. Texts are the same when every character is; empty values are nobody's other.
 */
export const isInconsistent = (project: SourceProject, which: Sql): Sql => sql`
  t.id in (
    with asked as materialized (
      select t.id, t.locale_id, s.value as text
      from translations t
      join translations s on s.key_id = t.key_id and s.locale_id = ${project.sourceLocaleId}
      where t.project_id = ${project.id} and t.locale_id <> ${project.sourceLocaleId} and t.value <> ''
        and char_length(s.value) >= ${SHORTEST_COMPARED} and ${which}
    ), texts as materialized (
      select distinct text from asked
    ), same as materialized (
      ${keysWithTexts(project)}
    ), several as materialized (
      select s.text, v.locale_id
      from same s cross join lateral (
        select v.locale_id, v.value from translations v
        where v.key_id = s.key_id and v.locale_id = any(array(select distinct locale_id from asked)) and v.value <> ''
        offset 0
      ) v
      group by s.text, v.locale_id
      having min(v.value collate "C") <> max(v.value collate "C")
    )
    select a.id from asked a join several x on x.text = a.text and x.locale_id = a.locale_id
  )`
