import type { Edit } from '../edits.ts'
import type { Entry } from '../entry.ts'
import type { WriteOptions, Writer } from '../format.ts'
import { patchWriter } from '../patch-writer.ts'
import { withPauses } from '../steps.ts'
import { lineEndOf } from '../text-file.ts'
import { behindElement, removal } from '../xml/layout.ts'
import { merged } from '../xml/new-siblings.ts'
import { patchText } from '../xml/patch-text.ts'
import { languagesOf } from './languages.ts'
import { MessageEdits } from './message-edits.ts'
import { type Named, named, translationIn } from './message-entry.ts'
import type { MessageStyle } from './message-lines.ts'
import { type QtMessage, scanTs } from './messages.ts'
import { layoutOf, newMessages } from './new-messages.ts'

export const patchQt = (base: Uint8Array, options: WriteOptions): Writer =>
  patchWriter((entries) => patchText(base, (text) => editsOf(text, entries, options)))

function* editsOf(
  text: string,
  entries: ReadonlyMap<string, Entry>,
  options: WriteOptions,
): Generator<Edit | undefined, void, void> {
  const file = yield* withPauses(scanTs(text), undefined)
  const languages = languagesOf(file.root, options)
  const layout = layoutOf(text, file)
  const style: MessageStyle = {
    indent: layout.step,
    lineEnd: lineEndOf(text),
    locale: languages.locale,
    remark: options.remark,
  }
  const { all, counting } = yield* namesOf(text, file.messages)
  const edits = new MessageEdits(text, style)
  const changed: Edit[] = []
  const staying: Named[] = []
  for (const it of all) {
    const { element, isGone } = it.message
    const entry = isGone ? undefined : entries.get(it.key)
    if (!entry && !isGone && options.prune)
      changed.push(removal(text, element.tag.from, behindElement(text, element.to)))
    else staying.push(it)
    if (entry && counting.get(it.key) === it) {
      const found = translationIn(text, it, languages)
      if (found) changed.push(...edits.of(it, found, entry))
    }
    yield* pausesFor(it.message)
  }
  const added: Entry[] = []
  for (const entry of entries.values()) {
    if (!counting.has(entry.key)) added.push(entry)
    yield
  }
  yield* merged(changed, yield* newMessages(text, file, staying, added, { layout, style }))
}

/**
 * All messages, and by key those that count: the last of a name. What is gone from the program is not put there again,
 * but whatever the program has counts more.
 */
function* namesOf(text: string, messages: readonly QtMessage[]) {
  const all: Named[] = []
  const counting = new Map<string, Named>()
  for (const message of messages) {
    const it = named(text, message)
    if (it) all.push(it)
    if (it && (!message.isGone || !counting.has(it.key))) counting.set(it.key, it)
    yield* pausesFor(message)
  }
  return { all, counting }
}

/** Characters of messages that are read as fast as one of the places that are counted elsewhere. */
const PLACE = 2 ** 12

/** As many as its length takes. */
function* pausesFor({ element }: QtMessage): Generator<undefined, void, void> {
  for (let at = element.tag.from; at <= element.to; at += PLACE) yield
}
