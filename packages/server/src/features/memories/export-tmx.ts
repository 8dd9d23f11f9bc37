import { Readable } from 'node:stream'
import { contract, type ResponseBody } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { nothing, type Sql, sql } from '../../db/sql.ts'
import { tmxHead, tmxTail, tmxUnit } from '../../formats/tmx/write.ts'
import { implement } from '../../http/implement.ts'
import { type EntryRow, findEntries } from './entry.ts'
import { findMemory } from './memory.ts'
import { findAllowedLocale, visibleEntries } from './target-locale.ts'

const PAGE = 1_000
const VERSION = '1'

export const exportTmx = implement(contract.exportTmx, async ({ db }, { access, params, query, reply }) => {
  const { targetLocaleId } = query
  if (targetLocaleId !== undefined) await findAllowedLocale(db, access, targetLocaleId)
  const { name, sourceLocaleCode } = await findMemory(db, params.tmId)
  const only = sql`e.memory_id = ${params.tmId} ${visibleEntries(access)}
    ${targetLocaleId === undefined ? nothing : sql`and e.locale_id = ${targetLocaleId}`}`
  reply.headers({
    'content-type': 'application/xml; charset=utf-8',
    'content-disposition': `attachment; filename*=UTF-8''${encodeName(name)}.tmx`,
  })
  return Readable.from(write(db, sourceLocaleCode, only)) as unknown as ResponseBody<typeof contract.exportTmx>
})

/** Page by page, as fast as the reader takes it; nothing is held open in the database meanwhile. */
async function* write(db: Handle, sourceLocale: string, only: Sql): AsyncGenerator<string> {
  yield tmxHead(sourceLocale, VERSION)
  for (let last = 0; ; ) {
    const page = await findEntries(db, sql`${only} and e.id > ${last} order by e.id limit ${PAGE}`)
    yield page.map((entry) => unit(sourceLocale, entry)).join('')
    const end = page.at(-1)
    if (!end || page.length < PAGE) break
    last = end.id
  }
  yield tmxTail
}

const unit = (sourceLocale: string, entry: EntryRow) =>
  tmxUnit({
    source: { lang: sourceLocale, text: entry.sourceText },
    target: {
      lang: entry.targetLocaleCode,
      text: entry.targetText,
      usageCount: entry.usageCount,
      createdAt: entry.createdAt,
      changedAt: entry.updatedAt,
      ...(entry.lastUsedAt ? { lastUsedAt: entry.lastUsedAt } : {}),
      ...(entry.authorName === null ? {} : { author: entry.authorName }),
    },
    context: entry.contextKey,
  })

/** As RFC 5987 wants a name in a header: everything but letters, digits and a few signs by its bytes. */
const encodeName = (name: string) =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
