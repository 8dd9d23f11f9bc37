import type { Edit } from '../edits.ts'
import type { Entry } from '../entry.ts'
import { attributeEdit, attributeRemoval } from '../xml/attributes.ts'
import { contentEdit, type XmlElement } from '../xml/element.ts'
import { indentOf } from '../xml/layout.ts'
import { encodeInto, encodeText } from './content.ts'
import { isUnfinished, type Named, statusOf, type Translation } from './message-entry.ts'
import { formLine, isToFinish, type MessageStyle, tellUnsayable, writtenForms } from './message-lines.ts'
import type { QtMessage } from './messages.ts'
import { formsToWrite } from './plural-forms.ts'

/** What becomes of the messages that a file has. */
export class MessageEdits {
  readonly #text: string
  readonly #style: MessageStyle

  constructor(text: string, style: MessageStyle) {
    this.#text = text
    this.#style = style
  }

  /** In their order. */
  of({ message }: Named, found: Translation, entry: Entry): Edit[] {
    const { value, isSource } = found
    const status = statusOf(message, found)
    const isSame = value === entry.value || (isSource && entry.value === '')
    if (isSame && (isSource || entry.status === undefined || entry.status === status)) return []
    const { translation } = message.parts
    if (!translation) return [this.#newTranslation(message, entry)]
    return [
      ...this.#typeEdits(message, translation, found, entry),
      ...(isSame ? [] : this.#texts(message, translation, found, entry)),
    ]
  }

  /** A new text of a status that nobody tells is finished where there was none, and else as finished as the one before. */
  #typeEdits(message: QtMessage, { tag }: XmlElement, { value, isSource }: Translation, entry: Entry): Edit[] {
    const was = isUnfinished(message)
    const keeps = entry.status === undefined && entry.value !== '' && value !== '' && !isSource
    const is = keeps ? was : isToFinish(entry)
    if (is === was) return []
    if (is) return [attributeEdit(this.#text, tag, 'type', 'unfinished')]
    const removal = attributeRemoval(this.#text, tag, 'type')
    return removal ? [removal] : []
  }

  #texts(message: QtMessage, translation: XmlElement, { forms: before }: Translation, entry: Entry): Edit[] {
    const { lineEnd } = this.#style
    if (!message.isNumerus) {
      this.#tellUncounted(entry)
      return [contentEdit(this.#text, translation, encodeInto(translation, entry.value, lineEnd))]
    }
    const forms = this.#formsOf(message, entry, before)
    if (forms.length !== message.forms.length)
      return [contentEdit(this.#text, translation, this.#formLines(message, translation, forms))]
    return message.forms.flatMap((form, index) => {
      const text = forms[index] ?? ''
      return text === before[index] ? [] : [contentEdit(this.#text, form, encodeInto(form, text, lineEnd))]
    })
  }

  #tellUncounted(entry: Entry): void {
    if (entry.isPlural && entry.value !== '')
      tellUnsayable(entry.key, 'The program does not count here, so it was left as an ICU message.', this.#style.remark)
  }

  /** What is no plural is the form for any number. */
  #formsOf(message: QtMessage, entry: Entry, before: readonly string[]): string[] {
    const categories = formsToWrite(message.forms.length, this.#style.locale)
    return writtenForms(entry, categories, before, this.#style) ?? categories.map(() => entry.value)
  }

  #formLines({ element, forms: [first] }: QtMessage, translation: XmlElement, forms: readonly string[]): string {
    const { indent, lineEnd } = this.#style
    const outer = indentOf(this.#text, translation.tag.from)
    const inner = first ? indentOf(this.#text, first.tag.from) : outer && outer + indent
    const isOnOneLine = inner === undefined || indentOf(this.#text, element.tag.from) === undefined
    const lines = forms.map((form) => formLine(form, this.#style))
    if (isOnOneLine) return lines.join('')
    return `${lines.map((line) => lineEnd + inner + line).join('')}${lineEnd}${outer ?? ''}`
  }

  #newTranslation(message: QtMessage, entry: Entry): Edit {
    const { lineEnd } = this.#style
    const { element, parts, isNumerus } = message
    const content = isNumerus
      ? this.#formsOf(message, entry, [])
          .map((form) => formLine(form, this.#style))
          .join('')
      : encodeText(entry.value, lineEnd)
    if (!isNumerus) this.#tellUncounted(entry)
    const written = `<translation${isToFinish(entry) ? ' type="unfinished"' : ''}>${content}</translation>`
    const last = Object.values(parts).reduce<XmlElement | undefined>((a, b) => (a && a.to > b.to ? a : b), undefined)
    if (!last) return contentEdit(this.#text, element, written)
    const indent = indentOf(this.#text, last.tag.from)
    return { from: last.to, to: last.to, text: indent === undefined ? written : lineEnd + indent + written }
  }
}
