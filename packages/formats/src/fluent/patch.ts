import { type Edit, edited, placesFor } from '../edits.ts'
import type { Entry } from '../entry.ts'
import type { Piece, WriteOptions, Writer } from '../format.ts'
import { patchWriter } from '../patch-writer.ts'
import { withPauses } from '../steps.ts'
import { decodeText, encoderOf, lineEndOf } from '../text-file.ts'
import { attributeLine, INDENT, messageLines, patternFor } from './message-lines.ts'
import { FluentPlan, type MessageChange, type MessageItem } from './plan.ts'
import type { MessagePart } from './scan.ts'

export const patchFluent = (base: Uint8Array, options: WriteOptions): Writer =>
  patchWriter((entries) => patched(base, entries, options))

function* patched(
  base: Uint8Array,
  entries: ReadonlyMap<string, Entry>,
  options: WriteOptions,
): Generator<Piece, void, void> {
  const decoded = yield* withPauses(decodeText(base), '')
  const { text } = decoded
  const plan = new FluentPlan(text, options)
  yield* withPauses(plan.find(), '')
  yield* withPauses(plan.compare(entries), '')
  const messages = yield* withPauses(plan.asEntries(), '')
  const lineEnd = lineEndOf(text)
  const fresh = plan.newNames().map((id): [string, Entry] => [id, { key: id, value: '' }])
  const edits = plan.file.edits({
    entries: fresh,
    entryOf: (key) => messages.get(key),
    prune: true,
    lineEnd,
    changed: (item) => new ChangedMessage(text, item, lineEnd, options).edit(plan.changes.get(item)),
    // A comment at the top of a file may well be about all of it, and stays.
    removed: ({ from, line, to }) => ({ from: from === 0 ? line : from, to, text: '' }),
    added(entry, neighbour, isFirst) {
      const lines = messageLines(plan.added.get(entry.key) ?? [], lineEnd, options)
      // A comment about the file must not be taken for one of its first message.
      const isApart = isFirst && !neighbour && text.trim() !== ''
      return lines === undefined || !isApart ? lines : lineEnd + lines
    },
  })
  const encode = encoderOf(decoded)
  for (const piece of edited(text, edits)) yield encode(piece)
}

/** A message of a file with other parts than before. */
class ChangedMessage {
  readonly #text: string
  readonly #item: MessageItem
  readonly #lineEnd: string
  readonly #options: WriteOptions

  constructor(text: string, item: MessageItem, lineEnd: string, options: WriteOptions) {
    this.#text = text
    this.#item = item
    this.#lineEnd = lineEnd
    this.#options = options
  }

  /** All that changes, and what is in between. */
  edit(change: MessageChange | undefined): Edit | undefined {
    if (!change) return undefined
    const added = [...this.#additions(change)]
    // A message of which nothing would stay is none.
    const isEmptied = added.length === 0 && change.removed.size === this.#item.parts.length
    const removed = isEmptied ? [] : this.#removals(change)
    const edits = [...this.#values(change), ...removed, ...added].sort((a, b) => a.from - b.from || a.to - b.to)
    const [first] = edits
    const last = edits.at(-1)
    if (!first || !last) return undefined
    let text = ''
    let at = first.from
    for (const { from, to, text: put } of edits) {
      text += this.#text.slice(at, from) + put
      at = to
    }
    return { from: first.from, to: last.to, text }
  }

  *#values({ values }: MessageChange): Generator<Edit, void, void> {
    for (const [part, entry] of values) {
      const outer = part.attribute === '' ? 0 : this.#indentOf(part)
      const spelled = patternFor(entry, this.#lineEnd, outer, this.#options, part)
      if (spelled !== undefined) yield { ...part.at, text: spelled }
    }
  }

  *#removals({ removed, added }: MessageChange): Generator<Edit, void, void> {
    for (const part of removed) {
      if (part.attribute !== '') yield { from: part.line, to: this.#endOfLine(part.at.to), text: '' }
      // A term is nothing without its value.
      else if (!this.#item.id.startsWith('-') && !added.some(({ attribute }) => attribute === ''))
        yield { ...part.at, text: '' }
    }
  }

  *#additions({ added, removed }: MessageChange): Generator<Edit, void, void> {
    const { id, parts, equals } = this.#item
    const value = added.find(({ attribute }) => attribute === '')
    if (value) {
      const spelled = patternFor(value.entry, this.#lineEnd, 0, this.#options)
      if (spelled !== undefined) yield { from: equals, to: equals, text: spelled }
    }
    const attributes = new Map(added.flatMap((place) => (place.attribute === '' ? [] : [[place.attribute, place]])))
    const siblings = parts.filter((part) => part.attribute !== '' && !removed.has(part))
    const places = placesFor(
      siblings.map(({ attribute }) => attribute),
      [...attributes.keys()],
    )
    const [like] = siblings
    const indent = like ? this.#indentOf(like) : INDENT
    for (const [place, names] of places) {
      const before = siblings[place] ?? parts.find(({ attribute }) => attribute === '')
      const at = this.#lineEndFrom(before?.at.to ?? equals)
      for (const name of names) {
        const added = attributes.get(name)
        const line = added && attributeLine({ ...added, id }, this.#lineEnd, this.#options, indent)
        if (line !== undefined) yield { from: at, to: at, text: this.#lineEnd + line }
      }
    }
  }

  #indentOf({ line }: MessagePart): number {
    let indent = 0
    while (this.#text[line + indent] === ' ') indent++
    return indent
  }

  #endOfLine(at: number): number {
    const found = this.#text.indexOf('\n', at)
    return found < 0 ? this.#text.length : found + 1
  }

  /** Where the line ends, before its line break. */
  #lineEndFrom(at: number): number {
    const found = this.#text.indexOf('\n', at)
    if (found < 0) return this.#text.length
    return this.#text[found - 1] === '\r' ? found - 1 : found
  }
}
