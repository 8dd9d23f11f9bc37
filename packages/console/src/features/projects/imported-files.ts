import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'

interface Chosen {
  name: string
  sourceLocale: string
  files: readonly File[]
}

interface Refused {
  filename: string
  reason: string
}

/** In words, why the service refused a file. */
type ReasonOf = (error: unknown) => string

export type Imported =
  | { projectId: number; locale: string; refused: Refused[] }
  | { projectId?: never; refused: Refused[] }

/**
 * A new project from files. Files that cannot be read are left out and told; without a single one that can be read
 * there is no project.
 */
export async function projectOfFiles(
  orgId: number,
  { name, sourceLocale, files }: Chosen,
  reasonOf: ReasonOf,
): Promise<Imported> {
  const { id: projectId } = await api.createProject({ params: { orgId }, body: { name, sourceLocale } })
  try {
    const { commit, refused } = await validated(projectId, sourceLocale, files, reasonOf)
    if (!commit) {
      await api.deleteProject({ params: { projectId } })
      return { refused }
    }
    const { success, errors } = await api.commitImport({ params: { projectId }, body: commit })
    if (!success) {
      await api.deleteProject({ params: { projectId } })
      return { refused: [...refused, ...errors.map(({ filename = '', message }) => ({ filename, reason: message }))] }
    }
    const locale = commit.fileMappings.find((mapping) => mapping.locale !== sourceLocale)?.locale ?? sourceLocale
    return { projectId, locale, refused }
  } catch (error) {
    await api.deleteProject({ params: { projectId } }).catch(() => {})
    throw error
  }
}

type Sent = Awaited<ReturnType<typeof encoded>>

/** What can be imported of the files. An import takes all of them or none, so those that cannot be are taken out first. */
async function validated(projectId: number, sourceLocale: string, chosen: readonly File[], reasonOf: ReasonOf) {
  const { answer, refused } = await read(projectId, await Promise.all(chosen.map(encoded)), reasonOf)
  if (!answer) return { refused }
  const { validationId } = answer
  const mappings = answer.files.map(({ filename, detection: { detectedLocale, detectedNamespace } }) => ({
    filename,
    locale: detectedLocale ?? sourceLocale,
    ...(detectedNamespace !== null && { namespace: detectedNamespace }),
  }))
  const body = { validationId, fileMappings: mappings, conflictResolutions: [], options: { dryRun: true } }
  const { errors } = await api.commitImport({ params: { projectId }, body })
  for (const { filename = '', message } of errors) refused.push({ filename, reason: message })
  const fileMappings = mappings.filter(({ filename }) => errors.every((fault) => fault.filename !== filename))
  if (fileMappings.length === 0 || errors.some(({ filename }) => filename === undefined)) return { refused }
  return { commit: { validationId, fileMappings, conflictResolutions: [] }, refused }
}

const validate = (projectId: number, files: Sent[]) =>
  api.validateImport({ params: { projectId }, body: { files, options: { allowNewLocales: true } } })

/** A file that cannot be read is refused with all others, and not named: then each is sent alone. */
async function read(projectId: number, files: Sent[], reasonOf: ReasonOf) {
  const isOfFiles = (error: unknown) => ['invalid', 'tooLarge'].includes(situationOf(error))
  const refused: Refused[] = []
  try {
    return { answer: await validate(projectId, files), refused }
  } catch (error) {
    if (!isOfFiles(error)) throw error
  }
  const readable: Sent[] = []
  for (const file of files) {
    try {
      await validate(projectId, [file])
      readable.push(file)
    } catch (error) {
      if (!isOfFiles(error)) throw error
      refused.push({ filename: file.filename, reason: reasonOf(error) })
    }
  }
  return { answer: readable.length > 0 ? await validate(projectId, readable) : undefined, refused }
}

async function encoded(file: File) {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { filename: file.webkitRelativePath || file.name, content: base64(bytes), size: bytes.length }
}

function base64(bytes: Uint8Array): string {
  let text = ''
  // Not all at once: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return btoa(text)
}
