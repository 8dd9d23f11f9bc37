import type { WriteOptions } from '../format.ts'
import { lineEndOf } from '../text-file.ts'
import type { Branch, Outline } from '../tree/outline.ts'
import { indentOf } from './block-members.ts'
import { STANDARD_STYLE, type YamlStyle } from './print.ts'
import type { Quoting } from './spell.ts'

/** Texts and names that are looked at. */
const SAMPLE = 50
/** Characters between a name and the first one below it. */
const LONGEST_GAP = 10_000

/** What is new is written as the rest of the file is. */
export function styleOf(text: string, { branches, leaves }: Outline, { options }: WriteOptions): YamlStyle {
  const texts = leaves.slice(0, 2 * SAMPLE).filter(({ type, origin }) => type === 'text' && origin === undefined)
  const names = branches.slice(0, SAMPLE).flatMap(({ isList, members }) => (isList ? [] : members.slice(0, SAMPLE)))
  return {
    unit: unitOf(text, branches) ?? STANDARD_STYLE.unit,
    quoting: usualQuoting(
      text,
      texts.map(({ from }) => from),
    ),
    nameQuoting: usualQuoting(
      text,
      names.map(({ from }) => from),
    ),
    hasLists: options?.['arrays'] === 'lists',
    lineEnd: lineEndOf(text),
  }
}

function usualQuoting(text: string, places: readonly number[]): Quoting {
  const count = (quote: string) => places.filter((from) => text[from] === quote).length
  const double = count('"')
  const single = count("'")
  if ((double + single) * 2 <= places.length) return 'plain'
  return double >= single ? 'double' : 'single'
}

/** How much further in the members of a map in a map are, where both are made of lines. */
function unitOf(text: string, branches: readonly Branch[]): string | undefined {
  for (const { isList, members } of branches.slice(0, SAMPLE)) {
    for (const { branch, from } of isList ? [] : members.slice(0, SAMPLE)) {
      const first = branch?.isList === false ? branch.members[0] : undefined
      if (!first || !isLineBetween(text, from, first.from)) continue
      const step = indentOf(text, first.from).length - indentOf(text, from).length
      if (step > 0) return ' '.repeat(step)
    }
  }
  return undefined
}

const isLineBetween = (text: string, from: number, to: number) =>
  /[\r\n]/.test(text.slice(from, Math.min(to, from + LONGEST_GAP)))
