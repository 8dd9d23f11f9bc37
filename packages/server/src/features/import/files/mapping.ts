import { canonicalLocale, localeCode } from '../../../locale.ts'
import type { DetailName } from '../details/details.ts'
import type { MappedFile } from '../plan/plan.ts'
import type { Remark, SessionFile } from '../session.ts'

export interface FileMapping {
  filename: string
  locale: string
  namespace?: string
  overrideDetection?: boolean
}

export interface Target {
  file: SessionFile
  locale: string | null
  namespace: string
}

/**
 * Where files go: where the mapping says, or, with no mapping at all, where their names say. A mapping that does not
 * want to override the detection only helps out where there is none.
 */
export function targetsOf(files: readonly SessionFile[], mappings: readonly FileMapping[], defaultNamespace: string) {
  const byName = new Map(files.map((file) => [file.filename, file]))
  const errors: Remark[] = []
  const detected = (file: SessionFile): Target => ({
    file,
    locale: file.locale,
    namespace: file.namespace ?? defaultNamespace,
  })
  if (mappings.length === 0) return { targets: files.map(detected), errors }
  const targets = new Map<string, Target>()
  for (const { filename, locale, namespace, overrideDetection } of mappings) {
    const file = byName.get(filename)
    if (!file) {
      errors.push({ filename, message: NO_SUCH_FILE })
      continue
    }
    const usesDetection = overrideDetection === false && file.locale !== null
    targets.set(
      filename,
      usesDetection
        ? detected(file)
        : {
            file,
            locale: localeCode(locale),
            namespace: namespace ?? file.namespace ?? defaultNamespace,
          },
    )
  }
  return { targets: [...targets.values()], errors }
}

export const NO_SUCH_FILE = 'There is no file of this name in the validation'

interface Places {
  /** The locales of the project. */
  locales: ReadonlyMap<string, number>
  /** What the caller is restricted to; null is nothing. */
  allowed: readonly string[] | null
  allowNewLocales: boolean
}

/** Why a file cannot go where it should; undefined when it can. */
export function faultOfTarget(locale: string | null, { locales, allowed, allowNewLocales }: Places) {
  if (locale === null) return 'The locale cannot be told from the name of the file'
  if (allowed && !allowed.includes(locale)) return `You have no access to the locale "${locale}"`
  if (locales.has(locale)) return undefined
  if (canonicalLocale(locale) === undefined) return `"${locale}" is no locale`
  return allowNewLocales ? undefined : `The locale "${locale}" is not on the project`
}

interface Heeding {
  isHeeded: (name: DetailName) => boolean
  sourceLocaleId: number
}

/** A target that has no fault, for the plan. */
export const mappedFile = (
  { file, locale, namespace }: Target,
  namespaceIds: ReadonlyMap<string, number>,
  localeIds: ReadonlyMap<string, number>,
  { isHeeded, sourceLocaleId }: Heeding,
): MappedFile => {
  const localeId = localeIds.get(locale ?? '') ?? null
  const said = file.said.filter((name) => isHeeded(name) && !(name === 'source' && file.options['source'] === 'ignore'))
  return {
    position: file.position,
    filename: file.filename,
    namespace,
    namespaceId: namespaceIds.get(namespace) ?? null,
    locale: locale ?? '',
    localeId,
    syntax: file.syntax,
    said,
    options: file.options,
    standsForItself: localeId === sourceLocaleId && said.includes('source'),
  }
}
