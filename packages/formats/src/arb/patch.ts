import type { Entry } from '../entry.ts'
import type { Piece, WriteOptions, Writer } from '../format.ts'
import { JsonDraft, type Order } from '../json/json-draft.ts'
import { readObjectFile } from '../json/json-file.ts'
import { styleOf } from '../json/json-style.ts'
import { setText, standardStyle, tellNoPlace, written } from '../json/patch.ts'
import type { ToldText } from '../json/told-text.ts'
import { patchWriter, pausing } from '../patch-writer.ts'
import { inTurns } from '../steps.ts'
import { membersOf, resourcesIn } from './resource.ts'

export const patchArb = (base: Uint8Array, options: WriteOptions): Writer =>
  patchWriter((entries) => patched(base, entries, options))

/** What is about a text stays behind it, and what is about the file where it is. */
const byName: Order = (name) => (name.startsWith('@') ? undefined : name)

function* patched(
  base: Uint8Array,
  entries: ReadonlyMap<string, Entry>,
  options: WriteOptions,
): Generator<Piece, void, void> {
  const file = yield* pausing(readObjectFile(base))
  const style = yield* pausing(styleOf(file.text, file.root, standardStyle({ style: 'pretty' })))
  const draft = new JsonDraft(file, style, [byName])
  const gone: ToldText[] = []
  const known = new Set<string>()
  for (const resource of inTurns(resourcesIn(file.root, () => undefined))) {
    if (!resource) yield ''
    else if (update(draft, resource, entries)) known.add(resource.key)
    else gone.push(resource)
  }
  const taken = new Set<string>()
  for (const member of inTurns(file.root.members ?? [])) {
    if (member) taken.add(member.name)
    else yield ''
  }
  for (const entry of inTurns(entries.values())) {
    if (!entry) yield ''
    else if (!known.has(entry.key)) add(draft, entry, taken, options)
  }
  for (const { node, about } of options.prune ? gone : []) {
    draft.remove(node)
    if (about) draft.remove(about)
  }
  yield* written(draft)
}

/** False where the project does not have it. */
function update(draft: JsonDraft, { key, node }: ToldText, entries: ReadonlyMap<string, Entry>): boolean {
  const entry = entries.get(key)
  if (entry && (entry.value !== node.text || node.type === 'null')) setText(draft, node, entry.value)
  return entry !== undefined
}

function add(draft: JsonDraft, entry: Entry, taken: ReadonlySet<string>, options: WriteOptions): void {
  const [text, ...abouts] = membersOf(entry, options) ?? []
  if (!text) return
  if (taken.has(text[0])) tellNoPlace(entry.key, text[0], options)
  else draft.insert(draft.file.root, { members: [text, ...abouts.filter(([name]) => !taken.has(name))] })
}
