import { setImmediate } from 'node:timers/promises'
import { contract } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { nothing, type Sql, sql } from '../../db/sql.ts'
import { assertLocale, type ProjectAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../http/implement.ts'
import { canonicalLocale } from '../../locale.ts'
import type { Services } from '../../services.ts'
import { codePoints, comparable, highestSimilarity, similarity } from '../../text-index/similarity.ts'
import { loadedTextsOf, type TextSource } from '../memories/index.ts'
import { findProjectLocales } from '../projects/index.ts'
import { valueTexts } from './value-texts.ts'

interface Candidate {
  keyId: number
  key: string
  sourceText: string
  targetText: string
}

const PAGE = 2_000
/** The event loop is given back after this long. */
const SLICE_MS = 10

/** Compares with the values in the source language and returns those in the target language, best first. */
export const searchSimilarKeys = implement(contract.searchSimilarKeys, async (services, { access, query }) => {
  const { db } = services
  const { limit = 5, minSimilarity = 0.5 } = query
  const locale = canonicalLocale(query.targetLocale)
  if (locale === undefined) throw fault('localeNotEnabled')
  assertLocale(access, locale)
  const enabled = await findProjectLocales(db, access.projectId)
  const target = enabled.find(({ code }) => code === locale)
  if (!target) throw fault('localeNotEnabled')
  const source = enabled.find(({ isSource }) => isSource)
  if (source) assertLocale(access, source.code)
  const wanted = codePoints(comparable(query.sourceText))
  const texts = valueTexts(access.projectId, access.sourceLocaleId, target.id)
  const options = { minSimilarity: leastScore(minSimilarity), maxResults: limit }
  const indexed = await searchIndex(services, texts, access, target.id, query, options)
  if (indexed) return { matches: indexed }
  const best = new Best(limit, leastScore(minSimilarity))
  for await (const candidates of pages(db, access.projectId, access.sourceLocaleId, target.id, excluded(query))) {
    await compare(wanted, candidates, best)
  }
  return { matches: best.found.map(({ similarity, candidate }) => ({ ...candidate, similarity })) }
})

type SearchQuery = Exclusion & { sourceText: string }

/** Undefined where the texts of the project are not in an index. */
async function searchIndex(
  services: Services,
  texts: TextSource,
  { projectId, sourceLocaleId }: ProjectAccess,
  targetId: number,
  query: SearchQuery,
  options: { minSimilarity: number; maxResults: number },
) {
  const { db } = services
  const loaded = loadedTextsOf(services)
  const exclude = await excludedIds(db, projectId, query)
  for (;;) {
    const found = await loaded.search(texts, query.sourceText, { ...options, exclude })
    if (!found) return undefined
    const { matches, forget } = found
    const ids = matches.map(({ id }) => id)
    const only = sql`and k.id = any(${ids}::bigint[])`
    const rows = await db.rows<Candidate>(candidates(projectId, sourceLocaleId, targetId, only))
    const byId = new Map(rows.map((row) => [row.keyId, row]))
    const gone = ids.filter((id) => !byId.has(id))
    if (gone.length === 0)
      return matches.flatMap(({ id, similarity }) => {
        const candidate = byId.get(id)
        return candidate ? [{ ...candidate, similarity }] : []
      })
    // Deleted or cleared since: others may have lost their place to them.
    await forget(gone)
    exclude.push(...gone)
  }
}

async function excludedIds(db: Handle, projectId: number, exclusion: Exclusion): Promise<number[]> {
  const { excludeKeyId, excludeKey, excludeNamespace } = exclusion
  const byId = excludeKeyId === undefined ? [] : [excludeKeyId]
  if (excludeKey === undefined) return byId
  const named = await db.rows<{ id: number }>(sql`
    select k.id from keys k join namespaces n on n.id = k.namespace_id
    where k.project_id = ${projectId} and k.deleted_at is null and k.name = ${excludeKey}
      ${excludeNamespace === undefined ? nothing : sql`and n.name = ${excludeNamespace}`}`)
  return [...byId, ...named.map(({ id }) => id)]
}

// 0.07 × 100 is a little over 7 in floating point; the request means 7.
const leastScore = (fraction: number) => Math.ceil(fraction * 100 - 1e-9)

interface Exclusion {
  excludeKeyId?: number
  excludeKey?: string
  excludeNamespace?: string
}

function excluded({ excludeKeyId, excludeKey, excludeNamespace }: Exclusion): Sql {
  const byId = excludeKeyId === undefined ? nothing : sql`and k.id <> ${excludeKeyId}`
  if (excludeKey === undefined) return byId
  const inNamespace = excludeNamespace === undefined ? nothing : sql`and n.name = ${excludeNamespace}`
  return sql`${byId} and not (k.name = ${excludeKey} ${inNamespace})`
}

const candidates = (projectId: number, sourceId: number, targetId: number, only: Sql): Sql => sql`
  select k.id as "keyId", k.name as key, s.value as "sourceText", t.value as "targetText"
  from keys k
  join namespaces n on n.id = k.namespace_id
  join translations s on s.key_id = k.id and s.locale_id = ${sourceId} and s.value <> ''
  join translations t on t.key_id = k.id and t.locale_id = ${targetId} and t.value <> ''
  where k.project_id = ${projectId} and k.deleted_at is null ${only}`

async function* pages(db: Handle, projectId: number, sourceId: number, targetId: number, only: Sql) {
  for (let last = 0; ; ) {
    const page = await db.rows<Candidate>(sql`
      ${candidates(projectId, sourceId, targetId, sql`and k.id > ${last} ${only}`)} order by k.id limit ${PAGE}`)
    if (page.length > 0) yield page
    const end = page.at(-1)
    if (!end || page.length < PAGE) return
    last = end.keyId
  }
}

async function compare(wanted: Uint32Array, candidates: Candidate[], best: Best): Promise<void> {
  let sliceEnd = performance.now() + SLICE_MS
  for (const candidate of candidates) {
    const text = codePoints(comparable(candidate.sourceText))
    if (highestSimilarity(wanted.length, text.length) >= best.threshold) best.offer(similarity(wanted, text), candidate)
    if (performance.now() < sliceEnd) continue
    await setImmediate()
    sliceEnd = performance.now() + SLICE_MS
  }
}

/** The best matches so far, best first, older keys first among equals. The threshold rises when they are enough. */
class Best {
  readonly found: { similarity: number; candidate: Candidate }[] = []
  readonly #limit: number
  readonly #least: number

  constructor(limit: number, least: number) {
    this.#limit = limit
    this.#least = least
  }

  get threshold(): number {
    const last = this.found[this.#limit - 1]
    return last ? last.similarity + 1 : this.#least
  }

  offer(similarity: number, candidate: Candidate): void {
    if (similarity < this.threshold) return
    const at = this.found.findIndex((known) => known.similarity < similarity)
    this.found.splice(at < 0 ? this.found.length : at, 0, { similarity, candidate })
    this.found.length = Math.min(this.found.length, this.#limit)
  }
}
