import type { AnswerOf, RequestOf } from '@parlance/sdk'
import { api } from '../../../api/client.ts'
import { type ColumnUse, rowsToSend } from './columns.ts'
import { csvParts, jsonParts, type Part } from './parts.ts'
import type { GlossaryFile } from './read-file.ts'

export type ImportResult = AnswerOf<'importGlossaryCsv'>
type ConflictStrategy = NonNullable<RequestOf<'importGlossaryCsv'>['body']>['conflictStrategy']
export const STRATEGIES = ['merge', 'skip', 'overwrite'] as const satisfies readonly ConflictStrategy[]

type ReadableFile = Exclude<GlossaryFile, { kind: 'unreadable' }>

export interface SentFile {
  orgId: number
  file: ReadableFile
  conflictStrategy: ConflictStrategy
  /** Of a CSV file: what its columns are. */
  uses: readonly ColumnUse[]
  /** The language that most concepts are at home in. */
  sourceCode: string | undefined
}

export interface ImportProgress {
  done: number
  total: number
}

const NOTHING: ImportResult = { imported: 0, updated: 0, skipped: 0, errors: [] }

/** What a part did that came before one which was refused. */
export class PartlyImported extends Error {
  readonly result: ImportResult

  constructor(result: ImportResult, cause: unknown) {
    super('A part of the file was refused', { cause })
    this.result = result
  }
}

/** Sends a file, in as many parts as it takes. */
export async function sendFile(
  { orgId, file, conflictStrategy, uses, sourceCode }: SentFile,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportResult> {
  const params = { orgId }
  switch (file.kind) {
    case 'tbx':
      return api.importGlossaryTbx({ params, body: { content: file.content, conflictStrategy } })
    case 'json': {
      const about = {
        version: '1.0',
        conflictStrategy,
        ...(file.sourceLocaleCode === undefined ? {} : { sourceLocaleCode: file.sourceLocaleCode }),
      } as const
      const send = (concepts: typeof file.concepts) => api.importGlossaryJson({ params, body: { ...about, concepts } })
      return sendParts(jsonParts(file.concepts), send, onProgress)
    }
    case 'csv': {
      const rows = rowsToSend(file.rows, uses, sourceCode, () => crypto.randomUUID())
      const send = (text: string) =>
        api.importGlossaryCsv({ params, body: { content: base64(text), conflictStrategy } })
      return sendParts(csvParts(rows), send, onProgress)
    }
  }
}

/** One after the other: each holds the glossary while it is written. */
async function sendParts<Content>(
  parts: readonly Part<Content>[],
  send: (content: Content) => Promise<ImportResult>,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportResult> {
  const total = parts.reduce((sum, { size }) => sum + size, 0)
  let all = NOTHING
  let done = 0
  for (const { content, size, rowOf } of parts) {
    onProgress({ done, total })
    const result = await send(content).catch((error: unknown) => {
      throw done === 0 ? error : new PartlyImported(all, error)
    })
    done += size
    all = {
      imported: all.imported + result.imported,
      updated: all.updated + result.updated,
      skipped: all.skipped + result.skipped,
      errors: [...all.errors, ...result.errors.map(({ row, message }) => ({ row: rowOf(row), message }))],
    }
  }
  return { ...all, errors: all.errors.sort((a, b) => a.row - b.row) }
}

function base64(text: string): string {
  const bytes = new TextEncoder().encode(text)
  let binary = ''
  // Not all at once: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 32_768) binary += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return btoa(binary)
}
