import { type Edit, edited } from '../edits.ts'
import type { Entry } from '../entry.ts'
import { shownKey } from '../entry-fault.ts'
import type { Piece, WriteOptions, Writer } from '../format.ts'
import { Lines } from '../lines.ts'
import { pausing } from '../patch-writer.ts'
import { decodeText, encoderOf } from '../text-file.ts'
import { NewBranch } from '../tree/new-branch.ts'
import type { Branch, Outline } from '../tree/outline.ts'
import { type BranchChange, type PatchPlan, planPatch } from '../tree/plan-patch.ts'
import { inTextOrder } from '../tree/tree-edits.ts'
import { TreeEntries } from '../tree/tree-entries.ts'
import { BranchEdits } from './branch-edits.ts'
import { styleOf } from './patch-style.ts'
import { tellYaml, type YamlTree } from './read-yaml.ts'
import { valueEdits } from './value-edits.ts'
import type { FormsOfEntry } from './write.ts'

/** How a kind of file understands its tree, and how it is brought up to date. */
export interface PatchedTree extends YamlTree {
  /** The branch below which the names of entries begin, or the name that one gets which is not there yet. */
  rootOf?(outline: Outline): Branch | string
  formsOf?(outline: Outline, root: Branch): FormsOfEntry
}

export function patchTree(base: Uint8Array, options: WriteOptions, kind: PatchedTree): Writer {
  const entries: Entry[] = []
  return {
    add(more) {
      for (const entry of more) entries.push(entry)
      return ''
    },
    *end() {
      const { text, ...encoding } = yield* pausing(decodeText(base))
      const encode = encoderOf(encoding)
      for (const piece of edited(text, yield* editsOf(text, entries, options, kind))) yield encode(piece)
    },
  }
}

function* editsOf(
  text: string,
  all: readonly Entry[],
  options: WriteOptions,
  kind: PatchedTree,
): Generator<Piece, Edit[], void> {
  const { outline, notes, referred } = yield* outlineOf(text, kind)
  yield ''
  const style = styleOf(text, outline, options)
  const top = outline.branches[0] ?? newBranch(text.length)
  const found = kind.rootOf?.(outline) ?? top
  const root = typeof found === 'string' ? { ...newBranch(text.length), locale: found } : found
  const formsOf = kind.formsOf?.(outline, root)
  const entries = yield* entriesIn(root, all)
  const plan = yield* pausing(planPatch({ outline, root, entries, options, ...(formsOf && { formsOf }) }))
  keepReferred(plan, referred, options)
  const branchEdits = new BranchEdits(text, notes, style, options.remark)
  yield* pausing(branchEdits.learn(outline))
  const edits: Edit[] = []
  let count = 0
  for (const { leaf, text: wanted } of plan.values) {
    edits.push(...valueEdits(text, leaf, wanted, style, notes, branchEdits.isInFlow(leaf.branch)))
    if (++count % STEP === 0) yield ''
  }
  for (const change of plan.changes.values()) {
    const own = change.branch === root && typeof found === 'string' ? below(found, top, change) : change
    edits.push(...branchEdits.of(own))
    if (++count % STEP === 0) yield ''
  }
  return inTextOrder(edits)
}

/** What aliases stand for cannot go as long as they are there. */
function keepReferred({ changes }: PatchPlan, referred: ReadonlySet<number>, { remark }: WriteOptions): void {
  const places = [...referred].sort((a, b) => a - b)
  if (places.length === 0) return
  for (const { branch, removed } of changes.values()) {
    for (const member of removed) {
      if (!hasBetween(places, member.from, member.to)) continue
      removed.delete(member)
      const message = 'It stays, because aliases in the file stand for it'
      remark?.({ severity: 'warning', code: 'unsupported_entry', key: shownKey(branch.prefix + member.name), message })
    }
  }
}

function hasBetween(sorted: readonly number[], from: number, to: number): boolean {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < from) low = middle + 1
    else high = middle
  }
  return (sorted[low] ?? to) < to
}

/** Those in the language of a branch, by their keys. */
function* entriesIn({ locale: own }: Branch, all: readonly Entry[]): Generator<Piece, Map<string, Entry>, void> {
  const entries = new Map<string, Entry>()
  for (const [at, entry] of all.entries()) {
    if (at % LOOKED_AT === 0) yield ''
    if (entry.locale === undefined || own === undefined || entry.locale === own) entries.set(entry.key, entry)
  }
  return entries
}

/** Entries that are looked at in a millisecond. */
const LOOKED_AT = 5_000
/** Changes that are worked out in a millisecond or two. */
const STEP = 100

/** What is new goes below a name that is new itself. */
function below(name: string, branch: Branch, { added }: BranchChange): BranchChange {
  const outer = new NewBranch()
  outer.members.set(name, added)
  return { branch, removed: new Set(), added: outer }
}

function* outlineOf(text: string, { isLocale, ...kind }: PatchedTree) {
  const outline: Outline = { branches: [], leaves: [] }
  const lines = new Lines(text)
  const { syntax, localeOf, pluralOf } = kind
  const tree = new TreeEntries({
    remark: () => undefined,
    lines,
    family: 'yaml',
    outline,
    ...(syntax && { syntax }),
    ...(localeOf && { localeOf }),
    ...(pluralOf && { pluralOf }),
  })
  const telling = tellYaml(text, tree, lines, isLocale)
  let told = telling.next()
  for (; !told.done; told = telling.next()) {
    tree.take()
    yield ''
  }
  return { outline, ...told.value }
}

/** A map of which a file has nothing yet. */
const newBranch = (at: number): Branch => ({
  key: '',
  isList: false,
  names: new Set(),
  prefix: '',
  isTooLong: false,
  isPlural: false,
  size: 0,
  from: at,
  to: at,
  isShared: false,
  members: [],
})
