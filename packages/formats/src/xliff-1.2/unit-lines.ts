import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Entry } from '../entry.ts'
import { nameOfKey } from '../stored-key.ts'
import { escapeAttribute, escapeXml, isXmlText, UNWRITABLE } from '../xml/escape-xml.ts'
import { encodeText, type TextStyle } from './encode-text.ts'
import { STATE_OF } from './unit-text.ts'

/** How units are laid out, and what they hold. */
export interface UnitStyle extends TextStyle {
  /** One step to the right. */
  indent: string
  /** The file is in its source language alone: sources are the texts, and there are no targets. */
  isMonolingual: boolean
  /** Of units that there are, and of those that are made. */
  ids: Set<string>
}

/** The lines of a new unit; none, with a remark, where XML cannot hold its name. */
export function unitLines(entry: Entry, style: UnitStyle): string[] {
  const name = nameOfKey(entry.key, entry.formatData, 'xliff')
  if (isXmlText(name)) return style.dialect === '2.0' ? lines2(entry, name, style) : lines1(entry, name, style)
  const message = 'Left out: its name has characters that XML cannot hold.'
  style.remark?.({ severity: 'warning', code: 'key_not_representable', key: entry.key, message })
  return []
}

function lines1(entry: Entry, name: string, style: UnitStyle): string[] {
  const { indent, isMonolingual } = style
  const { source, target } = writtenTexts(entry, style)
  const status = statusOf(entry)
  const { characterLimit, description } = entry
  const attributes = [
    `id="${escapeAttribute(idOf(entry, name, style))}" resname="${escapeAttribute(name)}"`,
    ...(status === 'translated' && !isMonolingual ? ['approved="yes"'] : []),
    ...(characterLimit ? [`maxwidth="${characterLimit}" size-unit="char"`] : []),
    ...(needsSpace(source) || needsSpace(target) ? ['xml:space="preserve"'] : []),
  ]
  const state = status ? ` state="${STATE_OF['1.2'][status]}"` : ''
  return [
    `<trans-unit ${attributes.join(' ')}>`,
    `${indent}<source>${source}</source>`,
    ...(isMonolingual ? [] : [`${indent}<target${state}>${target}</target>`]),
    ...(description ? [`${indent}<note>${noteOf(description, style)}</note>`] : []),
    '</trans-unit>',
  ]
}

function lines2(entry: Entry, name: string, style: UnitStyle): string[] {
  const { indent, isMonolingual, prefixes } = style
  const { source, target } = writtenTexts(entry, style)
  const status = isMonolingual ? undefined : statusOf(entry)
  const { characterLimit, description } = entry
  const limit = characterLimit && prefixes.has('slr') ? ` slr:sizeRestriction="${characterLimit}"` : ''
  const state = status ? ` state="${STATE_OF['2.0'][status]}"` : ''
  const space = needsSpace(source) || needsSpace(target) ? ' xml:space="preserve"' : ''
  const inner = indent + indent
  return [
    `<unit id="${escapeAttribute(idOf(entry, name, style))}" name="${escapeAttribute(name)}"${limit}${space}>`,
    ...(description
      ? [`${indent}<notes>`, `${inner}<note>${noteOf(description, style)}</note>`, `${indent}</notes>`]
      : []),
    `${indent}<segment${state}>`,
    `${inner}<source>${source}</source>`,
    ...(isMonolingual ? [] : [`${inner}<target>${target}</target>`]),
    `${indent}</segment>`,
    '</unit>',
  ]
}

function writtenTexts(entry: Entry, style: UnitStyle): { source: string; target: string } {
  const { key, value, source = '', syntax } = entry
  const isXml = syntax === 'xliff'
  const target = encodeText(value, isXml, key, style)
  if (style.isMonolingual) return { source: target, target: '' }
  // What is wrong with the source is told where that is the text.
  return { source: encodeText(source, isXml, key, { ...style, remark: undefined }), target }
}

const statusOf = ({ value, status }: Entry) => status ?? (value === '' ? 'not_translated' : undefined)

const needsSpace = (xml: string) => /^\s|\s$|\s\s|[\n\t]/.test(xml)

const noteOf = (description: string, { lineEnd }: TextStyle) =>
  escapeXml(description.replaceAll(UNWRITABLE, '')).replaceAll('\n', lineEnd)

const TOKEN = /^[\w.:-]+$/
const DIGITS = 16

/** In XLIFF 2 an id has no spaces and is there once. */
function idOf({ formatData }: Entry, name: string, { dialect, ids }: UnitStyle): string {
  const own = formatData?.['xliff']
  const known = typeof own === 'object' && own !== null ? (own as { id?: unknown }).id : undefined
  const wanted = typeof known === 'string' && isXmlText(known) ? [known, name] : [name]
  const hash = `u-${bytesToHex(sha256(new TextEncoder().encode(name))).slice(0, DIGITS)}`
  const id = wanted.find((one) => !ids.has(one) && (dialect === '1.2' || TOKEN.test(one))) ?? hash
  ids.add(id)
  return id
}
