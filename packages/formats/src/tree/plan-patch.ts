import type { Entry } from '../entry.ts'
import type { WriteOptions } from '../format.ts'
import type { RemarkCode } from '../remark.ts'
import { MAX_LEVELS, NewBranch, type NewNode, nodeOf, putNested } from './new-branch.ts'
import type { Branch, Leaf, Member, Outline } from './outline.ts'

/** As many as are looked at in a millisecond or two. */
const STEP = 1_000

export interface NewValue {
  leaf: Leaf
  text: string
}

export interface BranchChange {
  branch: Branch
  removed: Set<Member>
  added: NewBranch
}

export interface PatchPlan {
  values: NewValue[]
  changes: ReadonlyMap<Branch, BranchChange>
}

export interface PatchRequest {
  outline: Outline
  /** Below which the names of entries begin. */
  root: Branch
  entries: ReadonlyMap<string, Entry>
  /** The forms of an entry that is an object in this kind of file. */
  formsOf?(entry: Entry): ReadonlyMap<string, string> | undefined
  options: Pick<WriteOptions, 'structure' | 'prune' | 'remark'>
}

/** What must change in a file so that it says what the entries say, without how that is written. */
export function* planPatch(request: PatchRequest): Generator<void, PatchPlan, void> {
  const plan = new Plan(request)
  yield* plan.compare()
  yield* plan.add()
  yield* plan.empty()
  return plan
}

interface Wanted {
  entry: Entry
  text: string
  /** Of which plural it is a form. */
  plural?: string
}

class Plan implements PatchPlan {
  readonly values: NewValue[] = []
  readonly changes = new Map<Branch, BranchChange>()
  readonly #request: PatchRequest
  readonly #wanted = new Map<string, Wanted>()
  /** Keys of entries that are objects in the file. */
  readonly #plurals = new Map<string, ReadonlyMap<string, string>>()
  readonly #seen = new Set<string>()
  /** Texts that others refer to, by where they stand. */
  readonly #origins = new Map<number, string>()
  readonly #branches = new Map<string, Branch>()
  /** Branches that give way to a text. */
  readonly #dropped = new Set<Branch>()
  readonly #members = new Map<Branch, Map<string, Member>>()

  constructor(request: PatchRequest) {
    this.#request = request
  }

  *compare(): Generator<void, void, void> {
    let count = 0
    const { entries, outline, root, formsOf } = this.#request
    for (const entry of entries.values()) {
      if (++count % STEP === 0) yield
      const forms = formsOf?.(entry)
      if (!forms) this.#wanted.set(entry.key, { entry, text: entry.value })
      else {
        this.#plurals.set(entry.key, forms)
        for (const [form, text] of forms) this.#wanted.set(`${entry.key}.${form}`, { entry, text, plural: entry.key })
      }
    }
    for (const leaf of outline.leaves) {
      if (++count % STEP === 0) yield
      if (leaf.branch.locale === root.locale) this.#compareLeaf(leaf)
    }
    for (const branch of outline.branches) {
      if (++count % STEP === 0) yield
      const isOpen = branch.locale === root.locale && !branch.isShared && !branch.isTooLong
      if (isOpen && !this.#branches.has(branch.prefix)) this.#branches.set(branch.prefix, branch)
    }
    this.#branches.set(root.prefix, root)
  }

  #compareLeaf(leaf: Leaf): void {
    const wanted = this.#wanted.get(leaf.key)
    const said = leaf.origin === undefined ? leaf.value : (this.#origins.get(leaf.origin) ?? leaf.value)
    if (!wanted) {
      if (this.#isGone(leaf)) this.#remove(leaf)
      return
    }
    if (leaf.type !== 'null' && said === wanted.text) this.#seen.add(leaf.key)
    else if (leaf.branch.isShared) {
      this.#seen.add(leaf.key)
      this.#tell('key_not_representable', leaf.key, 'The file only refers here to what stands elsewhere')
    } else if (leaf.origin === undefined || leaf.member) {
      this.#seen.add(leaf.key)
      this.values.push({ leaf, text: wanted.text })
      if (leaf.origin === undefined) this.#origins.set(leaf.from, wanted.text)
    }
  }

  #isGone(leaf: Leaf): boolean {
    if (leaf.type === 'null' && leaf.branch.isList) return false
    if (this.#request.options.prune) return true
    return this.#plurals.has(leaf.key) || (leaf.branch.isPlural && this.#plurals.has(leaf.branch.key))
  }

  #remove(leaf: Leaf): void {
    const { member } = leaf
    if (member && !leaf.branch.isShared) this.#change(leaf.branch).removed.add(member)
  }

  #change(branch: Branch): BranchChange {
    const known = this.changes.get(branch)
    if (known) return known
    const change = { branch, removed: new Set<Member>(), added: new NewBranch() }
    this.changes.set(branch, change)
    return change
  }

  *add(): Generator<void, void, void> {
    const structure = this.#structure()
    let count = 0
    for (const entry of this.#request.entries.values()) {
      if (++count % STEP === 0) yield
      const forms = this.#plurals.get(entry.key)
      const own = forms && this.#branches.get(`${entry.key}.`)
      if (!forms) {
        if (!this.#seen.has(entry.key)) this.#place(entry.key, nodeOf(entry, undefined), structure)
      } else if (own && !this.#isEmptied(own)) {
        for (const [form, value] of forms)
          if (!this.#seen.has(`${entry.key}.${form}`)) this.#change(own).added.members.set(form, { value })
      } else this.#place(entry.key, nodeOf(entry, forms), structure)
    }
  }

  /** That of the file, by what it shows of it. */
  #structure(): 'flat' | 'nested' {
    const { outline, root, options } = this.#request
    const isNested = outline.branches.some((branch) => branch.prefix !== '' && !branch.isPlural)
    if (isNested) return 'nested'
    return root.members.some(({ name }) => name.includes('.')) ? 'flat' : options.structure
  }

  #place(key: string, node: NewNode, structure: 'flat' | 'nested'): void {
    const branch = this.#branchOf(key)
    const name = key.slice(branch.prefix.length)
    const { added } = this.#change(branch)
    if (branch.isList) {
      const isNext = name === `${branch.members.length + added.members.size}`
      if (isNext) added.members.set(name, node)
      else this.#tell('key_not_representable', key, 'The file has a list there, in which this cannot stand')
      return
    }
    const inTheWay = this.#standing(branch, name)
    if (inTheWay) {
      if (inTheWay.leaf || inTheWay.branch)
        this.#tell('key_not_representable', key, 'The file has something else there')
      else this.#tell('unsupported_entry', key, 'A program works this out in the file, so it is left alone')
      return
    }
    const dot = name.indexOf('.')
    const isFlat = structure === 'flat' || (dot >= 0 && this.#standing(branch, name.slice(0, dot)) !== undefined)
    putNested(added, name, node, isFlat ? 1 : MAX_LEVELS - levelsOf(branch))
  }

  /** The innermost branch under which a key can stand. */
  #branchOf(key: string): Branch {
    for (let dot = key.lastIndexOf('.'); dot >= 0; dot = dot === 0 ? -1 : key.lastIndexOf('.', dot - 1)) {
      const branch = this.#branches.get(key.slice(0, dot + 1))
      if (branch && !branch.isPlural && !this.#dropped.has(branch)) return branch
    }
    return this.#request.root
  }

  /** A member that stays; a branch in which nothing stays gives way. */
  #standing(branch: Branch, name: string): Member | undefined {
    if (!branch.names.has(name)) return undefined
    const member = this.#byName(branch).get(name)
    if (!member || this.changes.get(branch)?.removed.has(member)) return undefined
    if (!member.branch || !this.#isEmptied(member.branch)) return member
    this.#dropped.add(member.branch)
    this.#change(branch).removed.add(member)
    return undefined
  }

  #byName(branch: Branch): Map<string, Member> {
    const known = this.#members.get(branch)
    if (known) return known
    const members = new Map(branch.members.map((member) => [member.name, member]))
    this.#members.set(branch, members)
    return members
  }

  #isEmptied(branch: Branch): boolean {
    const change = this.changes.get(branch)
    if (change && change.added.members.size > 0) return false
    return (
      branch.members.length > 0 &&
      branch.members.every(
        (member) => change?.removed.has(member) || (member.branch !== undefined && this.#isEmptied(member.branch)),
      )
    )
  }

  /** Branches from which everything went go as well. The innermost come last in the file, and first here. */
  *empty(): Generator<void, void, void> {
    const parents = new Map<Branch, [Branch, Member]>()
    let count = 0
    for (const branch of this.#request.outline.branches) {
      for (const member of branch.members) {
        if (++count % STEP === 0) yield
        if (member.branch) parents.set(member.branch, [branch, member])
      }
    }
    for (const branch of this.#request.outline.branches.toReversed()) {
      const change = this.changes.get(branch)
      if (!change || change.added.members.size > 0 || change.removed.size < branch.members.length) continue
      const [parent, member] = parents.get(branch) ?? []
      if (!parent || !member || branch === this.#request.root) continue
      this.#change(parent).removed.add(member)
      this.changes.delete(branch)
    }
  }

  #tell(code: RemarkCode, key: string, message: string): void {
    this.#request.options.remark?.({ severity: 'warning', code, key, message })
  }
}

const levelsOf = (branch: Branch) => branch.prefix.split('.').length - 1
