import type { Edit } from '../edits.ts'
import type { WriteOptions } from '../format.ts'
import { membersOf } from '../tree/new-branch.ts'
import type { Branch, Member, Outline } from '../tree/outline.ts'
import type { BranchChange } from '../tree/plan-patch.ts'
import { blockEdits, endOfLine, indentOf } from './block-members.ts'
import { flowEdits } from './flow-members.ts'
import type { YamlNotes } from './flow-reader.ts'
import { printMembers, type YamlStyle } from './print.ts'

interface Holder {
  branch: Branch
  member: Member
}

/** As many as are looked at in a millisecond. */
const STEP = 10_000

/** How the maps and lists of a file get other members, each in the way in which it is written. */
export class BranchEdits {
  readonly #text: string
  readonly #notes: YamlNotes
  readonly #style: YamlStyle
  readonly #remark: WriteOptions['remark']
  readonly #holders = new Map<Branch, Holder>()

  constructor(text: string, notes: YamlNotes, style: YamlStyle, remark: WriteOptions['remark']) {
    this.#text = text
    this.#notes = notes
    this.#style = style
    this.#remark = remark
  }

  /** Looks for what holds each map and list. */
  *learn({ branches }: Outline): Generator<void, void, void> {
    let count = 0
    for (const branch of branches) {
      for (const member of branch.members) {
        if (++count % STEP === 0) yield
        if (member.branch) this.#holders.set(member.branch, { branch, member })
      }
    }
  }

  of(change: BranchChange): Edit[] {
    const { branch } = change
    if (branch.isShared) return this.#leftOut(change)
    const isPair = this.#notes.pairs.has(branch.from)
    const holder = this.#holders.get(branch)
    if (branch.members.length === 0 && !branch.isList && !(holder && this.isInFlow(holder.branch)))
      return this.#fill(change, holder?.member)
    if (this.isInFlow(branch)) return flowEdits(this.#text, change, this.#style, isPair)
    return blockEdits(this.#text, change, this.#style)
  }

  /** All of a file is an alias: only a program could tell what else would change with it. */
  #leftOut({ added }: BranchChange): Edit[] {
    const message = 'The file only refers here to what stands elsewhere'
    for (const key of added.members.keys())
      this.#remark?.({ severity: 'warning', code: 'key_not_representable', key, message })
    return []
  }

  /** Whether something stands between brackets. */
  isInFlow({ from }: Branch): boolean {
    const sign = this.#text[from]
    return sign === '{' || sign === '[' || this.#notes.pairs.has(from)
  }

  /** A map of which there is nothing yet, or brackets with nothing inside: its members get lines of their own. */
  *#lines({ added }: BranchChange, indent: string): Generator<string, void, void> {
    yield indent
    yield* printMembers(added, { ...this.#style, hasLists: false }, indent)
  }

  /** In a map that has nothing but what it takes over from others. */
  #behind(change: BranchChange): Edit {
    const { from, to } = change.branch
    const at = endOfLine(this.#text, to)
    const lines = [...this.#lines(change, indentOf(this.#text, from))].join('')
    return { from: at, to: at, text: this.#style.lineEnd + lines }
  }

  #fill(change: BranchChange, holder: Member | undefined): Edit[] {
    const text = this.#text
    const { from, to } = change.branch
    if (membersOf(change.added, false).members.length === 0) return []
    const { lineEnd, unit } = this.#style
    if (from < to && !this.isInFlow(change.branch)) return [this.#behind(change)]
    if (holder) {
      const indent = indentOf(text, holder.from) + unit
      const at = endOfLine(text, to)
      const edits = [{ from: at, to: at, text: lineEnd + [...this.#lines(change, indent)].join('') }]
      return from < to ? [{ from, to, text: '' }, ...edits] : edits
    }
    const lines = [...this.#lines(change, '')].join('')
    if (from < to) return [{ from, to, text: lines }]
    const isLine = from === 0 || /[\r\n]/.test(text[from - 1] ?? '')
    return [{ from, to, text: isLine ? lines + lineEnd : lineEnd + lines }]
  }
}
