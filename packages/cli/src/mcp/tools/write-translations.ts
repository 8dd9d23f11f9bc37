import { z } from 'zod'
import { KeyId, Locale, Seen, Status } from '../fields.ts'
import { given } from '../given.ts'
import { languagesOf } from '../languages.ts'
import { defineTool } from '../tool.ts'
import { unsendable, Written, writeValues } from '../written.ts'

export const writeTranslations = defineTool({
  name: 'write_translations',
  title: 'Write or approve translations',
  description:
    'Sets texts and their review status as a reviewer does: approves texts that are there, sends them back, replaces or clears them. Only when you were asked to review or approve; for everything else there is propose_translations. Each is written only if the value is still the one you saw. The answer has before and after of each, and the range that undo takes.',
  scopes: ['translations:read', 'translations:write', 'translations:review'],
  writes: true,
  input: z.strictObject({
    translations: z
      .array(
        z.strictObject({
          keyId: KeyId,
          locale: Locale,
          text: z
            .string()
            .max(65_536)
            .optional()
            .describe('Left out, the text stays. Empty with not_translated: cleared'),
          status: Status,
          expectedUpdatedAt: Seen,
        }),
      )
      .min(1)
      .max(100),
  }),
  result: Written,
  async run({ translations }, call) {
    const values = translations.map(({ text, ...where }) => ({ ...where, ...given({ value: text }) }))
    const languages = await languagesOf(call)
    const against = values.map((value) => unsendable(value, languages))
    return writeValues(values, against, call)
  },
})
