import type { Entry } from '../entry.ts'
import type { WriteOptions } from '../format.ts'
import { nameOfKey } from '../stored-key.ts'
import { spelledPattern } from './spell-pattern.ts'

const NAME = /^(-?[A-Za-z][A-Za-z0-9_-]*)(?:\.([A-Za-z][A-Za-z0-9_-]*))?$/

/** What attributes are indented by. */
export const INDENT = 4

export interface PlacedEntry {
  id: string
  /** Empty for the value of a message. */
  attribute: string
  entry: Entry
}

/** To which message an entry belongs. Undefined, and told: Fluent has no such name. */
export function placed(entry: Entry, { remark }: Pick<WriteOptions, 'remark'>): PlacedEntry | undefined {
  const { key, formatData } = entry
  const [, id, attribute = ''] = NAME.exec(nameOfKey(key, formatData, 'fluent')) ?? []
  if (id !== undefined) return { id, attribute, entry }
  const message = 'A name of Fluent has letters, digits, - and _, begins with a letter, and has one dot at most'
  remark?.({ severity: 'warning', code: 'key_not_representable', key, message })
  return undefined
}

/** What makes a pattern of a text. Undefined, and told: it is none. */
export function patternFor(
  entry: Entry,
  lineEnd: string,
  outer: number,
  { remark }: Pick<WriteOptions, 'remark'>,
  before?: Parameters<typeof spelledPattern>[3],
): string | undefined {
  const spelled = spelledPattern(entry.value, lineEnd, outer, before)
  if (spelled !== undefined) return spelled
  const message = 'This is no pattern of Fluent, so it is left out'
  remark?.({ severity: 'warning', code: 'value_not_convertible', key: entry.key, message })
  return undefined
}

/** The lines of a message that a file does not have, without the last line end; undefined where nothing is left of it. */
export function messageLines(
  parts: readonly PlacedEntry[],
  lineEnd: string,
  options: Pick<WriteOptions, 'remark'>,
): string | undefined {
  const [{ id } = { id: '' }] = parts
  const value = parts.find(({ attribute }) => attribute === '')
  const pattern = value && patternFor(value.entry, lineEnd, 0, options)
  if (pattern === undefined && id.startsWith('-')) {
    tellOrphans(parts, options)
    return undefined
  }
  const attributes = parts.flatMap((part) => attributeLine(part, lineEnd, options) ?? [])
  if (pattern === undefined && attributes.length === 0) return undefined
  const lines = [...commentOf(parts), `${id} =${pattern ?? ''}`, ...attributes]
  return lines.join(lineEnd)
}

export function attributeLine(
  { attribute, entry }: PlacedEntry,
  lineEnd: string,
  options: Pick<WriteOptions, 'remark'>,
  indent = INDENT,
): string | undefined {
  const pattern = attribute === '' ? undefined : patternFor(entry, lineEnd, indent, options)
  return pattern === undefined ? undefined : `${' '.repeat(indent)}.${attribute} =${pattern}`
}

function tellOrphans(parts: readonly PlacedEntry[], { remark }: Pick<WriteOptions, 'remark'>): void {
  const message = 'A term needs a value before it has attributes'
  for (const { attribute, entry } of parts)
    if (attribute !== '') remark?.({ severity: 'warning', code: 'key_not_representable', key: entry.key, message })
}

/** A message has one comment, whatever its parts are said to be. */
function commentOf(parts: readonly PlacedEntry[]): string[] {
  const descriptions = new Set(parts.flatMap(({ entry }) => entry.description?.trim() || []))
  if (descriptions.size === 0) return []
  return [...descriptions]
    .join('\n\n')
    .split(/\r\n?|\n/)
    .map((line) => `# ${line}`.trimEnd())
}
