import { type Edit, edited } from '../edits.ts'
import type { Entry } from '../entry.ts'
import type { Piece, WriteOptions, Writer } from '../format.ts'
import { Lines } from '../lines.ts'
import { patchWriter } from '../patch-writer.ts'
import { withPauses } from '../steps.ts'
import { decodeText, encoderOf, type TextFile } from '../text-file.ts'
import { type CommaStyle, commaEdits } from './comma-members.ts'
import type { Branch, Leaf, Outline } from './outline.ts'
import { planPatch } from './plan-patch.ts'
import { inTextOrder } from './tree-edits.ts'
import { TreeEntries } from './tree-entries.ts'
import type { TreeHandler } from './tree-handler.ts'

/** A kind of file that has its texts in an object or array of a program, with commas in between. */
export interface MemberLanguage<Style> {
  family: string
  /** Tells what stands in the one object. */
  scan(text: string, handler: TreeHandler, lines: Lines): Generator<void, void, void>
  /** What is new is written as the rest of the file is. */
  styleOf(text: string, outline: Outline, options: WriteOptions): Style
  /** The same for the members of one object. */
  commaStyle(style: Style, branch: Branch, text: string): CommaStyle
  /** Another text, spelled as the one that is there. */
  spelled(text: string, leaf: Leaf, wanted: string, style: Style): string
}

export const patchMembers = <Style>(base: Uint8Array, options: WriteOptions, language: MemberLanguage<Style>): Writer =>
  patchWriter((entries) => patched(base, entries, options, language))

function* patched<Style>(
  base: Uint8Array,
  entries: ReadonlyMap<string, Entry>,
  options: WriteOptions,
  language: MemberLanguage<Style>,
): Generator<Piece, void, void> {
  const { text, ...encoding }: TextFile = yield* withPauses(decodeText(base), '')
  const encode = encoderOf(encoding)
  for (const piece of edited(text, yield* editsOf(text, entries, options, language))) yield encode(piece)
}

function* editsOf<Style>(
  text: string,
  entries: ReadonlyMap<string, Entry>,
  options: WriteOptions,
  language: MemberLanguage<Style>,
): Generator<Piece, Edit[], void> {
  const outline = yield* outlineOf(text, language)
  const root = outline.branches[0] as Branch
  const planning = planPatch({ outline, root, entries, options: { ...options, structure: 'nested' } })
  const plan = yield* withPauses(planning, '')
  const style = language.styleOf(text, outline, options)
  const edits: Edit[] = plan.values.map(({ leaf, text: wanted }) => ({
    from: leaf.from,
    to: leaf.to,
    text: language.spelled(text, leaf, wanted, style),
  }))
  yield ''
  for (const change of plan.changes.values()) {
    edits.push(...commaEdits(text, change, language.commaStyle(style, change.branch, text)))
    yield ''
  }
  return inTextOrder(edits)
}

function* outlineOf<Style>(text: string, language: MemberLanguage<Style>): Generator<Piece, Outline, void> {
  const outline: Outline = { branches: [], leaves: [] }
  const lines = new Lines(text)
  const tree = new TreeEntries({ remark: () => {}, lines, family: language.family, outline })
  for (const _ of language.scan(text, tree, lines)) {
    tree.take()
    yield ''
  }
  return outline
}
