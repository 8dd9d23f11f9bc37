import type { Context, Finding } from '../../src/index.ts'

/** What is expected of a finding; what is not named may be anything. `at` is what stands in the value where it was found. */
export type Expected = Partial<Pick<Finding, 'branch' | 'params' | 'fix' | 'message'>> & { at?: string | null }

/** A value in a locale for a source text in English, and what this one check finds in it: nothing where the list is empty. */
export type Case = [
  locale: string,
  source: string,
  value: string,
  expected: readonly Expected[],
  context?: Partial<Context>,
]
