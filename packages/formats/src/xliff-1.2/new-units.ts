import type { Edit } from '../edits.ts'
import type { Entry } from '../entry.ts'
import { UnreadableFile } from '../remark.ts'
import { indentOf } from '../xml/layout.ts'
import { type Block, newSiblings } from '../xml/new-siblings.ts'
import type { TextStyle } from './encode-text.ts'
import { type UnitStyle, unitLines } from './unit-lines.ts'
import { isMonolingual } from './unit-text.ts'
import type { XliffFile, XliffUnit } from './units.ts'

interface Place {
  file: XliffFile | undefined
  /** Those that stay. */
  units: readonly XliffUnit[]
  /** With those that leave: their ids are taken, too. */
  ids: readonly XliffUnit[]
}

/** What the file does not have yet, put among its units; those in groups stay among themselves. */
export function* newUnits(
  text: string,
  { file, units, ids }: Place,
  entries: readonly Entry[],
  style: TextStyle,
  locale: string,
): Generator<undefined, Edit[], void> {
  if (entries.length === 0) return []
  if (!file?.container) throw new UnreadableFile('syntax_error', 'There is no place for units')
  const siblings = outermost(units.filter((unit) => unit.file === file))
  const { indent, step } = layoutOf(text, siblings[0], indentOf(text, file.container.tag.from) ?? '')
  const unitStyle: UnitStyle = {
    ...style,
    indent: step ?? '',
    isMonolingual: isMonolingual(file, locale),
    ids: new Set(ids.flatMap((unit) => (unit.file === file ? [unit.id] : []))),
  }
  const blocks: Block[] = []
  for (const entry of entries) {
    const lines = unitLines(entry, unitStyle)
    if (lines.length > 0) blocks.push({ name: entry.key, lines: step === undefined ? [lines.join('')] : lines })
    yield
  }
  const { tag, content } = file.container
  const places = siblings.map(({ name, element }) => ({ name, from: element.tag.from, to: element.to }))
  return yield* newSiblings(text, { tag, end: content.to }, places, blocks, { indent, lineEnd: style.lineEnd })
}

function outermost(units: readonly XliffUnit[]): XliffUnit[] {
  const depth = units.reduce((least, { element }) => Math.min(least, element.tag.depth), Number.POSITIVE_INFINITY)
  return units.filter(({ element }) => element.tag.depth === depth)
}

/** How far units are indented and what is in them beyond that; without a step they stand on one line. */
function layoutOf(text: string, unit: XliffUnit | undefined, outer: string) {
  if (!unit) return { indent: `${outer}  `, step: '  ' }
  const indent = indentOf(text, unit.element.tag.from)
  const [segment] = unit.segments
  const child = segment?.element.tag === unit.element.tag ? segment.source?.tag : segment?.element.tag
  const inner = child && indentOf(text, child.from)
  if (indent === undefined || (child && inner === undefined)) return { indent, step: undefined }
  return { indent, step: inner?.startsWith(indent) && inner !== indent ? inner.slice(indent.length) : '  ' }
}
