import { z } from 'zod'
import { KeyId, Locale } from '../fields.ts'
import { Finding, findingsOf } from '../findings.ts'
import { languagesOf } from '../languages.ts'
import { defineTool } from '../tool.ts'

/** Of one text. */
const MOST = 10

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
    results: z.array(
      z.object({
        keyId: z.int(),
        count: z.int().describe('How many findings there are; 0: nothing is wrong'),
        findings: z.array(Finding).describe(`The first ${MOST}`),
      }),
    ),
  }),
  async run({ locale, texts }, call) {
    const { service, signal } = call
    const { code } = (await languagesOf(call)).named(locale)
    const items = texts.map(({ keyId, text }) => ({ keyId, locale: code, value: text }))
    const { results } = await service.client.previewIssues({ params: service.params, body: { items }, signal })
    const found = results.map(({ issues }) => issues.filter(({ state }) => state === 'open'))
    const shown = findingsOf(found.flatMap((open) => open.slice(0, MOST)))
    return {
      results: texts.map(({ keyId }, at) => {
        const count = found[at]?.length ?? 0
        return { keyId, count, findings: shown.splice(0, Math.min(count, MOST)) }
      }),
    }
  },
})
