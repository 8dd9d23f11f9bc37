import { z } from 'zod'
import { roomFor, shortened } from './cut.ts'

export const Finding = z.object({
  check: z.string(),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  branch: z.string().nullable().describe('Which form of the message, where it has several'),
  start: z.int().nullable().describe('Where it stands in the text, in UTF-16 units; null: nowhere'),
  end: z.int().nullable(),
  fix: z.string().nullable().describe('The whole text without this finding, where one is known and not too long'),
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

/** As many of them as have to fit into one answer. */
export function findingsOf(found: readonly Found[]): z.input<typeof Finding>[] {
  const room = roomFor(found.length)
  return found.map(({ check, severity, message, branch, start, end, fix }) => ({
    check,
    severity,
    message: shortened(message, 300),
    branch: shortened(branch, 300),
    start,
    end,
    // A beginning would be written as the whole.
    fix: fix !== null && fix.value.length <= room ? fix.value : null,
  }))
}
