import type { Edit } from '../edits.ts'
import type { Entry } from '../entry.ts'
import type { WriteOptions, Writer } from '../format.ts'
import { patchWriter } from '../patch-writer.ts'
import { withPauses } from '../steps.ts'
import { storedKey } from '../stored-key.ts'
import { lineEndOf } from '../text-file.ts'
import { isXmlText } from '../xml/escape-xml.ts'
import { behindElement, indentOf, removal } from '../xml/layout.ts'
import { type Block, merged, newSiblings } from '../xml/new-siblings.ts'
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
  const last = new Map(members.map((member) => [storedKey(member.name), member]))
  const changed: Edit[] = []
  const staying: Member[] = []
  for (const member of members) {
    const key = storedKey(member.name)
    const entry = entries.get(key)
    if (prune && !entry && entryOf(text, member, locale).entry) changed.push(removalOf(text, member))
    else {
      staying.push(member)
      if (entry && last.get(key) === member) changed.push(...edits.of(member, entry))
    }
    yield
  }
  const blocks = yield* newBlocks(entries, last, holdsTexts(members), style)
  const siblings = staying.map((member) => ({ name: member.name, from: beginningOf(member), to: member.value.to }))
  yield* merged(
    changed,
    newSiblings(text, { tag: root.tag, end: root.content.to }, siblings, blocks, { indent, lineEnd }),
  )
}

const removalOf = (text: string, member: Member) =>
  removal(text, beginningOf(member), behindElement(text, member.value.to))

/** Strings files may be written in XML as well. One without anything in it is none. */
const holdsTexts = (members: readonly Member[]) =>
  members.length > 0 && members.every(({ members: inner }) => inner === undefined)

function* newBlocks(
  entries: Entries,
  known: ReadonlyMap<string, Member>,
  holdsTexts: boolean,
  style: Style,
): Generator<undefined, Block[], void> {
  const blocks: Block[] = []
  for (const entry of entries.values()) {
    if (!known.has(entry.key) && isCounted(entry) !== holdsTexts && isSayable(entry, style))
      blocks.push({ name: nameOf(entry), lines: entryLines(entry, style) })
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
