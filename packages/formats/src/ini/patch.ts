import { type Edit, edited } from '../edits.ts'
import type { Entry } from '../entry.ts'
import type { Piece, WriteOptions, Writer } from '../format.ts'
import { listOf } from '../list-of.ts'
import { patchWriter } from '../patch-writer.ts'
import { withPauses } from '../steps.ts'
import { decodeText, encoderOf, lineEndOf } from '../text-file.ts'
import { type IniItem, type Section, type Sections, sectionsOf } from './sections.ts'
import { spelledValue } from './spell.ts'
import { fileName, linesOf, sectionOf } from './write.ts'

/** Entries that are looked at in a millisecond. */
const STEP = 1_000

export const patchIni = (base: Uint8Array, { prune = false }: WriteOptions): Writer =>
  patchWriter((entries) => patched(base, entries, prune))

function* patched(base: Uint8Array, entries: ReadonlyMap<string, Entry>, prune: boolean): Generator<Piece, void, void> {
  const decoded = yield* withPauses(decodeText(base), '')
  const { text } = decoded
  const sections = yield* withPauses(sectionsOf(text), '')
  const fresh = yield* withPauses(freshOf(sections, entries), '')
  const encode = encoderOf(decoded)
  for (const piece of edited(text, editsOf(text, sections, fresh, entries, prune))) yield encode(piece)
}

/** What the file does not have, by the section it goes to; those that the file does not have either by their names. */
interface Fresh {
  known: Map<Section, [key: string, entry: Entry][]>
  others: Map<string, Entry[]>
}

function* freshOf(sections: Sections, entries: ReadonlyMap<string, Entry>): Generator<void, Fresh, void> {
  const fresh: Fresh = { known: new Map(), others: new Map() }
  let looked = 0
  for (const [key, entry] of entries) {
    if (++looked % STEP === 0) yield
    if (sections.byKey.has(key)) continue
    const place = placeOf(sections, fileName(entry))
    if (typeof place === 'string') listOf(fresh.others, place).push(entry)
    else listOf(fresh.known, place).push([key, entry])
  }
  return fresh
}

/** The section with the longest name that fits; of a file without any, the top of it. */
function placeOf({ all, byName, byKey }: Sections, name: string): Section | string {
  for (let dot = name.lastIndexOf('.', name.length - 2); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const section = byName.get(name.slice(0, dot))
    if (section) return section
  }
  const isFlat = all.length === 1 && byKey.size > 0
  return (isFlat ? byName.get('') : byName.get(sectionOf(name))) ?? sectionOf(name)
}

function* editsOf(
  text: string,
  { all, byKey }: Sections,
  { known, others }: Fresh,
  entries: ReadonlyMap<string, Entry>,
  prune: boolean,
): Generator<Edit, void, void> {
  const lineEnd = lineEndOf(text)
  for (const section of all) {
    /** Of a name that comes again in a later section, only that one counts. */
    const entryOf = (key: string) => {
      const entry = entries.get(key)
      const item = section.items.get(key)
      return entry && item && byKey.get(key) !== section ? { ...entry, value: item.value } : entry
    }
    yield* section.file.edits({
      entries: known.get(section) ?? [],
      entryOf,
      prune,
      lineEnd,
      changed: ({ at, quoting, indent }, { value }) => ({
        ...at,
        text: spelledValue(value, { quoting, indent, lineEnd }),
      }),
      // A comment at the top of a file may well be about all of it, and stays.
      removed: ({ from, line, to }) => ({ from: from === 0 ? line : from, to, text: '' }),
      added: (entry, neighbour, isFirst) => added(text, section, entry, neighbour, isFirst, lineEnd).join(lineEnd),
    })
  }
  yield* newSections(text, others, lineEnd, known.size === 0)
}

function added(
  text: string,
  { name, file }: Section,
  entry: Entry,
  neighbour: IniItem | undefined,
  isFirst: boolean,
  lineEnd: string,
): string[] {
  const style = { quoting: neighbour?.quoting ?? ('none' as const), lineEnd }
  const indent = neighbour && /^[ \t]*/.exec(text.slice(neighbour.line, neighbour.line + 100))?.[0]
  const lines = linesOf(entry, name, neighbour?.separator || '=', style).map((line) => (indent ?? '') + line)
  // A comment about the file must not be taken for one of its first text.
  const isApart = isFirst && !neighbour && name === '' && file.end === text.length && text.trim() !== ''
  return isApart ? ['', ...lines] : lines
}

function* newSections(
  text: string,
  others: ReadonlyMap<string, readonly Entry[]>,
  lineEnd: string,
  hasNothingElse: boolean,
): Generator<Edit, void, void> {
  const at = text.length
  const isLine = at === 0 || text.endsWith('\n')
  let before = at === 0 && hasNothingElse ? '' : isLine ? lineEnd : lineEnd + lineEnd
  for (const [name, entries] of others) {
    const lines = entries.flatMap((entry) => linesOf(entry, name, '=', { quoting: 'none', lineEnd }))
    const block = [`[${name}]`, ...lines].join(lineEnd) + (isLine ? lineEnd : '')
    yield { from: at, to: at, text: before + block }
    before = isLine ? lineEnd : lineEnd + lineEnd
  }
}
