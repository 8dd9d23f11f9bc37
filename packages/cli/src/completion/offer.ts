import type { Flag, FlagTable } from '../flags/flag.ts'

export interface Completed {
  name: string
  summary: string
  flags: FlagTable
}

/** What is offered for the value of a flag: words that are known, what the program is asked for, or files. */
export type Offer = { words: readonly string[] } | { asked: 'locales' | 'namespaces' } | 'files' | 'anything'

export function offerOf(flag: Flag): Offer {
  if (flag.type === 'boolean' || flag.type === 'number') return 'anything'
  if (flag.values) return { words: flag.values }
  if (flag.completes === 'files') return 'files'
  return flag.completes ? { asked: flag.completes } : 'anything'
}
