import type { AnswerOf, RequestOf } from '@parlance/sdk'
import type { Validation } from './read-files.ts'

type Remark = Validation['errors'][number]
export type FileMapping = NonNullable<RequestOf<'commitImport'>['body']>['fileMappings'][number]

/** A file of an import, and where its texts go. */
export interface PlannedFile {
  filename: string
  /** Empty until somebody says which. */
  locale: string
  namespace: string
  keyCount: number
  conflictCount: number
  /** Why it cannot be imported, in the words of the service. */
  errors: readonly Remark[]
  warnings: readonly Remark[]
  isLeftOut: boolean
}

/** What keeps a file out of the import. */
type Obstacle = 'leftOut' | 'noLanguage' | 'newLanguage' | 'errors'

export interface Places {
  /** The languages of the project. */
  locales: ReadonlySet<string>
  addsLanguages: boolean
}

export function obstacleOf(file: PlannedFile, { locales, addsLanguages }: Places): Obstacle | undefined {
  if (file.isLeftOut) return 'leftOut'
  if (file.locale === '') return 'noLanguage'
  if (file.errors.length > 0) return 'errors'
  return locales.has(file.locale) || addsLanguages ? undefined : 'newLanguage'
}

/** What was chosen for a file stays chosen when files are looked at once more. */
export function plannedFiles(validation: Validation, before: readonly PlannedFile[]): PlannedFile[] {
  const known = new Map(before.map((file) => [file.filename, file]))
  return validation.files.map(({ filename, detection, conflictCount = 0 }) => {
    const { detectedLocale, detectedNamespace, keyCount, warnings } = detection
    const {
      locale = detectedLocale ?? '',
      namespace = detectedNamespace ?? '',
      isLeftOut = false,
    } = known.get(filename) ?? {}
    // Of a file without a language this is said last; the table says it in its own words.
    const errors = detectedLocale === null ? detection.errors.slice(0, -1) : detection.errors
    return { filename, locale, namespace, keyCount, conflictCount, errors, warnings, isLeftOut }
  })
}

/** Whether files go elsewhere than their names say. */
export const isMappedAnew = (validation: Validation, files: readonly PlannedFile[]) =>
  validation.files.some(({ detection: { detectedLocale, detectedNamespace } }, at) => {
    const file = files[at]
    return (
      !file || file.isLeftOut || file.locale !== (detectedLocale ?? '') || file.namespace !== (detectedNamespace ?? '')
    )
  })

/** After languages or namespaces were changed: what is in the way now. */
export function remappedFiles(
  files: readonly PlannedFile[],
  { files: counts = [], warnings }: Pick<AnswerOf<'revalidateImport'>, 'files' | 'warnings'>,
): PlannedFile[] {
  const countOf = new Map(counts.map(({ filename, conflictCount }) => [filename, conflictCount]))
  const errorsOf = Map.groupBy(warnings, ({ filename }) => filename)
  return files.map((file) => {
    const conflictCount = countOf.get(file.filename)
    if (conflictCount === undefined) return { ...file, conflictCount: 0 }
    // What was said about its first place need not hold for this one.
    return { ...file, conflictCount, errors: errorsOf.get(file.filename) ?? [] }
  })
}

export const mappingOf = ({ filename, locale, namespace }: PlannedFile): FileMapping => ({
  filename,
  locale,
  ...(namespace === '' ? {} : { namespace }),
  overrideDetection: true,
})

/** Files that the service refuses when all of them go together, with what it says about them. */
export function blamedFiles(files: readonly PlannedFile[], errors: readonly Remark[]): PlannedFile[] {
  const errorsOf = Map.groupBy(errors, ({ filename }) => filename)
  return files.map((file) => {
    const own = errorsOf.get(file.filename)
    return own ? { ...file, errors: own } : file
  })
}
