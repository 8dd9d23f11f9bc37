import type { Entry } from '../entry.ts'
import { fittingData } from '../fitting-data.ts'
import { FlatEntries } from '../flat-entries.ts'
import type { ReadOptions, ReadPart } from '../format.ts'
import { Lines } from '../lines.ts'
import type { RemarkCode } from '../remark.ts'
import { withPauses } from '../steps.ts'
import { decodeText } from '../text-file.ts'
import { type Languages, languagesOf } from './languages.ts'
import {
  dataOf,
  descriptionOf,
  isTooLong,
  type Named,
  named,
  sourceOf,
  statusOf,
  type Translation,
  translationIn,
} from './message-entry.ts'
import { type QtMessage, scanTs } from './messages.ts'

const NOTHING: ReadPart = { entries: [], nodes: 0 }
/** Characters of messages that are read in a millisecond or two. */
const STEP = 2 ** 16

export function* readQt(bytes: Uint8Array, options: ReadOptions): Generator<ReadPart, void, void> {
  const { text } = yield* withPauses(decodeText(bytes), NOTHING)
  const { root, messages } = yield* withPauses(scanTs(text), NOTHING)
  const read = new MessageReader(text, languagesOf(root, options), new FlatEntries(options, new Lines(text)))
  let looked = 0
  for (const message of messages) {
    if (!message.isGone) read.add(message)
    looked += message.element.to - message.element.tag.from
    if (looked < STEP) continue
    looked = 0
    yield NOTHING
  }
  yield* read.entries.parts()
}

class MessageReader {
  readonly entries: FlatEntries
  readonly #text: string
  readonly #languages: Languages

  constructor(text: string, languages: Languages, entries: FlatEntries) {
    this.#text = text
    this.#languages = languages
    this.entries = entries
  }

  add(message: QtMessage): void {
    const { from } = message.element.tag
    const it = named(this.#text, message)
    const translation = it && translationIn(this.#text, it, this.#languages)
    // As a name, a source that is too long is never kept whole: whoever adds the entry tells it.
    if (it && isTooLong(it)) this.entries.add({ key: it.key, value: it.source }, from)
    else if (it && translation) this.entries.add(this.#entryOf(it, translation), from)
    else this.#tell('unsupported_entry', 'It has elements that Qt does not know, so it is left alone', message, it)
  }

  #entryOf(it: Named, translation: Translation): Entry {
    const { message, key, source } = it
    const { value, isSource, isMerged } = translation
    const { inside } = this.#languages
    const status = statusOf(message, translation)
    const description = descriptionOf(this.#text, message)
    const { translation: element } = message.parts
    if (isMerged)
      this.#tell('plural_forms_merged', 'Several forms have one category: the first of them is the text', message, it)
    return {
      key,
      value,
      ...(message.isNumerus ? { isPlural: true } : {}),
      syntax: 'qt',
      ...(description === '' ? {} : { description }),
      ...(status === undefined ? {} : { status }),
      ...(isSource || source === '' ? {} : { source: sourceOf(it, this.#languages) }),
      ...(inside === undefined ? {} : { locale: inside }),
      ...this.#formatData(it),
      ...(element ? { at: element.content } : {}),
    }
  }

  #formatData(it: Named): Pick<Entry, 'formatData'> {
    const whole = dataOf(this.#text, it, this.#languages)
    const qt = fittingData('qt', whole)
    if (Object.keys(qt).length < Object.keys(whole).length)
      this.#tell('format_data_too_large', 'Its name and comments are too long to be kept whole', it.message, it)
    return Object.keys(qt).length > 0 ? { formatData: { qt } } : {}
  }

  #tell(code: RemarkCode, problem: string, { element }: QtMessage, it: Named | undefined): void {
    this.entries.tell('warning', code, problem, it?.key ?? '', element.tag.from)
  }
}
