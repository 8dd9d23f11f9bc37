import type { contract, Query } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { nothing, sql } from '../../db/sql.ts'
import { assertLocale, type ProjectAccess } from '../../http/access.ts'
import type { Services } from '../../services.ts'
import type { Searcher } from '../../text-index/loaded-texts.ts'
import { Ranking } from '../../text-index/ranking.ts'
import { searchTexts } from '../../text-index/search-texts.ts'
import { codeOnProject, findProjectLocales, localesAmong } from '../projects/index.ts'
import { type Candidate, valueTexts } from './value-texts.ts'

/** What both routes of the search take, the one in its query and the other in its body. */
type Wanted = Query<typeof contract.searchSimilarKeys>

/** Compares with the values in the source language and returns those in the target language, best first. */
export async function findSimilarKeys(services: Services, access: ProjectAccess, searcher: Searcher, wanted: Wanted) {
  const { db } = services
  const { limit = 5, minSimilarity = 0.5 } = wanted
  const locale = codeOnProject(access, wanted.targetLocale)
  const enabled = await findProjectLocales(db, access.projectId)
  const [target] = localesAmong(enabled, [locale])
  const source = enabled.find(({ isSource }) => isSource)
  if (source) assertLocale(access, source.code)
  const ranking = new Ranking<Scored>(limit, leastScore(minSimilarity), byScore)
  await searchTexts(services, valueTexts(access.projectId, access.sourceLocaleId, target.id), {
    ...searcher,
    text: await services.texts.comparable(wanted.sourceText, searcher),
    maxResults: limit,
    exclude: await excludedIds(db, access.projectId, wanted),
    rows: new Map(),
    least: () => ranking.threshold,
    offer: (score, candidate) => ranking.offer({ ...candidate, score }),
  })
  return {
    matches: ranking.found.map(({ id: keyId, score: similarity, ...match }) => ({ keyId, ...match, similarity })),
  }
}

type Scored = Candidate & { score: number }

/** Older keys first among equals. */
const byScore = (a: Scored, b: Scored) => b.score - a.score || a.id - b.id

// 0.07 × 100 is a little over 7 in floating point; the request means 7.
const leastScore = (fraction: number) => Math.ceil(fraction * 100 - 1e-9)

interface Exclusion {
  excludeKeyId?: number
  excludeKey?: string
  excludeNamespace?: string
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
