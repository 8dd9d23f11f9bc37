import { z } from 'zod'
import { Locale, limitOf } from '../fields.ts'
import { languagesOf } from '../languages.ts'
import { Remembered, remembered } from '../memory.ts'
import { defineTool } from '../tool.ts'

export const searchMemory = defineTool({
  name: 'search_memory',
  title: 'Look for earlier translations',
  description:
    'How texts like this one were translated before: in the translation memories of the project and in its own keys, the most similar first. Use it for wording; get_context has it already for keys.',
  scopes: ['translations:read'],
  writes: false,
  input: z.strictObject({
    text: z.string().min(1).max(10_000).describe('In the source language'),
    locale: Locale,
    minSimilarity: z.int().min(50).max(100).default(60).describe('100: only the very same text'),
    limit: limitOf(5, 20),
  }),
  result: z.object({ matches: z.array(Remembered) }),
  async run({ text, locale, minSimilarity, limit }, call) {
    const target = (await languagesOf(call)).named(locale)
    return { matches: await remembered({ text, target, minSimilarity, limit }, call) }
  },
})
