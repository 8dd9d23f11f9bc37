import { contract } from '@parlance/contract'
import type { Database } from '../../../db/pool.ts'
import { nothing, type Sql, sql } from '../../../db/sql.ts'
import { containing } from '../../../db/substring.ts'
import type { ProjectAccess } from '../../../http/access.ts'
import { answerInPieces } from '../../../http/answer-in-pieces.ts'
import { written } from '../../../http/written-answer.ts'
import { implement } from '../../../implement.ts'
import { findSession, type Resolution, type Session } from '../session.ts'
import { keepConflictsNow } from './kept-conflicts.ts'

interface Row {
  number: number
  file: number
  key: string
  namespace: string
  locale: string
  existingValue: string | null
  newValue: string
  resolution: Resolution
}

interface Sought {
  search: string
  filename: string | null
}

/** Rows that follow a number, after so many that are passed over. */
interface Stretch {
  after: number
  skip: number
  most: number
}

export const listImportConflicts = implement(
  contract.listImportConflicts,
  async ({ db, cursors }, { access, params, query, reply }) => {
    const { limit = 50, search = '', filename = null, skip = 0 } = query
    const session = await findSession(db, access.by, params.validationId)
    const boundTo = ['listImportConflicts', access.projectId, session.id, search, filename]
    const [after] = query.cursor === undefined ? [0] : cursors.read<[number]>(boundTo, query.cursor)
    if (!session.hasConflicts) await keepConflictsNow(db, access, session)
    const isWhole = search === '' && filename === null && access.localeCodes === null
    const stretch = { after, skip, most: limit + 1 }
    const { total, numbers } = isWhole
      ? await findAny(db, session, stretch)
      : await findMatching(db, access, session, { search, filename }, stretch)
    const found = await readConflicts(db, access, session, numbers)
    const { rows, next } = cursors.page(boundTo, found, limit, ({ number }) => [number])
    const names = new Map(session.files.map((file) => [file.position, file.filename]))
    const conflicts = rows.map(({ number: _, file, ...conflict }) => ({ filename: names.get(file) ?? '', ...conflict }))
    return written(contract.listImportConflicts, await answerInPieces(reply, { conflicts, total, ...next }))
  },
)

const mayRead = ({ permissions }: ProjectAccess) => permissions.has('translation.view')

/** They are numbered without gaps, so nothing has to be counted. */
async function findAny(db: Database, session: Session, { after, skip, most }: Stretch) {
  const { total } = await db.one<{ total: number }>(sql`
    select coalesce(max(number), 0) as total from import_conflicts where session_id = ${session.id}`)
  const first = after + skip + 1
  const length = Math.max(0, Math.min(most, total - first + 1))
  return { total, numbers: Array.from({ length }, (_, at) => first + at) }
}

/** Gone through once: what is counted is what the page is cut from. */
async function findMatching(
  db: Database,
  access: ProjectAccess,
  session: Session,
  sought: Sought,
  { after, skip, most }: Stretch,
) {
  const { total, numbers } = await db.one<{ total: number; numbers: number[] }>(sql`
    with matching as materialized (select c.number ${matchingConflicts(access, session, sought)})
    select count(*) as total, array(
      select number from matching where number > ${after} order by number offset ${skip} limit ${most}) as numbers
    from matching`)
  return { total, numbers }
}

/** Who may not read a value cannot find out by searching what it is. */
function matchingConflicts(access: ProjectAccess, session: Session, { search, filename }: Sought): Sql {
  const { localeCodes } = access
  const files = session.files.filter((file) => file.filename === filename).map(({ position }) => position)
  const contains = (text: Sql) => sql`folded(${text}) like folded(${containing(search)})`
  const values = sql`left join translations t on t.key_id = c.key_id and t.locale_id = c.locale_id`
  const isFound = sql`
    ${contains(sql`c.key`)} or ${contains(sql`c.new_value`)}
    ${mayRead(access) ? sql`or coalesce(${contains(sql`t.value`)}, false)` : nothing}`
  return sql`
    from import_conflicts c
    ${search === '' ? nothing : values}
    where c.session_id = ${session.id}
      ${filename === null ? nothing : sql`and c.file = any(${files}::int[])`}
      ${localeCodes === null ? nothing : sql`and c.locale = any(${localeCodes}::text[])`}
      ${search === '' ? nothing : sql`and (${isFound})`}`
}

const readConflicts = (db: Database, access: ProjectAccess, session: Session, numbers: readonly number[]) =>
  db.rows<Row>(sql`
    select c.number, c.file, c.key, c.namespace, c.locale,
           ${mayRead(access) ? sql`coalesce(t.value, '')` : sql`null`} as "existingValue", c.new_value as "newValue",
           c.resolution
    from import_conflicts c
    left join translations t on t.key_id = c.key_id and t.locale_id = c.locale_id
    where c.session_id = ${session.id} and c.number = any(${numbers}::int[])
    order by c.number`)
