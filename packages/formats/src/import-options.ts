import type { Format } from './format.ts'

/** What an import may be asked for beside what a format reads: whether files describe keys that are described already. */
const DESCRIPTIONS = ['missing', 'overwrite'] as const

/** The options that an import takes for files of a format: names with their values, the standard value first. */
export const importOptionsOf = ({ options = {}, hasDescriptions }: Format): NonNullable<Format['options']> =>
  hasDescriptions ? { descriptions: DESCRIPTIONS, ...options } : options
