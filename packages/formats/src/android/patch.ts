import { type Edit, placesFor } from '../edits.ts'
import type { Entry } from '../entry.ts'
import type { WriteOptions, Writer } from '../format.ts'
import { patchWriter } from '../patch-writer.ts'
import { withPauses } from '../steps.ts'
import { storedKey } from '../stored-key.ts'
import { lineEndOf } from '../text-file.ts'
import { attributeEdit } from '../xml/attributes.ts'
import { behindElement, indented, indentOf } from '../xml/layout.ts'
import { patchText } from '../xml/patch-text.ts'
import { type Block, Blocks, memberOf } from './arrays.ts'
import type { Style } from './blocks.ts'
import { XLIFF } from './decode-text.ts'
import { ResourceEdits } from './resource-edits.ts'
import { beginningOf, type Resource, type Resources, scanResources } from './resources.ts'
import { XLIFF_NAMESPACE } from './write.ts'

export const patchAndroid = (base: Uint8Array, options: WriteOptions): Writer =>
  patchWriter((entries) => patchText(base, (text) => editsOf(text, entries, options)))

type Entries = ReadonlyMap<string, Entry>

function* editsOf(text: string, entries: Entries, options: WriteOptions): Generator<Edit | undefined, void, void> {
  const { prune = false, remark } = options
  const scanned = yield* withPauses(scanResources(text), undefined)
  const { root, resources } = scanned
  const indent = resources[0] ? indentOf(text, beginningOf(resources[0])) : '    '
  const style: Style = { indent: indent || '    ', prefixes: prefixesOf(root.attributes), remark }
  const lastMembers = yield* lastMembersIn(resources, entries)
  const edits = new ResourceEdits(text, { entries, lastMembers }, style)
  const blocks = yield* newBlocks(resources, entries, lastMembers, style, options)
  const changed: Edit[] = []
  const staying: Resource[] = []
  const counting = lastOfEach(resources)
  for (const resource of resources) {
    if (prune && edits.isGone(resource)) changed.push(edits.removal(resource))
    else {
      staying.push(resource)
      if (counting.get(nameAmongAll(resource)) === resource) changed.push(...edits.of(resource, prune))
    }
    yield
  }
  const inserted = insertions(text, { ...scanned, resources: staying }, blocks, indent)
  if (!root.attributes['xmlns:xliff'] && [...changed, ...inserted].some((edit) => edit.text.includes('<xliff:')))
    yield attributeEdit(text, root, 'xmlns:xliff', XLIFF_NAMESPACE)
  yield* inOrder(changed, inserted)
}

/** Texts and plurals share their names; members of lists have longer ones. */
const nameAmongAll = ({ kind, name }: Resource) => (kind === 'string-array' ? `${name}.` : name)

/** Of two resources of one name the last counts; the others stay as they are. */
const lastOfEach = (resources: readonly Resource[]) =>
  new Map(resources.flatMap((resource) => (resource.isTranslatable ? [[nameAmongAll(resource), resource]] : [])))

/** What new values may use; one prefix is declared when it is used. */
const prefixesOf = (attributes: Readonly<Record<string, string>>): ReadonlySet<string> =>
  new Set([
    ...XLIFF,
    ...Object.keys(attributes).flatMap((name) => (name.startsWith('xmlns:') ? [name.slice('xmlns:'.length)] : [])),
  ])

function* lastMembersIn(resources: readonly Resource[], entries: Entries) {
  const counts = new Map(
    resources.flatMap(({ kind, name, items }) => (kind === 'string-array' ? [[name, items.length]] : [])),
  )
  const last = new Map<string, number>()
  for (const { key, isPlural } of counts.size === 0 ? [] : entries.values()) {
    const member = isPlural ? undefined : memberOf(key)
    const count = counts.get(member?.list ?? '')
    // A name that is far away from the list is none of its members.
    if (member && count !== undefined && member.place < count * 2 + 64)
      last.set(member.list, Math.max(member.place, last.get(member.list) ?? 0))
    yield
  }
  return last
}

/** What the file does not have yet. What it has but does not want translated is not put there again. */
function* newBlocks(
  resources: readonly Resource[],
  entries: Entries,
  lastMembers: ReadonlyMap<string, number>,
  style: Style,
  { options }: WriteOptions,
): Generator<undefined, Block[], void> {
  const known = new Set<string>()
  for (const { kind, name } of resources) if (kind !== 'string-array') known.add(storedKey(name))
  const blocks = new Blocks(style, options?.['arrays'] === 'lists')
  const added: Block[] = []
  for (const entry of entries.values()) {
    const member = memberOf(entry.key)
    const isMember = member && !entry.isPlural && member.place <= (lastMembers.get(member.list) ?? -1)
    if (!known.has(entry.key) && !isMember) added.push(...blocks.add(entry))
    yield
  }
  return [...added, ...blocks.end()]
}

function insertions(
  text: string,
  { root, end, resources }: Resources,
  blocks: readonly Block[],
  indent?: string,
): Edit[] {
  const lineEnd = lineEndOf(text)
  const next = indent === undefined ? '' : lineEnd + indent
  const lines = new Map(blocks.map((block) => [block.name, indented(block.lines, indent, lineEnd)]))
  const places = placesFor(
    resources.map(({ name }) => name),
    blocks.map(({ name }) => name),
  )
  return Array.from(places, ([place, names]): Edit => {
    const more = names.map((name) => lines.get(name) ?? '').join(next)
    const sibling = resources[place]
    if (sibling) return insertion(behindElement(text, sibling.to), next + more)
    if (resources[0]) return insertion(beginningOf(resources[0]), more + next)
    if (root.isSelfClosing) return { from: root.to - 2, to: root.to, text: `>${next}${more}${lineEnd}</resources>` }
    const before = indentOf(text, end) === undefined ? lineEnd : ''
    return insertion(end, `${before}${indent ?? ''}${more}${lineEnd}`)
  })
}

const insertion = (at: number, text: string): Edit => ({ from: at, to: at, text })

/** Two lists of edits as one. What is put behind an element comes after what becomes of it. */
function* inOrder(changed: readonly Edit[], inserted: readonly Edit[]): Generator<Edit, void, void> {
  let next = 0
  for (const edit of inserted) {
    for (let one = changed[next]; one && one.from < edit.from; one = changed[++next]) yield one
    yield edit
  }
  yield* changed.slice(next)
}
