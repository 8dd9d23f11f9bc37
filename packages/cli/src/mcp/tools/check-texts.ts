import { z } from 'zod'
import { KeyId, Locale } from '../fields.ts'
import { Finding, findingOf } from '../findings.ts'
import { languagesOf } from '../languages.ts'
import { defineTool } from '../tool.ts'

export const checkTexts = defineTool({
  name: 'check_texts',
  title: 'Check texts before they are written',
  description:
    'What the checks of the project would find in texts for keys: placeholders, plural forms, tags, terms, length and more. Nothing is written. Do this before you propose, and mend errors.',
  scopes: ['translations:read'],
  writes: false,
  input: z.strictObject({
    locale: Locale,
    texts: z
      .array(z.strictObject({ keyId: KeyId, text: z.string().max(65_536) }))
      .min(1)
      .max(50),
  }),
  result: z.object({
    results: z.array(z.object({ keyId: z.int(), findings: z.array(Finding).describe('Empty: nothing was found') })),
  }),
  async run({ locale, texts }, call) {
    const { service, signal } = call
    const { code } = (await languagesOf(call)).named(locale)
    const items = texts.map(({ keyId, text }) => ({ keyId, locale: code, value: text }))
    const { results } = await service.client.previewIssues({ params: service.params, body: { items }, signal })
    return {
      results: texts.map(({ keyId }, at) => ({
        keyId,
        findings: (results[at]?.issues ?? [])
          .filter(({ state }) => state === 'open')
          .slice(0, 30)
          .map(findingOf),
      })),
    }
  },
})
