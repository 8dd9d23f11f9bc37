import { isLonger } from '@parlance/checks'
import { z } from 'zod'
import { shortened } from './cut.ts'
import type { Call } from './tool.ts'

/** Longer texts are in no memory, and the service refuses to search for them. */
const MOST = 10_000
const SHOWN = 600

export const Remembered = z.object({
  sourceText: z.string().describe('A long one ends with …, and so does its translation'),
  targetText: z.string(),
  similarity: z.int().describe('100: the same source text; 101: of the same key, too'),
  from: z.string().describe('The memory, or the key of this project'),
})
type Match = z.output<typeof Remembered>

interface Sought {
  text: string
  target: { id: number; code: string }
  contextKey?: string
  /** The key that is being translated: its own text is no help. */
  excludeKeyId?: number
  minSimilarity: number
  limit: number
}

/** From the memories and from this project's own texts, best first; the same translation once. */
export async function remembered(sought: Sought, { service, signal }: Call): Promise<Match[]> {
  const { text, target, contextKey, excludeKeyId, minSimilarity, limit } = sought
  if (text.trim() === '' || isLonger(text, MOST)) return []
  const { client, params } = service
  const context = contextKey === undefined || isLonger(contextKey, 512) ? {} : { contextKey }
  const ofMemory = { sourceText: text, targetLocaleId: target.id, ...context, minSimilarity, maxResults: limit }
  const ofProject = {
    sourceText: text,
    targetLocale: target.code,
    limit,
    minSimilarity: minSimilarity / 100,
    ...(excludeKeyId === undefined ? {} : { excludeKeyId }),
  }
  const [memories, keys] = await Promise.all([
    client.searchProjectMemories({ params, body: ofMemory, signal }),
    client.searchSimilarKeysByBody({ params, body: ofProject, signal }),
  ])
  const all = [
    ...memories.matches.map(({ tmName, ...match }) => ({ ...match, from: tmName })),
    ...keys.matches.map(({ key, ...match }) => ({ ...match, from: key })),
  ].sort((one, other) => other.similarity - one.similarity)
  const seen = new Set<string>()
  return all
    .filter((match) => {
      const pair = JSON.stringify([match.sourceText, match.targetText])
      return !seen.has(pair) && seen.add(pair)
    })
    .slice(0, limit)
    .map(({ sourceText, targetText, similarity, from }) => ({
      sourceText: shortened(sourceText, SHOWN),
      targetText: shortened(targetText, SHOWN),
      similarity,
      from,
    }))
}
