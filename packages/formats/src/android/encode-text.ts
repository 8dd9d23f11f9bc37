import { cdataSection } from '../xml/escape-xml.ts'
import { type TaggedPart, taggedParts } from '../xml/tagged-text.ts'
import type { Spelling } from './decode-text.ts'
import { unescapeBesideTags } from './decode-text.ts'

const REFERENCE = /^[@?]\+?(?:[\w.]+:)?(?:\w+\/)?[\w.]+$/

/** A text as the content of a resource. */
export function encodeText(value: string, spelling: Spelling, prefixes: ReadonlySet<string>): string {
  if (spelling.reference && REFERENCE.test(value)) return value
  const parts = spelling.cdata || spelling.escaped ? undefined : taggedParts(value, prefixes)
  const text = parts
    ? parts.map(encodePart).join('')
    : spelling.cdata
      ? escapeText(value)
      : escapeXml(escapeText(value))
  const marked = /^[@?]/.test(text) ? `\\${text}` : text
  const quoted = /^ | $| {2}/.test(value) ? `"${marked}"` : marked
  return spelling.cdata && !parts ? cdataSection(quoted) : quoted
}

const encodePart = ({ isTag, text }: TaggedPart) => {
  if (isTag) return text
  // What is no entity was meant as it stands.
  const resolved = unescapeBesideTags(text.replaceAll(NO_ENTITY, '&amp;').replaceAll('<', '&lt;'))
  return escapeText(resolved)
}

const NO_ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/g

const escapeXml = (text: string) =>
  text.replaceAll(/[&<>]/g, (character) => (character === '&' ? '&amp;' : character === '<' ? '&lt;' : '&gt;'))

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t' }

// biome-ignore lint/suspicious/noControlCharactersInRegex: Android can say what XML cannot hold
const SPECIAL = /[\\'"\x00-\x1f\ufffe\uffff]/g

const escapeText = (text: string) =>
  text.replaceAll(SPECIAL, (character) => {
    if (character === '\\' || character === "'" || character === '"') return `\\${character}`
    return NAMED[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`
  })
