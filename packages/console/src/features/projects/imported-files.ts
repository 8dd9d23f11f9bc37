import { api } from '../../api/client.ts'

interface Chosen {
  name: string
  sourceLocale: string
  files: readonly File[]
}

interface Refused {
  filename: string
  reason: string
}

export type Imported =
  | { projectId: number; locale: string; refused: Refused[] }
  | { projectId?: never; refused: Refused[] }

/**
 * A new project from files. Files that cannot be read are left out and told; without a single one that can be read
 * there is no project.
 */
export async function projectOfFiles(orgId: number, { name, sourceLocale, files }: Chosen): Promise<Imported> {
  const { id: projectId } = await api.createProject({ params: { orgId }, body: { name, sourceLocale } })
  try {
    const { commit, refused } = await validated(projectId, sourceLocale, files)
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

async function validated(projectId: number, sourceLocale: string, chosen: readonly File[]) {
  let files = await Promise.all(chosen.map(encoded))
  const refused: Refused[] = []
  // An import takes all of its files or none, so those that cannot be read are taken out first.
  while (files.length > 0) {
    const answer = await api.validateImport({
      params: { projectId },
      body: { files, options: { allowNewLocales: true } },
    })
    const bad = answer.files.filter(({ isValid }) => !isValid)
    const reasonOf = (filename: string) =>
      [...answer.errors, ...bad.flatMap(({ detection }) => detection.errors)].find(
        (fault) => fault.filename === filename,
      )?.message ?? ''
    const good = answer.files.filter(({ isValid }) => isValid)
    const fileMappings = good.map(({ filename, detection: { detectedLocale, detectedNamespace } }) => ({
      filename,
      locale: detectedLocale ?? sourceLocale,
      ...(detectedNamespace !== null && { namespace: detectedNamespace }),
    }))
    if (bad.length === 0 && answer.errors.length === 0)
      return { commit: { validationId: answer.validationId, fileMappings, conflictResolutions: [] }, refused }
    const badNames = new Set([
      ...bad.map(({ filename }) => filename),
      ...answer.errors.map(({ filename = '' }) => filename),
    ])
    refused.push(...[...badNames].map((filename) => ({ filename, reason: reasonOf(filename) })))
    const rest = files.filter(({ filename }) => !badNames.has(filename))
    if (rest.length === files.length) break
    files = rest
  }
  return { refused }
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
