import type { Format } from './format.ts'
import { extensionOf, formats, formatsByName } from './formats.ts'

const JSON_FILES = ['xcstrings', 'chrome', 'json']
const XML_FILES = ['android', 'xliff-1.2', 'xliff-2.0', 'apple-strings', 'qt-ts', 'resx']
const YAML_FILES = ['yaml-rails', 'yaml']

/** Extensions that say little: of these formats, the first whose structure a file has. */
const BY_STRUCTURE: ReadonlyMap<string, readonly string[]> = new Map([
  ['json', JSON_FILES],
  ['xml', XML_FILES],
  ['ts', [...XML_FILES, 'ts-module']],
  ['yml', YAML_FILES],
  ['yaml', YAML_FILES],
])

/** What can be told from any other file, whatever it is called. */
const UNMISTAKABLE = [...JSON_FILES, ...XML_FILES]

/** An archive under any name, which is read as one file. */
const WORKBOOK = 'xlsx'

/**
 * The format of a file by its name and, where that leaves a choice or says nothing, by its structure. How its texts are
 * written decides nothing. Undefined: there is none for it, or it is an archive of files.
 */
export function pickFormat(path: string, bytes: Uint8Array): Format | undefined {
  if (isArchive(bytes)) return firstOf([WORKBOOK], bytes)
  const alike = BY_STRUCTURE.get(extensionOf(path) ?? '')
  if (alike) return firstOf(alike, bytes)
  const byName = formatsByName(path)
  if (byName.length > 1) return byName.find((format) => format.sniff(bytes)) ?? byName[0]
  return byName[0] ?? firstOf(UNMISTAKABLE, bytes)
}

const firstOf = (ids: readonly string[], bytes: Uint8Array): Format | undefined => {
  for (const id of ids) {
    const format: Format | undefined = formats.find((one) => one.id === id)
    if (format?.sniff(bytes)) return format
  }
  return undefined
}

/** Whether bytes are a ZIP archive, an empty one included. */
export const isArchive = (bytes: Uint8Array) =>
  bytes.length >= 4 && bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)
