import { isElement, type Tag } from '../text/tag.ts'
import type { Unit } from '../text/unit.ts'

/** A name in angle brackets, as `<file>` in the help of a command: no element of HTML, without attributes and without an end. */
const isName = (tag: Tag, inside: string, ended: ReadonlySet<string>) =>
  !tag.isVoid && !tag.isClosing && !isElement(tag) && !ended.has(tag.name) && !inside.includes('=')

/** What begins with a letter of any script: `<ファイル>` is no tag, and may be the translation of one. */
const BEGINS_NAME = /^\p{L}/u

/** How often each name stands in a text, and all of them together. */
interface Names {
  counts: ReadonlyMap<string, number>
  sum: number
}

const known = new WeakMap<Unit, Names>()

/** Asked of a source for each value and each branch of it. */
function namesIn(unit: Unit): Names {
  let names = known.get(unit)
  if (!names) {
    const counts = readNames(unit)
    names = { counts, sum: Array.from(counts.values()).reduce((sum, count) => sum + count, 0) }
    known.set(unit, names)
  }
  return names
}

function readNames({ text, tags }: Unit): Map<string, number> {
  const names = new Map<string, number>()
  const add = (name: string) => names.set(name, (names.get(name) ?? 0) + 1)
  const ended = new Set<string>()
  for (const { isClosing, name } of tags) if (isClosing) ended.add(name)
  let next = 0
  for (let start = text.indexOf('<'); start >= 0; start = text.indexOf('<', start + 1)) {
    while (next < tags.length && (tags[next] as Tag).start < start) next++
    const tag = tags[next]
    const end = tag?.start === start ? tag.end : endOfBrackets(text, start)
    if (end < 0) continue
    const inside = text.slice(start + 1, end - 1)
    if (tag?.start === start) {
      if (isName(tag, inside, ended)) add(tag.name)
    } else if (BEGINS_NAME.test(inside) && !inside.includes('=')) add(inside)
    start = end - 1
  }
  return names
}

function endOfBrackets(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '<' && text[at] !== '>' && text[at] !== '\n') at++
  return text[at] === '>' ? at + 1 : -1
}

/** Which names of the source were translated, and which ones are translations. */
interface Translated {
  isMissing: (name: string) => boolean
  isExtra: (name: string) => boolean
}

const never = () => false

/**
 * Names of the source that were translated: `<file>` is missing, and as many new names stand there in its place. Who
 * reads the help of a command in their own language wants `<fichier>`, and no program looks for either.
 */
export function translatedNames(unit: Unit, source: Unit): Translated {
  const [here, there] = [namesIn(unit), namesIn(source)]
  if (here.sum === 0 || there.sum === 0) return { isMissing: never, isExtra: never }
  // By the names of the unit alone: a source of many names may have a thousand units beside it.
  let [lost, gained] = [there.sum, 0]
  for (const [name, count] of here.counts) {
    const expected = there.counts.get(name)
    if (expected === undefined) gained += count
    else lost -= Math.min(expected, count)
  }
  return {
    isMissing: gained >= lost ? (name) => there.counts.has(name) : never,
    isExtra: lost >= gained ? (name) => here.counts.has(name) && !there.counts.has(name) : never,
  }
}
