import { z } from 'zod'
import { ChangeRange } from '../fields.ts'
import { defineTool } from '../tool.ts'

const MOST = 100

export const undo = defineTool({
  name: 'undo',
  title: 'Take changes back',
  description:
    'Takes back what a range of your own changes did: all of it at once, but for what somebody has changed since, which is left alone and told. The range is `changes` of a write, or ids of list_changes. The answer has a range, too: an undo can be undone.',
  scopes: ['translations:read', 'translations:write'],
  writes: true,
  input: z.strictObject({
    fromId: z.int().positive(),
    toId: z.int().positive(),
    dryRun: z.boolean().default(false).describe('Only tell what would be done'),
  }),
  result: z.object({
    reverted: z.int().describe('Texts and keys that are again as they were'),
    skipped: z
      .array(
        z.object({
          keyId: z.int(),
          key: z.string(),
          locale: z.string().nullable(),
          reason: z.enum(['changed_since', 'name_taken', 'locale_removed', 'not_visible']),
        }),
      )
      .describe(`What is left as it is, and why; the first ${MOST}`),
    skippedCount: z.int(),
    changes: ChangeRange,
  }),
  async run(body, { service }) {
    const { reverted, skipped, changes } = await service.client.revertActivity({ params: service.params, body })
    return { reverted, skipped: skipped.slice(0, MOST), skippedCount: skipped.length, changes }
  },
})
