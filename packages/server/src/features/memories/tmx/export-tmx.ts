import { Readable } from 'node:stream'
import { contract } from '@parlance/contract'
import { tmxHead, tmxTail, tmxUnit } from '@parlance/formats/tmx'
import type { Handle } from '../../../db/pool.ts'
import { nothing, type Sql, sql } from '../../../db/sql.ts'
import { written } from '../../../http/written-answer.ts'
import { implement } from '../../../implement.ts'
import { allowedLocales } from '../../organizations/index.ts'
import { visibleEntries } from '../entries/visible-entries.ts'
import { findMemory } from '../memory.ts'
import { organizationLocales } from './locale-mapping.ts'
import { authorsByName, tmxOrigin } from './tmx-origin.ts'

const PAGE = 1_000
/** Of a page, more or less: the texts of entries may be a hundred times as long as usual, and wait for a reader. */
const PAGE_CHARACTERS = 500_000
/** Units that are written at a stretch: at their longest that is 2 MB. */
const STRETCH = 100
const VERSION = '1'

export const exportTmx = implement(contract.exportTmx, async ({ db, downloads }, { access, params, query, reply }) => {
  const { targetLocaleId } = query
  if (targetLocaleId !== undefined) await allowedLocales(db, access, [targetLocaleId])
  const { name, sourceLocaleCode } = await findMemory(db, access, params.tmId)
  const only = sql`e.memory_id = ${params.tmId} ${visibleEntries(access)}
    ${targetLocaleId === undefined ? nothing : sql`and e.locale_id = ${targetLocaleId}`}`
  await downloads.begin(access, reply)
  reply.headers({
    'content-type': 'application/xml; charset=utf-8',
    'content-disposition': `attachment; filename*=UTF-8''${encodeName(name)}.tmx`,
  })
  const [origin, members] = await Promise.all([
    tmxOrigin(db, access.organizationId),
    authorsByName(db, access.organizationId),
  ])
  const names = new Names(access.organizationId, members)
  const head = tmxHead(sourceLocaleCode, VERSION, origin)
  return written(
    contract.exportTmx,
    Readable.from(write(db, head, sourceLocaleCode, names, only), { objectMode: false }),
  )
})

/**
 * Page by page, as fast as the reader takes it; nothing is held open in the database meanwhile. The next page is on its
 * way while one is written.
 */
async function* write(db: Handle, head: string, sourceLocale: string, names: Names, only: Sql): AsyncGenerator<string> {
  yield head
  let count = PAGE / 10
  let coming = readPage(db, only, 0, count)
  for (;;) {
    const page = await coming
    const last = page.at(-1)
    const isEnd = !last || page.length < count
    if (!isEnd) {
      count = countOf(page)
      coming = readPage(db, only, last.id, count)
      // Awaited in the next turn, if there is one.
      coming.catch(() => {})
    }
    await names.meet(db, page)
    for (let at = 0; at < page.length; at += STRETCH) {
      yield page
        .slice(at, at + STRETCH)
        .map((entry) => unit(sourceLocale, names, entry))
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
  localeId: number
  context: string | null
  used: number
  authorId: number | null
  /** Where only a file knows the author. */
  author: string | null
  projectId: number | null
  createdAt: Date
  changedAt: Date
  lastUsedAt: Date | null
}

/** How many entries like these make a page. */
function countOf(page: readonly Exported[]): number {
  const characters = page.reduce((sum, { source, target }) => sum + source.length + target.length, 1)
  return Math.max(1, Math.min(PAGE, Math.floor((PAGE_CHARACTERS / characters) * page.length)))
}

const readPage = (db: Handle, only: Sql, after: number, count: number) =>
  db.rows<Exported>(sql`
    select e.id, e.source_text as source, e.target_text as target, e.locale_id as "localeId", e.context_key as context,
           e.usage_count as used, e.author_id as "authorId", e.author_name as author,
           e.source_project_id as "projectId", e.created_at as "createdAt", e.updated_at as "changedAt",
           e.last_used_at as "lastUsedAt"
    from memory_entries e
    where ${only} and e.id > ${after} order by e.id limit ${count}`)

/**
 * What languages and authors are called. Not joined: a memory that PostgreSQL has not counted yet is taken for one of
 * a row, and each of a thousand entries was held against all users, 80 ms for a page.
 */
class Names {
  readonly #organizationId: number
  readonly #codes = new Map<number, string>()
  readonly #authors = new Map<number, string | null>()
  readonly #members: ReadonlyMap<string, number>

  constructor(organizationId: number, members: ReadonlyMap<string, number>) {
    this.#organizationId = organizationId
    this.#members = members
  }

  /** Looks up what a page has that was not met before. */
  async meet(db: Handle, page: readonly Exported[]): Promise<void> {
    if (page.some(({ localeId }) => !this.#codes.has(localeId))) {
      const locales = await organizationLocales(db, this.#organizationId)
      for (const [code, id] of locales) this.#codes.set(id, code)
    }
    const authorIds = new Set(page.flatMap(({ authorId }) => authorId ?? []))
    const unmet = [...authorIds].filter((id) => !this.#authors.has(id))
    if (unmet.length === 0) return
    const found = await db.rows<{ id: number; name: string }>(sql`
      select id, name from users where id = any(${unmet}::bigint[])`)
    for (const id of unmet) this.#authors.set(id, null)
    for (const { id, name } of found) this.#authors.set(id, name)
  }

  codeOf({ localeId }: Exported): string {
    return this.#codes.get(localeId) ?? ''
  }

  authorOf({ authorId, author }: Exported): string | null {
    return (authorId === null ? null : this.#authors.get(authorId)) ?? author
  }

  /** Whether an import finds the author by the name. Without a name it would put its own caller there. */
  isFound(author: string | null, authorId: number | null): boolean {
    return author !== null && (this.#members.get(author) ?? null) === authorId
  }
}

const unit = (sourceLocale: string, names: Names, entry: Exported) => {
  const author = names.authorOf(entry)
  return tmxUnit({
    source: { lang: sourceLocale, text: entry.source },
    target: {
      lang: names.codeOf(entry),
      text: entry.target,
      usageCount: entry.used,
      createdAt: entry.createdAt,
      changedAt: entry.changedAt,
      ...(entry.lastUsedAt === null ? {} : { lastUsedAt: entry.lastUsedAt }),
      ...(author === null ? {} : { author }),
      ...(names.isFound(author, entry.authorId) ? {} : { authorId: entry.authorId }),
      ...(entry.projectId === null ? {} : { projectId: entry.projectId }),
    },
    context: entry.context,
  })
}

/** As RFC 5987 wants a name in a header: everything but letters, digits and a few signs by its bytes. */
const encodeName = (name: string) =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
