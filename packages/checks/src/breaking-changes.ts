import type { Parameter } from './icu.ts'

/** Why code that was written for some parameters does not work with others. */
export interface BreakingChange {
  reason: 'key_removed' | 'parameter_added' | 'parameter_type'
  /** Left out where it is about the key. */
  parameter?: string
}

/** What code hands over for a type is understood by these. */
const UNDERSTOOD_BY: Readonly<Record<Parameter['type'], readonly Parameter['type'][]>> = {
  string: ['string'],
  number: ['number', 'string'],
  date: ['date'],
  tag: ['tag'],
}

/** What code that gives `expected` meets when its text asks for `now`; null: there is no such key any more. */
export function breakingChanges(expected: readonly Parameter[], now: readonly Parameter[] | null): BreakingChange[] {
  if (now === null) return [{ reason: 'key_removed' }]
  const given = new Map(expected.map((parameter) => [parameter.name, parameter]))
  return now.flatMap(({ name: parameter, type, required }): BreakingChange[] => {
    const known = given.get(parameter)
    if (!known) return required ? [{ reason: 'parameter_added', parameter }] : []
    if (!UNDERSTOOD_BY[known.type].includes(type)) return [{ reason: 'parameter_type', parameter }]
    // Code may leave out what it was told it may leave out.
    return required && !known.required ? [{ reason: 'parameter_added', parameter }] : []
  })
}
