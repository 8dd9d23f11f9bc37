import { Readable } from 'node:stream'
import { contract, type ResponseBody } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { nothing, type Sql, sql } from '../../db/sql.ts'
import { tmxHead, tmxTail, tmxUnit } from '../../formats/tmx/write.ts'
import { implement } from '../../http/implement.ts'
import { findMemory } from './memory.ts'
import { findAllowedLocale, visibleEntries } from './target-locale.ts'
import { authorsByName, tmxOrigin } from './tmx-origin.ts'

const PAGE = 1_000
/** Units that are written at a stretch: at their longest that is 2 MB. */
const STRETCH = 100
const VERSION = '1'

export const exportTmx = implement(contract.exportTmx, async ({ db }, { access, params, query, reply }) => {
  const { targetLocaleId } = query
  if (targetLocaleId !== undefined) await findAllowedLocale(db, access, targetLocaleId)
  const { name, sourceLocaleCode } = await findMemory(db, access, params.tmId)
  const only = sql`e.memory_id = ${params.tmId} ${visibleEntries(access)}
    ${targetLocaleId === undefined ? nothing : sql`and e.locale_id = ${targetLocaleId}`}`
  reply.headers({
    'content-type': 'application/xml; charset=utf-8',
    'content-disposition': `attachment; filename*=UTF-8''${encodeName(name)}.tmx`,
  })
  const [origin, authors] = await Promise.all([
    tmxOrigin(db, access.organizationId),
    authorsByName(db, access.organizationId),
  ])
  return Readable.from(write(db, sourceLocaleCode, origin, authors, only)) as unknown as ResponseBody<
    typeof contract.exportTmx
  >
})

/**
 * Page by page, as fast as the reader takes it; nothing is held open in the database meanwhile. The next page is on its
 * way while one is written.
 */
async function* write(
  db: Handle,
  sourceLocale: string,
  origin: string,
  authors: ReadonlyMap<string, number>,
  only: Sql,
): AsyncGenerator<string> {
  yield tmxHead(sourceLocale, VERSION, origin)
  let coming = readPage(db, only, 0)
  for (;;) {
    const page = await coming
    const last = page.at(-1)
    const isEnd = !last || page.length < PAGE
    if (!isEnd) {
      coming = readPage(db, only, last.id)
      // Awaited in the next turn, if there is one.
      coming.catch(() => {})
    }
    for (let at = 0; at < page.length; at += STRETCH) {
      yield page
        .slice(at, at + STRETCH)
        .map((entry) => unit(sourceLocale, entry, authors))
        .join('')
    }
    if (isEnd) break
  }
  yield tmxTail
}

interface Exported {
  id: number
  source: string
  target: string
  locale: string
  context: string | null
  used: number
  author: string | null
  authorId: number | null
  projectId: number | null
  createdAt: Date
  changedAt: Date
  lastUsedAt: Date | null
}

const readPage = (db: Handle, only: Sql, after: number) =>
  db.rows<Exported>(sql`
    select e.id, e.source_text as source, e.target_text as target, l.code as locale, e.context_key as context,
           e.usage_count as used, coalesce(u.name, e.author_name) as author, e.author_id as "authorId",
           e.source_project_id as "projectId", e.created_at as "createdAt", e.updated_at as "changedAt",
           e.last_used_at as "lastUsedAt"
    from memory_entries e
    join locales l on l.id = e.locale_id
    left join users u on u.id = e.author_id
    where ${only} and e.id > ${after} order by e.id limit ${PAGE}`)

const unit = (sourceLocale: string, entry: Exported, authors: ReadonlyMap<string, number>) =>
  tmxUnit({
    source: { lang: sourceLocale, text: entry.source },
    target: {
      lang: entry.locale,
      text: entry.target,
      usageCount: entry.used,
      createdAt: entry.createdAt,
      changedAt: entry.changedAt,
      ...(entry.lastUsedAt === null ? {} : { lastUsedAt: entry.lastUsedAt }),
      ...(entry.author === null ? {} : { author: entry.author }),
      ...(isFoundByName(entry, authors) ? {} : { authorId: entry.authorId }),
      ...(entry.projectId === null ? {} : { projectId: entry.projectId }),
    },
    context: entry.context,
  })

/** Without a name an import would put its own caller there. */
const isFoundByName = ({ author, authorId }: Exported, authors: ReadonlyMap<string, number>) =>
  author !== null && (authors.get(author) ?? null) === authorId

/** As RFC 5987 wants a name in a header: everything but letters, digits and a few signs by its bytes. */
const encodeName = (name: string) =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
