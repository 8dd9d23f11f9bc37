import { type Sql, sql } from '../../../db/sql.ts'
import { entries, type MappedFile } from './plan.ts'

/**
 * What an import says about how the texts of keys are written: a query of namespace_id, name and syntax, each key once.
 * Undefined where it says nothing, which is the usual case and costs nothing then.
 */
export type SaidSyntaxes = Sql | undefined

/** Said of files, each as a whole. Where two differ about a key, the first is right. */
export function syntaxesOfFiles(sessionId: string, files: readonly MappedFile[]): SaidSyntaxes {
  const saying = files.filter(({ syntax }) => syntax !== null)
  if (saying.length === 0) return undefined
  return sql`
    select distinct on (e.namespace_id, e.name) e.namespace_id, e.name, f.syntax
    from (${entries(sessionId, saying)}) e
    join unnest(${saying.map(({ position }) => position)}::int[], ${saying.map(({ syntax }) => syntax)}::text[])
      as f (position, syntax) on f.position = e.position
    order by e.namespace_id, e.name, e.position`
}

/** Said of keys one by one: kept like the texts of files, with the syntax for a text, and nothing for none. */
export function syntaxesOfKeys(sessionId: string, kept: readonly MappedFile[]): SaidSyntaxes {
  if (kept.length === 0) return undefined
  return sql`
    select e.namespace_id, e.name, nullif(e.value, '') as syntax from (${entries(sessionId, kept)}) e`
}

/** Living keys that are written in another way than is said of them. */
export const otherwiseWritten = (said: Sql): Sql => sql`
  select k.id, k.syntax as old_syntax, s.syntax as new_syntax
  from (${said}) s
  join keys k
    on k.namespace_id = s.namespace_id and k.name_hash = sha256(convert_to(s.name, 'UTF8')) and k.deleted_at is null
  where k.syntax is distinct from s.syntax`
