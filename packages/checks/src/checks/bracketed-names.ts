import { isElement, type Tag } from '../text/tag.ts'
import type { Unit } from '../text/unit.ts'

/** A name in angle brackets, as `<file>` in the help of a command: no element of HTML, without attributes and without an end. */
const isName = (tag: Tag, inside: string, ended: ReadonlySet<string>) =>
  !tag.isVoid && !tag.isClosing && !isElement(tag) && !ended.has(tag.name) && !inside.includes('=')

/** What begins with a letter of any script: `<ファイル>` is no tag, and may be the translation of one. */
const BEGINS_NAME = /^\p{L}/u

const known = new WeakMap<Unit, ReadonlyMap<string, number>>()

/** How often each name stands in a text. Asked of a source for each value and each branch of it. */
function namesIn(unit: Unit): ReadonlyMap<string, number> {
  let names = known.get(unit)
  if (!names) {
    names = readNames(unit)
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

/** Names that one of two texts has and the other has not, and how often. */
interface Renamed {
  missing: ReadonlySet<string>
  extra: ReadonlySet<string>
}

const NONE: Renamed = { missing: new Set(), extra: new Set() }

/**
 * Names of the source that were translated: `<file>` is missing, and as many new names stand there in its place. Who
 * reads the help of a command in their own language wants `<fichier>`, and no program looks for either.
 */
export function translatedNames(unit: Unit, source: Unit): Renamed {
  const [here, there] = [namesIn(unit), namesIn(source)]
  if (here.size === 0 || there.size === 0) return NONE
  const [missing, lost] = surplus(there, here)
  const [extra, gained] = surplus(new Map([...here].filter(([name]) => !there.has(name))), there)
  return { missing: gained >= lost ? missing : NONE.missing, extra: lost >= gained ? extra : NONE.extra }
}

/** The names of one that are more often there than in the other, and by how much all together. */
function surplus(of: ReadonlyMap<string, number>, over: ReadonlyMap<string, number>): [Set<string>, number] {
  const names = new Set<string>()
  let sum = 0
  for (const [name, count] of of) {
    const more = count - (over.get(name) ?? 0)
    if (more <= 0) continue
    names.add(name)
    sum += more
  }
  return [names, sum]
}
