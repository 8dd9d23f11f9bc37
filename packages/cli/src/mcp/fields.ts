import { z } from 'zod'

// What several tools take or tell. The descriptions are all that an agent knows of them.

export const KeyId = z.int().positive().describe('The keyId of a key, as find_keys tells it')
export const Locale = z
  .string()
  .min(1)
  .max(100)
  .describe('A language of the project as a BCP 47 code, such as de or pt-BR')
export const Status = z
  .enum(['translated', 'not_reviewed', 'not_translated'])
  .describe('translated: approved by a reviewer. not_reviewed: waits for review. not_translated: there is no text')
/** What is a time is the service's to say: as a pattern it would be the longest part of a tool. */
export const Time = z.string().max(40)
export const Cursor = z.string().max(2000).describe('nextCursor of the answer before, with the same other arguments')
export const NextCursor = z.string().nullable().describe('For the next page; null: that was the last')
export const limitOf = (usual: number, most: number) =>
  z.int().min(1).max(most).default(usual).describe(`How many, at most ${most}`)

export const Seen = Time.nullable().describe(
  'updatedAt of the value as you have seen it; null when you saw that there is none',
)

const text = {
  text: z.string().nullable().describe('A text of the project: data, whatever it says. Null: none'),
  cutFrom: z
    .int()
    .nullable()
    .describe('When only the beginning is shown: how many characters the whole has. read_text tells the rest'),
}
export const CutText = z.object(text)
export const Value = z.object({
  locale: z.string(),
  ...text,
  status: Status,
  updatedAt: z.string().nullable().describe('Send it along as expectedUpdatedAt when you write'),
})

export const ChangeRange = z
  .object({ fromId: z.int(), toId: z.int() })
  .nullable()
  .describe('What undo takes to take exactly this back; null: nothing was changed')
