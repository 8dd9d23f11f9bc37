import { textDirection } from '../locale.ts'
import { type MailLanguage, type MailTextId, mailTexts } from './languages.ts'

/** What is put into a text: names as people wrote them, times, and other texts. */
type Value = string | Date | { text: MailTextId }

export interface Line {
  text: MailTextId
  values?: Record<string, Value>
}

/** A mail before it has a language: what it says, and the one thing it asks for. */
export interface Letter {
  subject: Line
  paragraphs: Line[]
  /** `path` is where it leads in the console. */
  link: Line & { path: string }
  /** Under the link. */
  remarks: Line[]
}

export interface Written {
  subject: string
  text: string
  html: string
}

/** Names are as long as their owners like; a subject is not. */
const LONGEST_VALUE = 100
const WRITTEN_FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
/** Keeps what stands between them from turning the text around it. */
const [ISOLATE, END_OF_ISOLATE] = ['\u2068', '\u2069']

/** As plain text, and the same as HTML: no pictures, nothing that is loaded, and the address of the link to be seen. */
export function writeLetter(letter: Letter, language: MailLanguage, publicUrl: string): Written {
  const url = `${publicUrl}${letter.link.path}`
  const footer: Line = { text: 'footer', values: { address: publicUrl } }
  const plain = (line: Line) =>
    fill(
      line,
      language,
      (text) => text,
      (value) => isolated(value, language),
    )
  const rich = (line: Line) => fill(line, language, escaped, (value) => `<bdi>${escaped(value)}</bdi>`)
  const text = [
    ...letter.paragraphs.map(plain),
    `${plain(letter.link)}:\n${url}`,
    ...letter.remarks.map(plain),
    `-- \n${plain(footer)}`,
  ]
  const subject = plain(letter.subject)
  const html = [
    `<!doctype html>\n<html lang="${language}" dir="${textDirection(language)}">`,
    `<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    '<body style="font-family: sans-serif; line-height: 1.5; max-width: 36em">',
    ...letter.paragraphs.map((line) => `<p>${rich(line)}</p>`),
    `<p><a href="${escaped(url)}"><strong>${rich(letter.link)}</strong></a></p>`,
    `<p><bdi>${escaped(url)}</bdi></p>`,
    ...letter.remarks.map((line) => `<p>${rich(line)}</p>`),
    `<p><small>${rich(footer)}</small></p>`,
    '</body>\n</html>',
  ]
  return { subject, text: `${text.join('\n\n')}\n`, html: `${html.join('\n')}\n` }
}

function fill(
  { text, values = {} }: Line,
  language: MailLanguage,
  ofText: (text: string) => string,
  ofValue: (value: string) => string,
): string {
  return mailTexts[language][text]
    .split(/(\{\w+\})/)
    .map((part) => {
      const value = values[part.slice(1, -1)]
      return part.startsWith('{') && value !== undefined ? ofValue(said(value, language)) : ofText(part)
    })
    .join('')
}

function said(value: Value, language: MailLanguage): string {
  if (typeof value === 'string') return inOneLine(value)
  return value instanceof Date ? timeIn(language, value) : mailTexts[language][value.text]
}

/**
 * Names come from people. A line break in one would end a header or begin a paragraph of its own, and characters that turn
 * the direction of a text would hide what it says.
 */
export function inOneLine(value: string): string {
  const line = value
    .replaceAll(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  const characters = [...line]
  return characters.length <= LONGEST_VALUE ? line : `${characters.slice(0, LONGEST_VALUE - 1).join('')}…`
}

/** Nobody's clock is known here, so it is told which one this is. */
const timeIn = (language: MailLanguage, time: Date) =>
  new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(time)

const isolated = (value: string, language: MailLanguage) =>
  textDirection(language) === 'rtl' || WRITTEN_FROM_RIGHT.test(value) ? `${ISOLATE}${value}${END_OF_ISOLATE}` : value

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
