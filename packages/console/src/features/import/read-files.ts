import { limits } from '@parlance/contract/limits'
import type { AnswerOf, RequestOf } from '@parlance/sdk'
import { codeOf, fieldOf, situationOf } from '../../api/errors.ts'
import type { ChosenFile } from './chosen-files.ts'

export type Validation = AnswerOf<'validateImport'>
export type SentFile = NonNullable<RequestOf<'validateImport'>['body']>['files'][number]

/** Why a file is not even looked into. Each has a text: `import.reason.<name>`. */
export type Reason = 'type' | 'unreadable' | 'tooLarge' | 'tooManyFiles' | 'bomb' | 'noRoom' | 'gone' | 'refused'

export interface RefusedFile {
  filename: string
  reason: Reason
}

const REASONS: Record<string, Reason> = {
  FILE_TYPE_NOT_ALLOWED: 'type',
  INVALID_FILE_STRUCTURE: 'unreadable',
  FILE_TOO_LARGE: 'tooLarge',
  TOO_MANY_KEYS: 'tooManyFiles',
  ZIP_BOMB_DETECTED: 'bomb',
}

/** What a request has beside the files themselves. */
const FRAME_BYTES = 300

/**
 * Sends files to be looked at. One that cannot be read refuses all of them and is named, so it is taken out and the
 * others go again. Undefined: none is left.
 */
export async function readFiles(
  chosen: readonly ChosenFile[],
  validate: (files: SentFile[]) => Promise<Validation>,
): Promise<{ validation: Validation | undefined; refused: RefusedFile[] }> {
  const { taken, refused } = fitting(chosen)
  let files = await encodedAll(taken, refused)
  while (files.length > 0) {
    try {
      return { validation: await validate(files), refused }
    } catch (error) {
      const blamed = blamedFile(error, files)
      if (!blamed) throw error
      const reason = REASONS[codeOf(error) ?? ''] ?? 'refused'
      // What is said of a kind of file holds for all of them: nobody waits until each picture was sent once.
      const isMeant = ({ filename }: SentFile) =>
        filename === blamed.filename || (reason === 'type' && endingOf(filename) === endingOf(blamed.filename))
      refused.push(...files.filter(isMeant).map(({ filename }) => ({ filename, reason })))
      files = files.filter((file) => !isMeant(file))
    }
  }
  return { validation: undefined, refused }
}

function blamedFile(error: unknown, files: readonly SentFile[]): SentFile | undefined {
  if (!['invalid', 'tooLarge'].includes(situationOf(error))) return undefined
  const at = /^files\.(\d+)/.exec(fieldOf(error) ?? '')?.[1]
  return at === undefined ? undefined : files[Number(at)]
}

const endingOf = (filename: string) => /\.[^./]*$/.exec(filename)?.[0].toLowerCase() ?? filename

/** As many as one request may hold. */
function fitting(chosen: readonly ChosenFile[]) {
  const taken: ChosenFile[] = []
  const refused: RefusedFile[] = []
  let room: number = limits.importBody
  for (const one of chosen) {
    const bytes = Math.ceil(one.file.size / 3) * 4 + one.path.length * 3 + FRAME_BYTES
    if (one.file.size > limits.importFile) refused.push({ filename: one.path, reason: 'tooLarge' })
    else if (bytes > room || taken.length === limits.importFiles) refused.push({ filename: one.path, reason: 'noRoom' })
    else {
      taken.push(one)
      room -= bytes
    }
  }
  return { taken, refused }
}

async function encodedAll(chosen: readonly ChosenFile[], refused: RefusedFile[]): Promise<SentFile[]> {
  const files: SentFile[] = []
  for (const { path, file } of chosen) {
    // Somebody may have moved it since it was chosen.
    const bytes = await file.arrayBuffer().catch(() => undefined)
    if (bytes) files.push({ filename: path, content: base64(new Uint8Array(bytes)), size: bytes.byteLength })
    else refused.push({ filename: path, reason: 'gone' })
  }
  return files
}

function base64(bytes: Uint8Array & { toBase64?: () => string }): string {
  // Browsers of some years ago do not have it, and take seconds for what takes it a moment.
  if (bytes.toBase64) return bytes.toBase64()
  let text = ''
  // Not all at once: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return btoa(text)
}
