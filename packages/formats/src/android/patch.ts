import type { Edit } from '../edits.ts'
import type { Entry } from '../entry.ts'
import type { WriteOptions, Writer } from '../format.ts'
import { patchWriter } from '../patch-writer.ts'
import { withPauses } from '../steps.ts'
import { storedKey } from '../stored-key.ts'
import { lineEndOf } from '../text-file.ts'
import { attributeEdit } from '../xml/attributes.ts'
import { prefixesOf } from '../xml/fragment.ts'
import { indentOf } from '../xml/layout.ts'
import { type Block, merged, newSiblings } from '../xml/new-siblings.ts'
import { patchText } from '../xml/patch-text.ts'
import { Blocks, memberOf } from './arrays.ts'
import type { Style } from './blocks.ts'
import { XLIFF } from './decode-text.ts'
import { ResourceEdits } from './resource-edits.ts'
import { beginningOf, type Resource, scanResources } from './resources.ts'
import { XLIFF_NAMESPACE } from './write.ts'

export const patchAndroid = (base: Uint8Array, options: WriteOptions): Writer =>
  patchWriter((entries) => patchText(base, (text) => editsOf(text, entries, options)))

type Entries = ReadonlyMap<string, Entry>

function* editsOf(text: string, entries: Entries, options: WriteOptions): Generator<Edit | undefined, void, void> {
  const { prune = false, remark } = options
  const { root, resources, end } = yield* withPauses(scanResources(text), undefined)
  const indent = resources[0] ? indentOf(text, beginningOf(resources[0])) : '    '
  const style: Style = {
    indent: indent || '    ',
    prefixes: new Set([...XLIFF, ...prefixesOf(root.attributes)]),
    remark,
  }
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
  const siblings = staying.map((resource) => ({ name: resource.name, from: beginningOf(resource), to: resource.to }))
  const layout = { indent, lineEnd: lineEndOf(text) }
  const inserted = yield* newSiblings(text, { tag: root, end }, siblings, blocks, layout)
  if (!root.attributes['xmlns:xliff'] && [...changed, ...inserted].some((edit) => edit.text.includes('<xliff:')))
    yield attributeEdit(text, root, 'xmlns:xliff', XLIFF_NAMESPACE)
  yield* merged(changed, inserted)
}

/** Texts and plurals share their names; members of lists have longer ones. */
const nameAmongAll = ({ kind, name }: Resource) => (kind === 'string-array' ? `${name}.` : name)

/** Of two resources of one name the last counts; the others stay as they are. */
const lastOfEach = (resources: readonly Resource[]) =>
  new Map(resources.flatMap((resource) => (resource.isTranslatable ? [[nameAmongAll(resource), resource]] : [])))

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
