import type { Edit } from '../edits.ts'
import type { Entry } from '../entry.ts'
import type { WriteOptions, Writer } from '../format.ts'
import { patchWriter } from '../patch-writer.ts'
import { withPauses } from '../steps.ts'
import { storedKey } from '../stored-key.ts'
import { lineEndOf } from '../text-file.ts'
import { isXmlText } from '../xml/escape-xml.ts'
import { behindElement, indented, indentOf, removal } from '../xml/layout.ts'
import { type Block, type Layout, merged, newSiblings, type Sibling } from '../xml/new-siblings.ts'
import { patchText } from '../xml/patch-text.ts'
import { isCounted } from './counted-text.ts'
import { entryOf } from './entries.ts'
import { entryLines, nameOf, type Style } from './lines.ts'
import { MemberEdits } from './member-edits.ts'
import { beginningOf, type Member, scanPropertyList } from './property-list.ts'
import { INDENT } from './write.ts'

/**
 * Brings a property list in XML up to date. New names go into it if it holds what they are: texts, or texts with counted
 * parts. The others have a file of their own beside it.
 */
export const patchStringsdict = (base: Uint8Array, options: WriteOptions): Writer =>
  patchWriter((entries) => patchText(base, (text) => editsOf(text, entries, options)))

type Entries = ReadonlyMap<string, Entry>

function* editsOf(text: string, entries: Entries, options: WriteOptions): Generator<Edit | undefined, void, void> {
  const { prune = false, locale, remark } = options
  const { root, members } = yield* withPauses(scanPropertyList(text), undefined)
  const indent = members[0] ? indentOf(text, beginningOf(members[0])) : INDENT
  const style: Style = { indent: indent || INDENT, locale, ...(remark ? { remark } : {}) }
  const lineEnd = lineEndOf(text)
  const edits = new MemberEdits(text, style, lineEnd)
  const last = yield* lastOfEach(members)
  const changed: Edit[] = []
  const siblings: Sibling[] = []
  let holdsTexts = members.length > 0
  for (const member of members) {
    const key = storedKey(member.name)
    const entry = entries.get(key)
    // Strings files may be written in XML as well. One without anything in it is none.
    holdsTexts &&= member.members === undefined
    if (prune && !entry && entryOf(text, member, locale).entry) changed.push(removalOf(text, member))
    else {
      siblings.push({ name: member.name, from: beginningOf(member), to: member.value.to })
      if (entry && last.get(key) === member) changed.push(...edits.of(member, entry))
    }
    yield
  }
  const layout = { indent, lineEnd }
  const blocks = yield* newBlocks(entries, last, holdsTexts, style, layout)
  const inserted = yield* newSiblings(text, { tag: root.tag, end: root.content.to }, siblings, blocks, layout)
  yield* merged(changed, inserted)
}

/** Of two members of one name the last counts; the others stay as they are. */
function* lastOfEach(members: readonly Member[]): Generator<undefined, Map<string, Member>, void> {
  const last = new Map<string, Member>()
  for (const member of members) {
    last.set(storedKey(member.name), member)
    yield
  }
  return last
}

const removalOf = (text: string, member: Member) =>
  removal(text, beginningOf(member), behindElement(text, member.value.to))

function* newBlocks(
  entries: Entries,
  known: ReadonlyMap<string, Member>,
  holdsTexts: boolean,
  style: Style,
  { indent, lineEnd }: Layout,
): Generator<undefined, Block[], void> {
  const blocks: Block[] = []
  for (const entry of entries.values()) {
    if (!known.has(entry.key) && isCounted(entry) !== holdsTexts && isSayable(entry, style))
      blocks.push({ name: nameOf(entry), lines: [indented(entryLines(entry, style), indent, lineEnd)] })
    yield
  }
  return blocks
}

/** A file in the old form would escape what XML has no way to write. */
function isSayable({ key, value }: Entry, { remark }: Style): boolean {
  const isText = isXmlText(value)
  if (isText && isXmlText(key)) return true
  const code = isText ? 'key_not_representable' : 'value_not_convertible'
  remark?.({ severity: 'warning', code, key, message: 'Left out: XML cannot hold all of its characters.' })
  return false
}
