import { api } from '../../api/client.ts'
import { type ChosenFile, type RefusedFile, readFiles } from '../import/index.ts'

interface Chosen {
  name: string
  sourceLocale: string
  files: readonly ChosenFile[]
}

interface Refused {
  filename: string
  reason: string
}

/** In words, why a file is not taken. */
type ReasonOf = (reason: RefusedFile['reason']) => string

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

/** What can be imported of the files. An import takes all of them or none, so those that cannot be are taken out first. */
async function validated(projectId: number, sourceLocale: string, chosen: readonly ChosenFile[], reasonOf: ReasonOf) {
  const read = await readFiles(chosen, (files) =>
    api.validateImport({ params: { projectId }, body: { files, options: { allowNewLocales: true } } }),
  )
  const refused: Refused[] = read.refused.map(({ filename, reason }) => ({ filename, reason: reasonOf(reason) }))
  if (!read.validation) return { refused }
  const { validationId } = read.validation
  const mappings = read.validation.files.map(({ filename, detection: { detectedLocale, detectedNamespace } }) => ({
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
