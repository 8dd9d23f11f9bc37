import { limits } from '@parlance/contract/limits'
import type { Syntax } from '@parlance/contract/syntaxes'
import { cutDescription } from '../description.ts'
import type { Entry } from '../entry.ts'
import { type Fault, faultOf, shownKey } from '../entry-fault.ts'
import type { ReadOptions, ReadPart } from '../format.ts'
import type { Lines } from '../lines.ts'
import { LONGEST_KEPT_NAME, LONGEST_NAME, LONGEST_PREFIX, shortened, storedKey } from '../stored-key.ts'
import type { Branch, Leaf, Member, Outline, ScalarType } from './outline.ts'
import type { CommentBefore, TreeHandler } from './tree-handler.ts'

const MAX_LEVELS = 64

const TWICE = 'The same name twice'

export interface TreeOptions extends Pick<ReadOptions, 'remark'> {
  lines: Lines
  /** Under which name formats of this kind keep what only they can say. */
  family: string
  syntax?: Syntax
  /** The locale that a name at the very top stands for, where such names do. */
  localeOf?(name: string): string | undefined
  /** One plural of the members of an object, which are all texts; undefined where they are none. */
  pluralOf?(names: ReadonlySet<string>, texts: readonly Entry[], branch: Branch): string | undefined
  /** Filled for those who patch. */
  outline?: Outline
}

/** The texts of a file that nests, by their names; nested names are joined by dots, places in lists are numbers. */
export class TreeEntries implements TreeHandler {
  readonly #options: TreeOptions
  #entries: Entry[] = []
  #nodes = 0
  /** Every name that came before, as a whole. */
  readonly #keys = new Set<string>()
  readonly #branches: Branch[] = []
  /** How many levels deeper than allowed: what is there is not looked at. */
  #beyond = 0
  #member: { name: string; from: number; comment?: CommentBefore | undefined } = { name: '', from: 0 }
  /** The name of the last error, where that was a name that came twice: it is told when the name comes, and not again. */
  #told: string | undefined
  /** Where the texts of the innermost branch begin, as long as they may be forms of one plural. */
  #formsFrom: number | undefined
  /** Whether what comes now stands elsewhere in the file, and where. */
  origin: number | undefined
  /** Whether what comes now is a member by `<<` alone. */
  isMerged = false

  constructor(options: TreeOptions) {
    this.#options = options
  }

  /** What came since the last time. */
  take(): ReadPart {
    const ready = this.#formsFrom ?? this.#entries.length
    const part = { entries: this.#entries.slice(0, ready), nodes: this.#nodes }
    this.#entries = this.#entries.slice(ready)
    if (this.#formsFrom !== undefined) this.#formsFrom = 0
    this.#nodes = 0
    return part
  }

  /** Whether the innermost branch has such a member already. */
  has(name: string): boolean {
    return this.#beyond === 0 && this.#branches.at(-1)?.names.has(name) === true
  }

  open(kind: 'map' | 'list', from: number): void {
    this.#nodes++
    this.#formsFrom = undefined
    if (this.#beyond > 0 || this.#branches.length === MAX_LEVELS) {
      if (this.#beyond++ === 0)
        this.#tell('error', this.#path(), ['too_deep', `Nested deeper than ${MAX_LEVELS} levels`])
      return
    }
    const branch = this.#branchAt(from, kind === 'list')
    this.#keep(branch)
    this.#branches.push(branch)
    if (kind === 'map' && this.#options.pluralOf && branch.prefix !== '') this.#formsFrom = this.#entries.length
  }

  close(to: number): void {
    if (this.#beyond > 0) {
      this.#beyond--
      return
    }
    const branch = this.#branches.pop()
    if (!branch) return
    branch.to = to
    this.#ended(to)
    if (this.#formsFrom !== undefined) this.#join(branch, this.#formsFrom)
    this.#formsFrom = undefined
  }

  member(name: string | undefined, from: number, comment?: CommentBefore, mayRepeat = false): void {
    if (this.#beyond > 0) return
    const branch = this.#branches.at(-1)
    // Nobody asks for more of a name that is too long than that it is.
    const told = name !== undefined && name.length > LONGEST_NAME ? shortened(name) : name
    this.#member = { name: told ?? `${branch?.size ?? 0}`, from, comment }
    if (!branch) return
    branch.size++
    if (branch.isList) return
    if (!mayRepeat && branch.names.has(this.#member.name)) this.#tell('error', this.#path(), ['duplicate_key', TWICE])
    branch.names.add(this.#member.name)
  }

  memberEnd(to: number, comma: number | undefined): void {
    const member = this.#beyond > 0 ? undefined : this.#branches.at(-1)?.members.at(-1)
    if (member) Object.assign(member, { to, comma })
  }

  scalar(type: ScalarType, text: string, from: number, to: number): void {
    this.#nodes++
    if (this.#beyond > 0) return
    const branch = this.#branches.at(-1)
    const key = this.#path()
    if (branch && this.#options.outline) this.#keepLeaf({ key, type, value: text, from, to, branch })
    if (type === 'null' && branch?.isList) return
    const id = branch?.locale === undefined ? key : `${branch.locale}\0${key}`
    const known = this.#keys.size
    const isNew = this.#keys.add(id).size > known
    const fault = this.#faultOf(type, key, text, !isNew && this.#told !== key)
    if (fault) this.#tell('error', key, fault)
    else if (type !== 'text') this.#tell('warning', key, ['number_as_text', `A ${type} was taken as text`])
    // Where there is a fault, for its name alone: such a text may be megabytes.
    if (isNew) this.#entries.push(this.#entry(key, fault ? '' : text, from, to, branch))
  }

  unsupported(message: string, _from: number, to: number): void {
    this.#nodes++
    if (this.#beyond > 0) return
    this.#formsFrom = undefined
    this.#tell('warning', this.#path(), ['unsupported_entry', message])
    this.#keepMember({ to })
  }

  #faultOf(type: ScalarType, key: string, text: string, isTwice: boolean): Fault | undefined {
    if (type === 'null') return ['null_value', 'null is no text']
    return faultOf(key, text) ?? (isTwice ? ['duplicate_key', TWICE] : undefined)
  }

  #entry(key: string, value: string, from: number, to: number, branch: Branch | undefined): Entry {
    const { syntax, family } = this.#options
    const entry: Entry = { key, value }
    if (syntax) entry.syntax = syntax
    const description = this.#description(key, this.#member.comment?.text)
    if (description) entry.description = description
    if (branch?.locale !== undefined) entry.locale = branch.locale
    const name = branch ? branch.prefix + this.#member.name : this.#member.name
    if (!branch?.isTooLong && storedKey(name) !== name && key === storedKey(name)) {
      if (name.length <= LONGEST_KEPT_NAME) entry.formatData = { [family]: { name } }
      else this.#tell('warning', key, ['format_data_too_large', 'The name is too long to be kept as a whole'])
    }
    return Object.assign(entry, { at: { from, to } })
  }

  #description(key: string, text: string | undefined): string | undefined {
    if (text === undefined) return undefined
    const { description, isCut } = cutDescription(text)
    if (isCut) this.#tell('warning', key, ['description_cut', `Cut to ${limits.keyDescription} characters`])
    return description.toWellFormed().replaceAll('\0', '\ufffd')
  }

  #join(branch: Branch, from: number): void {
    const texts = this.#entries.slice(from)
    const value = this.#options.pluralOf?.(branch.names, texts, branch)
    const [first] = texts
    if (value === undefined || !first || texts.length < branch.names.size) return
    branch.isPlural = true
    const { description: _, at: __, ...shared } = first
    const forms = texts.flatMap(({ description = [] }) => description)
    const described = this.#description(branch.key, [branch.comment ?? [], ...forms].flat().join('\n'))
    const joined: Entry = {
      ...shared,
      key: branch.key,
      value,
      isPlural: true,
      at: { from: branch.from, to: branch.to },
    }
    if (described) joined.description = described
    this.#entries.splice(from, texts.length, joined)
  }

  #branchAt(from: number, isList: boolean): Branch {
    const parent = this.#branches.at(-1)
    const isTop = parent !== undefined && this.#branches.length === 1 && !isList
    const own = isTop ? this.#options.localeOf?.(this.#member.name) : undefined
    const locale = own ?? parent?.locale
    const isNamed = parent !== undefined && own === undefined
    const name = isNamed ? parent.prefix + this.#member.name : ''
    const isTooLong = parent?.isTooLong === true || name.length > LONGEST_PREFIX
    return {
      key: isNamed ? this.#path() : '',
      isList,
      ...(locale === undefined ? {} : { locale }),
      names: new Set(),
      prefix: isTooLong ? shortened(name) : isNamed ? `${name}.` : '',
      isTooLong,
      isPlural: false,
      size: 0,
      from,
      to: from,
      isShared: this.origin !== undefined,
      ...(this.#member.comment?.text !== undefined && { comment: this.#member.comment.text }),
      members: [],
    }
  }

  #keep(branch: Branch): void {
    this.#options.outline?.branches.push(branch)
    if (this.#branches.length > 0 && !this.isMerged) this.#keepMember({ to: branch.from, branch })
  }

  #keepLeaf(leaf: Leaf): void {
    if (this.origin !== undefined) leaf.origin = this.origin
    this.#options.outline?.leaves.push(leaf)
    if (!this.isMerged) this.#keepMember({ to: leaf.to, leaf })
  }

  #keepMember(what: Pick<Member, 'to' | 'leaf' | 'branch'>): void {
    const branch = this.#branches.at(-1)
    if (!this.#options.outline || !branch) return
    const { name, from, comment } = this.#member
    const member = { name, from, lead: comment?.from ?? from, ...what }
    branch.members.push(member)
    if (what.leaf) what.leaf.member = member
  }

  /** The member that held the branch which ended. */
  #ended(to: number): void {
    const member = this.#branches.at(-1)?.members.at(-1)
    if (member && !this.isMerged) member.to = to
  }

  #tell(severity: 'error' | 'warning', key: string, [code, message]: Fault): void {
    if (severity === 'error') this.#told = code === 'duplicate_key' ? key : undefined
    const { line, column } = this.#options.lines.at(this.#member.from)
    this.#options.remark({ severity, code, message, ...(key === '' ? {} : { key: shownKey(key) }), line, column })
  }

  /** The name of what comes next, as a whole. */
  #path(): string {
    const branch = this.#branches.at(-1)
    if (!branch) return ''
    return branch.isTooLong ? branch.prefix : storedKey(branch.prefix + this.#member.name)
  }
}
