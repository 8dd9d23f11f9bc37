import { contentText } from '../xml/content-text.ts'
import { contentOf, type XmlElement } from '../xml/element.ts'
import { UNWRITABLE } from '../xml/escape-xml.ts'
import { xmlPieces } from '../xml/pieces.ts'

/** Between texts of several lengths, of which a program shows the longest that fits. */
const BETWEEN_VARIANTS = '\u009c'
/** Longer content is too long as a text, however many variants it has. */
const LONGEST = 2 ** 20

/** What an element says; undefined where it has elements in it that Qt does not know either. */
export function textIn(text: string, element: XmlElement | undefined): string | undefined {
  if (!element) return ''
  const xml = contentOf(text, element)
  return hasVariants(element) && xml.length <= LONGEST ? variantsIn(xml) : contentText(xml, byteOf)
}

const hasVariants = ({ tag }: XmlElement) => tag.attributes['variants'] === 'yes'

function variantsIn(xml: string): string | undefined {
  const variants: (string | undefined)[] = []
  let from: number | undefined
  for (const piece of xmlPieces(xml)) {
    const tag = piece.kind === 'tag' ? xml.slice(piece.from, piece.to) : ''
    if (/^<lengthvariant\b/.test(tag)) from = piece.to
    if (from === undefined || (!tag.startsWith('</lengthvariant') && !/^<lengthvariant[^>]*\/>$/.test(tag))) continue
    variants.push(contentText(xml.slice(from, Math.max(from, piece.from)), byteOf))
    from = undefined
  }
  return variants.includes(undefined) ? undefined : variants.join(BETWEEN_VARIANTS)
}

const BYTE = /^<byte\s+value\s*=\s*["'](?:x([\da-fA-F]{1,6})|(\d{1,7}))["']\s*\/?>$/

/** Qt has an element for what XML cannot hold. */
function byteOf(tag: string): string | undefined {
  if (tag === '</byte>') return ''
  const [, hex, decimal] = BYTE.exec(tag) ?? []
  if (hex === undefined && decimal === undefined) return undefined
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  if (code === 0 || code > 0x10ffff) return ''
  return String.fromCodePoint(code).toWellFormed()
}

const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
/** With spaces other than the usual one, which nobody could see. */
const SPECIAL = /[&<>"'\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g

/** A text as the tools of Qt write it, so that they change nothing about it later. */
export function encodeText(text: string, lineEnd: string): string {
  const escaped = text
    .replaceAll(SPECIAL, (character) => NAMED[character] ?? `&#x${hexOf(character)};`)
    .replaceAll(UNWRITABLE, (character) => `<byte value="x${hexOf(character)}"/>`)
  return lineEnd === '\n' ? escaped : escaped.replaceAll('\n', lineEnd)
}

const hexOf = (character: string) => character.charCodeAt(0).toString(16)

/** The same for an element that there is. */
export function encodeInto(element: XmlElement, text: string, lineEnd: string): string {
  if (!hasVariants(element)) return encodeText(text, lineEnd)
  const variants = text.split(BETWEEN_VARIANTS)
  return variants.map((variant) => `<lengthvariant>${encodeText(variant, lineEnd)}</lengthvariant>`).join('')
}
