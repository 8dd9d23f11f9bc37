import type { AnswerOf, RequestOf } from '@parlance/sdk'
import { api } from '../../../api/client.ts'
import { type LanguageMapping, mappingToSend } from './language-mapping.ts'
import { toldOf } from './reasons.ts'
import type { TmxPart } from './split-tmx.ts'

export type TmxResult = AnswerOf<'importTmx'>
type Resolution = NonNullable<NonNullable<RequestOf<'importTmx'>['body']>['conflictResolution']>
export const RESOLUTIONS = ['skip', 'overwrite', 'keep_highest'] as const satisfies readonly Resolution[]

interface SentTmx {
  tmId: number
  parts: readonly TmxPart[]
  mapping: LanguageMapping
  conflictResolution: Resolution
  /** Ends it between two parts. */
  signal: AbortSignal
}

/** A part was refused behind others that were taken. */
export class PartlyTaken extends Error {
  readonly result: TmxResult

  constructor(result: TmxResult, cause: unknown) {
    super('A part of the file was refused', { cause })
    this.result = result
  }
}

/** Sends a file part by part; what is done when somebody stops stays done, and is told. */
export async function sendTmx(
  { tmId, parts, mapping, conflictResolution, signal }: SentTmx,
  onProgress: (units: number) => void,
): Promise<TmxResult> {
  const localeMapping = mappingToSend(mapping)
  const leftOut = Object.keys(mapping).filter((language) => mapping[language] === null)
  const all: TmxResult = { imported: 0, skipped: 0, errors: [] }
  let done = 0
  for (const { content, units } of parts) {
    if (signal.aborted) break
    onProgress(done)
    const body = { content, conflictResolution, localeMapping }
    const result = await api.importTmx({ params: { tmId }, body }).catch((error: unknown) => {
      throw done === 0 ? error : new PartlyTaken(all, error)
    })
    all.imported += result.imported
    all.skipped += result.skipped
    all.errors.push(...toldOf(result.errors, done, leftOut))
    done += units
  }
  return all
}
