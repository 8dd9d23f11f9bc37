import { z } from 'zod'
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

/** Each term once, however often it occurs. */
export async function termsIn(text: string, source: string, target: string, { service, signal }: Call) {
  if (text.trim() === '') return []
  const body = { text, sourceLocaleCode: source, targetLocaleCode: target }
  const { hits } = await service.client.lookupTerms({ params: service.params, body, signal })
  return [...new Map(hits.map((hit) => [hit.termId, hit])).values()].map(({ term, isForbidden, translations }) => ({
    term,
    isForbidden,
    translations: translations.map((one) => ({ text: one.text, use: one.termType, note: one.description })),
  }))
}
