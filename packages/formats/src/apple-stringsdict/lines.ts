import type { Entry } from '../entry.ts'
import type { WriteOptions } from '../format.ts'
import type { PluralForms } from '../plural-message.ts'
import { nameOfKey } from '../stored-key.ts'
import { commentLines } from '../xml/comments.ts'
import { escapeXml } from '../xml/escape-xml.ts'
import { appleDataOf } from './apple-data.ts'
import { type CountedPart, countedParts } from './counted-text.ts'
import { FORMAT, PLURAL_RULE, RULE, VALUE_TYPE, writtenForms } from './dictionary.ts'
import { formatText } from './format-text.ts'

/** How a file is laid out and in which language it is. */
export interface Style extends Pick<WriteOptions, 'locale' | 'remark'> {
  /** One step to the right. */
  indent: string
}

export const nameOf = ({ key, formatData }: Entry) => nameOfKey(key, formatData, 'apple')

export const textLines = (name: string, text: string) => [
  `<key>${escapeXml(name)}</key>`,
  `<string>${escapeXml(text)}</string>`,
]

/** An entry with its description: a text, or a dictionary where it has counted parts. */
export function entryLines(entry: Entry, style: Style): string[] {
  const name = nameOf(entry)
  const parts = countedParts(entry)
  const lines = parts ? dictionaryLines(name, countedLines(entry, parts, style), style) : textLines(name, entry.value)
  return [...commentLines(entry.description), ...lines]
}

function countedLines(entry: Entry, parts: readonly CountedPart[], style: Style): string[] {
  const counted = new Map(parts.flatMap((part) => (typeof part === 'string' ? [] : [[part.argument, part]])))
  const format = formatText(parts, new Map(Object.entries(appleDataOf(entry).positions ?? {})))
  return [...textLines(FORMAT, format), ...[...counted.values()].flatMap((forms) => countingLines(entry, forms, style))]
}

/** The dictionary of one counted argument. */
export function countingLines(entry: Entry, forms: PluralForms, style: Style): string[] {
  const { argument } = forms
  const written = writtenForms(entry.key, forms, style)
  const type = appleDataOf(entry).types?.[argument] ?? typeIn(written.values())
  const lines = [...textLines(RULE, PLURAL_RULE), ...textLines(VALUE_TYPE, type)]
  for (const [category, form] of written) lines.push(...textLines(category, form))
  return dictionaryLines(argument, lines, style)
}

const dictionaryLines = (name: string, lines: readonly string[], { indent }: Style) => [
  `<key>${escapeXml(name)}</key>`,
  '<dict>',
  ...lines.map((line) => indent + line),
  '</dict>',
]

const NUMBER = /%(?:\d+\$)?[-+ 0#']{0,5}\d{0,5}(?:\.\d{0,5})?((?:hh?|ll?|[qLztj])?[dDuUixXoOfFeEgG])/

/** How `printf` calls the number, by the first form that shows it; an `int` where none does. */
function typeIn(forms: Iterable<string>): string {
  for (const form of forms) {
    const type = NUMBER.exec(form.replaceAll('%%', ''))?.[1]
    if (type !== undefined) return type
  }
  return 'd'
}
