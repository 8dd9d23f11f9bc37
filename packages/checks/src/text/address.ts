import type { Span } from './mapped-text.ts'

/** A URL or an e-mail address in a text, without the marks that end the sentence. */
export interface Address extends Span {
  text: string
}

// In ASCII alone: in Chinese or Korean the sentence goes on behind an address without a space.
const URL = /\b(?:(?:https?|ftp):\/\/|www\.)[\w\-.~:/?#[\]@!$&()*+,;=%]+/gi
const MAILBOX = charactersOf(/[\w.%+-]/)
const HOST = charactersOf(/[A-Za-z0-9.-]/)
const ENDING = new Set('.,;:!?')
const NONE: readonly Address[] = []

/** Asked of each character of a text, a pattern takes ten times as long as a table. */
function charactersOf(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0))
}

/** In the order of the text. An address ends where a placeholder begins: what follows is somebody else's. */
export function addressesIn(text: string, placeholders: readonly Span[]): readonly Address[] {
  const hasUrl = text.includes('://') || /www\./i.test(text)
  const hasMail = text.includes('@')
  if (!hasUrl && !hasMail) return NONE
  const urls = hasUrl ? urlsIn(text, placeholders) : []
  if (!hasMail) return urls
  const found = [...urls]
  let at = 0
  for (const mail of mailsIn(text)) {
    while (at < urls.length && (urls[at] as Address).end <= mail.start) at++
    const url = urls[at]
    if (!url || url.start >= mail.end) found.push(mail)
  }
  return found.sort((one, other) => one.start - other.start)
}

function urlsIn(text: string, placeholders: readonly Span[]): Address[] {
  const found: Address[] = []
  let at = 0
  for (const { 0: url, index } of text.matchAll(URL)) {
    while (at < placeholders.length && (placeholders[at] as Span).start < index) at++
    const next = placeholders[at]?.start ?? Number.POSITIVE_INFINITY
    const address = trimmed(url.slice(0, Math.max(0, next - index)), index)
    if (address.end > address.start) found.push(address)
  }
  return found
}

/**
 * Ends before the marks of the sentence, and before a bracket that was opened before the address. By hand: a pattern such
 * as /[.,]+$/ tries each of a thousand dots as the first one.
 */
function trimmed(url: string, start: number): Address {
  const hasOpening = url.includes('(')
  let { length } = url
  while (length > 0 && (ENDING.has(url[length - 1] as string) || (!hasOpening && url[length - 1] === ')'))) length--
  return { text: url.slice(0, length), start, end: start + length }
}

/** From each @ in both directions: a pattern would try every letter before it as a beginning. */
function* mailsIn(text: string): Generator<Address> {
  let from = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let start = at
    while (start > from && MAILBOX[text.charCodeAt(start - 1)] === 1) start--
    let end = at + 1
    while (end < text.length && HOST[text.charCodeAt(end)] === 1) end++
    from = at + 1
    while (end > at + 1 && '.-'.includes(text[end - 1] as string)) end--
    if (start === at || !/^[^.]+\.[^.]/.test(text.slice(at + 1, end))) continue
    // The next one cannot begin within this one.
    from = end
    yield { text: text.slice(start, end), start, end }
  }
}
