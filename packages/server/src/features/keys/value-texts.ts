import type { Handle } from '../../db/pool.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { comparedPages, pagesOf } from '../../text-index/pages.ts'
import type { SearchedTexts } from '../../text-index/text-source.ts'

const PAGE = 2_000
/** Longer texts are compared one by one: what they would cost an index, they do not save. */
const LONGEST = 10_000

/** What a search tells of a key. */
export interface Candidate {
  id: number
  key: string
  sourceText: string
  targetText: string
}

/** The source texts of a project's keys that have a value in the target language, by the numbers of its changes. */
export const valueTexts = (projectId: number, sourceId: number, targetId: number): SearchedTexts<Candidate> => ({
  name: `project ${projectId} ${targetId}`,
  async measure(db) {
    // How many bytes a text has PostgreSQL knows without reading it.
    const { longest, ...amount } = await db.one<{ texts: number; characters: number; longest: number | null }>(sql`
      select count(*) as texts, coalesce(sum(octet_length(text)), 0) as characters,
             max(case when octet_length(text) > ${LONGEST} then char_length(text) end) as longest
      from (${texts(projectId, sourceId, targetId)}) t`)
    return (longest ?? 0) <= LONGEST ? amount : { texts: 0 }
  },
  read: (db, after) =>
    after === undefined
      ? readAll(db, projectId, sourceId, targetId)
      : readChanged(db, projectId, sourceId, targetId, after),
  find(db, found) {
    const ids = found.map(({ id }) => id)
    return db.rows<Candidate>(sql`${candidates(projectId, sourceId, targetId)} and k.id = any(${ids}::bigint[])`)
  },
  pages: (db) =>
    comparedPages(
      (page) => db.rows(page),
      (after) => sql`
        select k.id, s.value as "sourceText", k.id as position ${values(projectId, sourceId, targetId)}
          and k.id > ${after}
        order by k.id`,
    ),
})

interface Row {
  id: number
  text: string
}

const texts = (projectId: number, sourceId: number, targetId: number): Sql => sql`
  select k.id, s.value as text ${values(projectId, sourceId, targetId)}`

const candidates = (projectId: number, sourceId: number, targetId: number): Sql => sql`
  select k.id, k.name as key, s.value as "sourceText", t.value as "targetText" ${values(projectId, sourceId, targetId)}`

const values = (projectId: number, sourceId: number, targetId: number): Sql => sql`
  from keys k
  join translations s on s.key_id = k.id and s.locale_id = ${sourceId} and s.value <> ''
  join translations t on t.key_id = k.id and t.locale_id = ${targetId} and t.value <> ''
  where k.project_id = ${projectId} and k.deleted_at is null`

/** Among equals the older key goes first. */
const segment = ({ id, text }: Row) => {
  if (text.length > 2 * LONGEST) throw new Error('A value is too long for an index')
  return { id, text, time: -id }
}

async function* readAll(db: Handle, projectId: number, sourceId: number, targetId: number) {
  // Before the keys: what changes while they are read comes once more with the changes.
  const counter = await db.row<{ seq: number }>(sql`select seq from project_counters where project_id = ${projectId}`)
  const position = counter?.seq ?? 0
  const pages = pagesOf(
    PAGE,
    (last) => db.rows<Row>(sql`${texts(projectId, sourceId, targetId)} and k.id > ${last} order by k.id limit ${PAGE}`),
    ({ id }) => id,
  )
  for await (const page of pages) yield { upserts: page.map(segment), position }
}

async function* readChanged(db: Handle, projectId: number, sourceId: number, targetId: number, after: number) {
  for (let position = after; ; ) {
    // The position comes out of a select, so that PostgreSQL cannot look at it: else it plans each time anew.
    const changes = await db.rows<{ seq: number; keyId: number | null }>(sql`
      select seq, key_id as "keyId" from changes where project_id = ${projectId} and seq > (select ${position}::bigint)
      order by seq limit ${PAGE}`)
    const end = changes.at(-1)
    if (!end) return
    position = end.seq
    const keyIds = [...new Set(changes.flatMap(({ keyId }) => keyId ?? []))]
    const rows = await db.rows<Row>(sql`
      ${texts(projectId, sourceId, targetId)} and k.id = any(${keyIds}::bigint[])`)
    const there = new Set(rows.map(({ id }) => id))
    yield { deletes: keyIds.filter((id) => !there.has(id)), upserts: rows.map(segment), position }
    if (changes.length < PAGE) return
  }
}
