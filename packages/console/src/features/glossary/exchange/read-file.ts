import type { RequestOf } from '@parlance/sdk'
import { readCsv } from './csv.ts'

export type Concept = NonNullable<RequestOf<'importGlossaryJson'>['body']>['concepts'][number]

/** What somebody has chosen, as far as this page reads it. */
export type GlossaryFile =
  | { kind: 'csv'; header: string[]; rows: string[][] }
  | { kind: 'json'; concepts: Concept[]; sourceLocaleCode: string | undefined }
  | { kind: 'tbx'; content: string }
  | { kind: 'unreadable'; reason: 'encoding' | 'json' | 'empty' | 'columns' }

/** Tells what a file is by what stands in it: names end in anything. */
export function readGlossaryFile(bytes: Uint8Array): GlossaryFile {
  const text = decoded(bytes)
  if (text === undefined) return { kind: 'unreadable', reason: 'encoding' }
  const start = text.trimStart()
  if (start === '') return { kind: 'unreadable', reason: 'empty' }
  if (start.startsWith('<')) return { kind: 'tbx', content: text }
  if (start.startsWith('{')) return readJson(text)
  const [header = [], ...rows] = readCsv(text)
  if (header.length < 2) return { kind: 'unreadable', reason: 'columns' }
  return rows.length === 0 ? { kind: 'unreadable', reason: 'empty' } : { kind: 'csv', header, rows }
}

/** UTF-8, or the UTF-16 that spreadsheets write. Guessing anything else would spoil letters that nobody looks at. */
function decoded(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function readJson(text: string): GlossaryFile {
  try {
    const { concepts, sourceLocaleCode } = JSON.parse(text) as Record<string, unknown>
    if (!Array.isArray(concepts)) return { kind: 'unreadable', reason: 'json' }
    if (concepts.length === 0) return { kind: 'unreadable', reason: 'empty' }
    const source = typeof sourceLocaleCode === 'string' ? sourceLocaleCode : undefined
    return { kind: 'json', concepts, sourceLocaleCode: source }
  } catch {
    return { kind: 'unreadable', reason: 'json' }
  }
}
