import { UnreadableFile } from '../remark.ts'
import { decodePieces, type TextFile } from '../text-file.ts'
import { type LongText, TextPieces } from '../text-pieces.ts'
import { readXml, type XmlTag } from '../xml/read-xml.ts'
import { type Archive, type Member, readDirectory } from '../zip/directory.ts'
import { Unpacker } from '../zip/unpack.ts'
import { localName } from './local-name.ts'
import { readStrings } from './shared-strings.ts'

export const WORKBOOK = 'xl/workbook.xml'
const RELATIONSHIPS = 'xl/_rels/workbook.xml.rels'

/** A part of a workbook, of which a small archive may have a long one. */
export interface Part extends Omit<TextFile, 'text'> {
  text: LongText
}

export interface Sheet {
  name: string
  member: Member
}

/** A workbook that is open: its sheets in their order, and the texts that they share. */
export interface Workbook {
  archive: Archive
  sheets: readonly Sheet[]
  strings: readonly string[]
  partOf(member: Member): Generator<void, Part, void>
}

export function* openWorkbook(bytes: Uint8Array): Generator<void, Workbook, void> {
  const archive = readDirectory(bytes)
  const unpacker = new Unpacker(archive)
  const parts = new Map(archive.members.map((member) => [member.name.toLowerCase(), member]))
  function* partOf(member: Member): Generator<void, Part, void> {
    const { pieces, ...file } = yield* decodePieces(yield* unpacker.bytesOf(member))
    return { ...file, text: new TextPieces(pieces) }
  }
  function* tagsOf(name: string, found: (tag: XmlTag) => void): Generator<void, void, void> {
    const member = parts.get(name)
    if (member) yield* readXml((yield* partOf(member)).text, { open: found })
  }
  if (!parts.has(WORKBOOK)) throw new UnreadableFile('syntax_error', 'The archive is no workbook')
  const targets = new Map<string, Member>()
  let shared: Member | undefined
  yield* tagsOf(RELATIONSHIPS, ({ name, attributes }) => {
    const { Id: id = '', Type: type = '', Target: target = '' } = attributes
    const part = parts.get(partAt(target))
    if (localName(name) !== 'Relationship' || attributes['TargetMode'] === 'External' || !part) return
    if (type.endsWith('/worksheet')) targets.set(id, part)
    if (type.endsWith('/sharedStrings')) shared = part
  })
  const sheets: Sheet[] = []
  yield* tagsOf(WORKBOOK, ({ name, attributes }) => {
    const member = localName(name) === 'sheet' ? targets.get(relationshipOf(attributes)) : undefined
    if (member) sheets.push({ name: attributes['name'] ?? '', member })
  })
  const strings = shared ? yield* readStrings((yield* partOf(shared)).text) : []
  return { archive, sheets, strings, partOf }
}

/** It has a prefix, whichever. */
const relationshipOf = (attributes: Readonly<Record<string, string>>) =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? ''

/** The name of a part that is told from the folder of the workbook, or from the root. */
function partAt(target: string): string {
  const parts = target.startsWith('/') ? [] : ['xl']
  for (const part of target.replaceAll('\\', '/').split('/').slice(0, MOST_FOLDERS)) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/').toLowerCase()
}

const MOST_FOLDERS = 32

/** Whether an archive is a workbook, whatever it is called. */
export function isWorkbook(bytes: Uint8Array): boolean {
  try {
    return readDirectory(bytes).members.some(({ name }) => name.toLowerCase() === WORKBOOK)
  } catch (error) {
    if (error instanceof UnreadableFile) return false
    throw error
  }
}
