import { z } from 'zod'
import { shortened } from './cut.ts'

export const Finding = z.object({
  check: z.string(),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  branch: z.string().nullable().describe('Which form of the message, where it has several'),
  start: z.int().nullable().describe('Where it stands in the text, in UTF-16 units; null: nowhere'),
  end: z.int().nullable(),
  fix: z.string().nullable().describe('The whole text without this finding, where one is known'),
})

interface Found {
  check: string
  severity: 'error' | 'warning'
  message: string
  branch: string | null
  start: number | null
  end: number | null
  fix: { value: string } | null
}

export const findingOf = ({ check, severity, message, branch, start, end, fix }: Found): z.input<typeof Finding> => ({
  check,
  severity,
  message: shortened(message, 500),
  branch,
  start,
  end,
  // A beginning would be written as the whole.
  fix: fix !== null && fix.value.length <= 2000 ? fix.value : null,
})
