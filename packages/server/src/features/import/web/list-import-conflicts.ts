import { contract } from '@parlance/contract'
import { nothing, type Sql, sql } from '../../../db/sql.ts'
import { containing } from '../../../db/substring.ts'
import type { ProjectAccess } from '../../../http/access.ts'
import { answerInPieces } from '../../../http/answer-in-pieces.ts'
import { written } from '../../../http/written-answer.ts'
import { implement } from '../../../implement.ts'
import { findSession, type Resolution } from '../session.ts'
import { keepConflictsNow } from './kept-conflicts.ts'

interface Row {
  number: number
  filename: string
  key: string
  namespace: string
  locale: string
  existingValue: string | null
  newValue: string
  resolution: Resolution
}

export const listImportConflicts = implement(
  contract.listImportConflicts,
  async ({ db, cursors }, { access, params, query, reply }) => {
    const { limit = 50, search = '', filename = null, skip = 0 } = query
    const session = await findSession(db, access.by, params.validationId)
    const boundTo = ['listImportConflicts', access.projectId, session.id, search, filename]
    const [last] = query.cursor === undefined ? [0] : cursors.read<[number]>(boundTo, query.cursor)
    if (!session.hasConflicts) await keepConflictsNow(db, access, session)
    const matching = matchingConflicts(access, session.id, search, filename)
    const { total } = await db.one<{ total: number }>(sql`select count(*) as total ${matching}`)
    // The page first: what is passed over is counted along the index, not looked up.
    const found = await db.rows<Row>(sql`
      with page as materialized (
        select c.number ${matching} and c.number > ${last} order by c.number offset ${skip} limit ${limit + 1}
      )
      select c.number, f.filename, c.key, c.namespace, c.locale,
             ${mayRead(access) ? sql`coalesce(t.value, '')` : sql`null`} as "existingValue", c.new_value as "newValue",
             c.resolution
      from page p
      join import_conflicts c on c.session_id = ${session.id} and c.number = p.number
      join import_files f on f.session_id = c.session_id and f.position = c.file
      left join translations t on t.key_id = c.key_id and t.locale_id = c.locale_id
      order by c.number`)
    const { rows, next } = cursors.page(boundTo, found, limit, ({ number }) => [number])
    const conflicts = rows.map(({ number: _, ...conflict }) => conflict)
    return written(contract.listImportConflicts, await answerInPieces(reply, { conflicts, total, ...next }))
  },
)

const mayRead = ({ permissions }: ProjectAccess) => permissions.has('translation.view')

/** Who may not read a value cannot find out by searching what it is. */
function matchingConflicts(access: ProjectAccess, sessionId: string, search: string, filename: string | null): Sql {
  const { localeCodes } = access
  const contains = (text: Sql) => sql`folded(${text}) like folded(${containing(search)})`
  const isFound = sql`
    ${contains(sql`c.key`)} or ${contains(sql`c.new_value`)}
    ${mayRead(access) ? sql`or coalesce(${contains(sql`t.value`)}, false)` : nothing}`
  return sql`
    from import_conflicts c
    join import_files f on f.session_id = c.session_id and f.position = c.file
    left join translations t on t.key_id = c.key_id and t.locale_id = c.locale_id
    where c.session_id = ${sessionId}
      ${filename === null ? nothing : sql`and f.filename = ${filename}`}
      ${localeCodes === null ? nothing : sql`and c.locale = any(${localeCodes}::text[])`}
      ${search === '' ? nothing : sql`and (${isFound})`}`
}
