import type { Entry } from '../entry.ts'
import type { WriteOptions } from '../format.ts'
import { cardinalOf, splitMessage } from '../numbered-forms.ts'
import { formsOf } from '../plural-message.ts'
import { nameOfKey } from '../stored-key.ts'
import { escapeAttribute, isXmlText } from '../xml/escape-xml.ts'
import { encodeText } from './content.ts'
import { nameFrom, partsOf, storedData } from './own-data.ts'
import { formsOfQt } from './plural-forms.ts'

export interface MessageStyle {
  /** One step to the right. */
  indent: string
  lineEnd: string
  locale: string
  remark: WriteOptions['remark']
}

/** A message that is new in a file. */
export interface NewMessage {
  /** Undefined: an id needs none. */
  context: string | undefined
  lines: string[]
}

/** Undefined, with a remark, where a file cannot hold its name. */
export function newMessage(entry: Entry, style: MessageStyle): NewMessage | undefined {
  const { key, description, formatData } = entry
  const name = nameOfKey(key, formatData, 'qt')
  const parts = partsOf(name)
  const stored = storedData(entry, style.locale)
  const context = parts?.context ?? stored.context
  if (
    !isXmlText(parts ? parts.context : name) ||
    (parts && nameFrom(parts.context, parts.source, parts.comment) !== name)
  ) {
    const message = 'Left out: a file of Qt cannot have this name.'
    style.remark?.({ severity: 'warning', code: 'key_not_representable', key, message })
    return undefined
  }
  const forms = entry.isPlural ? writtenForms(entry, formsOfQt(style.locale), [], style) : undefined
  const comment = parts ? parts.comment : stored.comment
  const element = (tag: string, text: string | undefined) =>
    text ? [`${style.indent}<${tag}>${encodeText(text, style.lineEnd)}</${tag}>`] : []
  const lines = [
    `<message${parts ? '' : ` id="${escapeAttribute(name)}"`}${forms ? ' numerus="yes"' : ''}>`,
    `${style.indent}<source>${encodeText(parts?.source ?? sourceText(entry), style.lineEnd)}</source>`,
    ...element('comment', comment),
    // What tells a message with an id from others is its description where it has no other.
    ...element('extracomment', !parts && description === comment ? '' : description),
    ...element('translatorcomment', stored.translatorComment),
    ...translationLines(entry, forms, style).map((line) => style.indent + line),
    '</message>',
  ]
  return { context, lines }
}

/** Programs have one form of a plural, for any number. */
function sourceText({ source = '', syntax, isPlural }: Entry): string {
  const forms = isPlural ? formsOf({ value: source, syntax: syntax ?? null }) : undefined
  return forms?.branches.get('other') ?? source
}

function translationLines(entry: Entry, forms: readonly string[] | undefined, style: MessageStyle): string[] {
  const open = isToFinish(entry) ? '<translation type="unfinished">' : '<translation>'
  if (!forms) return [`${open}${encodeText(entry.value, style.lineEnd)}</translation>`]
  return [open, ...forms.map((form) => style.indent + formLine(form, style)), '</translation>']
}

export const formLine = (form: string, { lineEnd }: MessageStyle) =>
  `<numerusform>${encodeText(form, lineEnd)}</numerusform>`

export const isToFinish = ({ value, status }: Entry) =>
  value === '' || (status !== undefined && status !== 'translated')

/**
 * The forms of a plural, in the order of its file; undefined, with a remark, where forms cannot say it. `before` has those
 * that the file has already.
 */
export function writtenForms(
  entry: Entry,
  categories: readonly string[],
  before: readonly string[],
  { remark }: MessageStyle,
): string[] | undefined {
  const { key, value } = entry
  if (value === '') return categories.map(() => '')
  const message = cardinalOf(entry)
  if (!message) {
    tellUnsayable(key, 'Qt has no forms for this, so it was left as it is.', remark)
    return undefined
  }
  const { forms, dropped } = splitMessage(message, categories, before)
  if (dropped.length > 0)
    remark?.({
      severity: 'warning',
      code: 'branch_dropped',
      key,
      message: `Left out, because Qt has no form for these numbers in this language: ${dropped.join(', ')}.`,
    })
  return forms
}

export const tellUnsayable = (key: string, message: string, remark: WriteOptions['remark']) =>
  remark?.({ severity: 'warning', code: 'value_not_convertible', key, message })
