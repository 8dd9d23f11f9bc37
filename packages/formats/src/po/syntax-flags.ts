import type { Syntax } from '@parlance/contract/syntaxes'

const SYNTAXES: ReadonlyMap<string, Syntax> = new Map([
  ['c-format', 'printf'],
  ['python-format', 'python'],
  ['python-brace-format', 'python-brace'],
  ['php-format', 'php'],
  ['java-format', 'java'],
  ['ruby-format', 'ruby'],
])

export const syntaxOfFlags = (flags: readonly string[]): Syntax =>
  flags.map((flag) => SYNTAXES.get(flag)).find((syntax) => syntax !== undefined) ?? 'printf'

/** The flags of an entry whose text has this syntax by now: those of others would have it checked by their rules. */
export function flagsOfSyntax(flags: readonly string[], syntax: Syntax | null | undefined): string[] {
  const fitting = flags.filter((flag) => (SYNTAXES.get(flag) ?? syntax) === syntax)
  const own = [...SYNTAXES].find(([, of]) => of === syntax)?.[0]
  // Every text is one of printf that says nothing else.
  return own === undefined || syntax === 'printf' || fitting.includes(own) ? fitting : [...fitting, own]
}
