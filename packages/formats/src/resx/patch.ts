import type { Edit } from '../edits.ts'
import type { Entry } from '../entry.ts'
import type { WriteOptions, Writer } from '../format.ts'
import { patchWriter } from '../patch-writer.ts'
import { withPauses } from '../steps.ts'
import { storedKey } from '../stored-key.ts'
import { lineEndOf } from '../text-file.ts'
import { contentEdit, contentOf } from '../xml/element.ts'
import { cdataSection, isXmlText } from '../xml/escape-xml.ts'
import { behindElement, indentOf, removal } from '../xml/layout.ts'
import { type Block, merged, newSiblings, type Sibling } from '../xml/new-siblings.ts'
import { patchText } from '../xml/patch-text.ts'
import { type ResxData, scanResx } from './data.ts'
import { type DataStyle, dataLines, encodeValue, valueElement, withLineEnds } from './data-lines.ts'
import { textOf } from './read.ts'

export const patchResx = (base: Uint8Array, options: WriteOptions): Writer =>
  patchWriter((entries) => patchText(base, (text) => editsOf(text, entries, options)))

function* editsOf(
  text: string,
  entries: ReadonlyMap<string, Entry>,
  { prune = false, remark }: WriteOptions,
): Generator<Edit | undefined, void, void> {
  const { root, data, end } = yield* withPauses(scanResx(text), undefined)
  const layout = { ...layoutOf(text, data[0]), lineEnd: lineEndOf(text) }
  const style: DataStyle = { indent: layout.step, lineEnd: layout.lineEnd, remark }
  // Of two resources of one name the last counts; the others stay as they are.
  const counting = new Map<string, ResxData>()
  for (const one of data) {
    counting.set(storedKey(one.name), one)
    yield
  }
  const changed: Edit[] = []
  const siblings: Sibling[] = []
  for (const one of data) {
    const { element, isText } = one
    const key = storedKey(one.name)
    const entry = isText ? entries.get(key) : undefined
    const [from, to] = [element.tag.from, element.to]
    if (isText && !entry && prune) changed.push(removal(text, from, behindElement(text, to)))
    else siblings.push({ name: key, from, to })
    if (entry && counting.get(key) === one) changed.push(...valueEdits(text, one, entry, style))
    yield
  }
  const blocks: Block[] = []
  for (const entry of entries.values()) {
    const lines = counting.has(entry.key) ? [] : dataLines(entry, style)
    if (lines.length > 0) blocks.push({ name: entry.key, lines })
    yield
  }
  yield* merged(changed, yield* newSiblings(text, { tag: root, end }, siblings, blocks, layout))
}

/** How far resources are indented, and what is in them beyond that. */
function layoutOf(text: string, first: ResxData | undefined): { indent: string | undefined; step: string } {
  const indent = first ? indentOf(text, first.element.tag.from) : '  '
  const inner = first?.value && indentOf(text, first.value.tag.from)
  const step = indent !== undefined && inner?.startsWith(indent) ? inner.slice(indent.length) : ''
  return { indent, step: step || '  ' }
}

function valueEdits(text: string, data: ResxData, entry: Entry, style: DataStyle): Edit[] {
  const found = textOf(text, data)
  if (found === undefined || found === entry.value) return []
  const { element, value } = data
  if (value) {
    const isCdata = contentOf(text, value).startsWith('<![CDATA[') && isXmlText(entry.value)
    const isSafe = isCdata && !entry.value.includes('\r')
    const written = isSafe ? withLineEnds(cdataSection(entry.value), style) : encodeValue(entry, style)
    return [contentEdit(text, value, written)]
  }
  if (element.tag.isSelfClosing) return [contentEdit(text, element, valueElement(entry, style))]
  const { from } = element.content
  return [{ from, to: from, text: valueElement(entry, style) }]
}
