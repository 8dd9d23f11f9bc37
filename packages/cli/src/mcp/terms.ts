import { z } from 'zod'
import { shortened } from './cut.ts'
import type { Call } from './tool.ts'

export const Term = z.object({
  term: z.string(),
  isForbidden: z.boolean().describe('The source text should not have used it'),
  translations: z.array(
    z.object({
      text: z.string(),
      use: z.enum(['preferred', 'forbidden']).describe('forbidden: never write it'),
      note: z.string().nullable(),
    }),
  ),
})

/** A text of which every word is a term is a list, not a text. */
const MOST = 40

/** Each term once, however often it occurs. */
export async function termsIn(text: string, source: string, target: string, { service, signal }: Call) {
  if (text.trim() === '') return []
  const body = { text, sourceLocaleCode: source, targetLocaleCode: target }
  const { hits } = await service.client.lookupTerms({ params: service.params, body, signal })
  const terms = [...new Map(hits.map((hit) => [hit.termId, hit])).values()]
  return terms.slice(0, MOST).map(({ term, isForbidden, translations }) => ({
    term,
    isForbidden,
    translations: translations.slice(0, MOST).map(({ text: translated, termType, description }) => ({
      text: translated,
      use: termType,
      note: shortened(description, 200),
    })),
  }))
}
