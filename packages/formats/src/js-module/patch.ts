import { type Edit, edited } from '../edits.ts'
import type { Entry } from '../entry.ts'
import type { Piece, WriteOptions, Writer } from '../format.ts'
import { Lines } from '../lines.ts'
import { patchWriter } from '../patch-writer.ts'
import { decodeText, encoderOf, lineEndOf } from '../text-file.ts'
import { type CommaStyle, commaEdits, indentBefore } from '../tree/comma-members.ts'
import type { Branch, Leaf, Outline } from '../tree/outline.ts'
import { planPatch } from '../tree/plan-patch.ts'
import { inTextOrder } from '../tree/tree-edits.ts'
import { TreeEntries } from '../tree/tree-entries.ts'
import { findObject } from './find-object.ts'
import { literalOf, type Quote } from './js-text.ts'
import { type ModuleStyle, printMember, STANDARD_STYLE } from './print.ts'
import { readObject } from './read-object.ts'

export const patchModule = (base: Uint8Array, options: WriteOptions): Writer =>
  patchWriter((entries) => patched(base, entries, options))

function* patched(
  base: Uint8Array,
  entries: ReadonlyMap<string, Entry>,
  options: WriteOptions,
): Generator<Piece, void, void> {
  const decoding = decodeText(base)
  let decoded = decoding.next()
  for (; !decoded.done; decoded = decoding.next()) yield ''
  const { text, ...encoding } = decoded.value
  const encode = encoderOf(encoding)
  for (const piece of edited(text, yield* editsOf(text, entries, options))) yield encode(piece)
}

function* editsOf(
  text: string,
  entries: ReadonlyMap<string, Entry>,
  options: WriteOptions,
): Generator<Piece, Edit[], void> {
  const outline = yield* outlineOf(text)
  const root = outline.branches[0] as Branch
  const planning = planPatch({ outline, root, entries, options: { ...options, structure: 'nested' } })
  let plan = planning.next()
  for (; !plan.done; plan = planning.next()) yield ''
  const style = styleOf(text, outline, options)
  const edits: Edit[] = plan.value.values.map(({ leaf, text: wanted }) => valueEdit(text, leaf, wanted, style))
  yield ''
  for (const change of plan.value.changes.values()) {
    edits.push(...commaEdits(text, change, commaStyle(style, change.branch, text)))
    yield ''
  }
  return inTextOrder(edits)
}

function* outlineOf(text: string): Generator<Piece, Outline, void> {
  const finding = findObject(text)
  let found = finding.next()
  for (; !found.done; found = finding.next()) yield ''
  const outline: Outline = { branches: [], leaves: [] }
  const lines = new Lines(text)
  const tree = new TreeEntries({ remark: () => {}, lines, family: 'module', outline })
  for (const _ of readObject(text, found.value, tree, lines)) {
    tree.take()
    yield ''
  }
  return outline
}

/** A number or a truth stays one, where the new text is one. */
function valueEdit(text: string, { type, from, to }: Leaf, wanted: string, style: ModuleStyle): Edit {
  const isAsItIs =
    (type === 'number' && /^-?\d+(\.\d+)?$/.test(wanted)) || (type === 'boolean' && /^(true|false)$/.test(wanted))
  const quote = type === 'text' ? (text[from] as Quote) : style.quote
  return { from, to, text: isAsItIs ? wanted : literalOf(wanted, quote, style.lineEnd) }
}

/** What is new is written as the rest of the file is. */
function styleOf(text: string, { branches, leaves }: Outline, { options }: WriteOptions): ModuleStyle {
  const root = branches[0]
  const first = root?.members[0]
  const texts = leaves.filter(({ type }) => type === 'text').slice(0, 20)
  const double = texts.filter(({ from }) => text[from] === '"').length
  return {
    unit: (first && indentBefore(text, first.lead)) || STANDARD_STYLE.unit,
    quote: double * 2 > texts.length ? '"' : "'",
    hasBareNames: true,
    hasLists: options?.['arrays'] === 'lists',
    lineEnd: lineEndOf(text),
    hasLastComma: root?.members.at(-1)?.comma !== undefined || root?.members.length === 0,
  }
}

/** Only of names that need no quotes can be seen whether others like them have some. */
function hasBareNames(text: string, { members }: Branch): boolean {
  const plain = members.filter(({ name }) => /^[A-Za-z_]\w*$/.test(name))
  return plain.length === 0 || plain.some(({ from }) => !/["']/.test(text[from] ?? ''))
}

function commaStyle(style: ModuleStyle, branch: Branch, text: string): CommaStyle {
  const here = { ...style, hasBareNames: hasBareNames(text, branch) }
  return {
    restOfLine: /[ \t]*(?:\/\/[^\n\r\u2028\u2029]*|\/\*(?:[^*\n\r]|\*(?!\/))*\*\/[ \t]*)?/y,
    lineEnd: style.lineEnd,
    unit: style.unit,
    nothing: 'null',
    print: (name, node, indent, isOnOneLine) => [...printMember(name, node, here, indent, isOnOneLine)].join(''),
  }
}
