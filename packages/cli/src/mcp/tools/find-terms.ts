import { z } from 'zod'
import { Locale } from '../fields.ts'
import { languagesOf } from '../languages.ts'
import { Term, termsIn } from '../terms.ts'
import { defineTool } from '../tool.ts'

export const findTerms = defineTool({
  name: 'find_terms',
  title: 'Find glossary terms in a text',
  description:
    'The terms of the glossary that occur in a source text, with the translations to use and those never to use. get_context has them already for keys.',
  scopes: ['translations:read'],
  writes: false,
  input: z.strictObject({ text: z.string().min(1).max(20_000).describe('In the source language'), locale: Locale }),
  result: z.object({ terms: z.array(Term) }),
  async run({ text, locale }, call) {
    const languages = await languagesOf(call)
    return { terms: await termsIn(text, languages.source, languages.named(locale).code, call) }
  },
})
