import type { Entry, Format } from '@parlance/formats'
import { localeCode } from '../../../locale.ts'
import { eachInTurns } from '../../../turns.ts'
import type { Remark } from '../session.ts'
import type { Detection } from './detect.ts'
import { noTexts, type Texts } from './read-texts.ts'

/** The texts of a file in one language and namespace, which is most often all of it. */
export interface FilePart {
  filename: string
  texts: Texts
  detection: Detection
}

interface Place {
  namespace: string
  /** Spelled as usual; undefined where the file does not say it. */
  locale: string | undefined
}

const NOWHERE: Place = { namespace: '', locale: undefined }

/**
 * What a file says of its languages beside what its path says. Several languages or namespaces are a file each, called
 * after the one they came in.
 */
export async function splitFile(
  filename: string,
  texts: Texts,
  format: Format,
  detection: Detection,
): Promise<FilePart[]> {
  const groups = texts.arePlaced ? await groupByPlace(texts.entries) : []
  const [[place, entries] = [NOWHERE, texts.entries], ...others] = groups
  if (others.length === 0) {
    const placed = placeOf(place, detection, format)
    const told = isAtOdds(place, detection, format) ? [...texts.warnings, mismatch(place, detection)] : texts.warnings
    return [{ filename, texts: { ...texts, entries, warnings: told }, detection: placed }]
  }
  const several = { ...format, isMultiLocale: true }
  const parts = groups.map(([one, some]) => {
    const placed = placeOf(one, detection, several)
    return { filename: nameOf(filename, one, placed, groups), texts: textsOf(some), detection: placed }
  })
  await tellEach(parts, texts)
  return parts
}

async function groupByPlace(entries: readonly Entry[]): Promise<[Place, Entry[]][]> {
  const groups = new Map<string, [Place, Entry[]]>()
  let last: { locale: string | undefined; namespace: string | undefined; entries: Entry[] } | undefined
  await eachInTurns(entries, (entry) => {
    const { locale, namespace } = entry
    if (!last || last.locale !== locale || last.namespace !== namespace) {
      const place = { namespace: namespace ?? '', locale: locale === undefined ? undefined : localeCode(locale) }
      const id = `${place.locale}\0${place.namespace}`
      const group = groups.get(id) ?? [place, []]
      groups.set(id, group)
      last = { locale, namespace, entries: group[1] }
    }
    last.entries.push(entry)
  })
  return [...groups.values()]
}

const textsOf = (entries: Entry[]): Texts => ({ ...noTexts(), entries })

/** The path has the first word about the language of a file that has one, and the file itself about all else. */
function placeOf({ locale, namespace }: Place, detection: Detection, { isMultiLocale }: Format): Detection {
  const { isAssumed, folder, ...named } = detection
  const kept = folder === undefined || namespace !== '' ? {} : { folder }
  const found = { ...named, ...kept, ...(namespace === '' ? {} : { namespace }) }
  const isInside = locale !== undefined && (isMultiLocale || isAssumed || detection.locale === null)
  return isInside ? { ...found, locale, confidence: 1 } : found
}

const isAtOdds = ({ locale }: Place, detection: Detection, { isMultiLocale }: Format) =>
  locale !== undefined &&
  !isMultiLocale &&
  !detection.isAssumed &&
  detection.locale !== null &&
  detection.locale !== locale

const mismatch = ({ locale }: Place, detection: Detection): Remark => ({
  code: 'locale_mismatch',
  message: `The file says it is in "${locale}"; its path says "${detection.locale}", which counts`,
})

function nameOf(filename: string, { locale }: Place, { namespace }: Detection, groups: readonly [Place, Entry[]][]) {
  const hasNamespaces = groups.some(([place]) => place.namespace !== groups[0]?.[0].namespace)
  const names = hasNamespaces ? [namespace, locale] : [locale]
  return [filename, ...names.filter((name) => name !== undefined)].join('#')
}

/** What is remarked at a key belongs to the parts that have it; all else to the first. */
async function tellEach(parts: readonly FilePart[], { errors, warnings }: Texts): Promise<void> {
  if (errors.length === 0 && warnings.length === 0) return
  const keys: Set<string>[] = []
  for (const { texts } of parts) {
    const own = new Set<string>()
    await eachInTurns(texts.entries, ({ key }) => own.add(key))
    keys.push(own)
  }
  const tell = (list: 'errors' | 'warnings') => (remark: Remark) => {
    const concerned = parts.filter((_, at) => remark.key !== undefined && keys[at]?.has(remark.key))
    for (const { texts } of concerned.length > 0 ? concerned : parts.slice(0, 1)) texts[list].push(remark)
  }
  errors.forEach(tell('errors'))
  warnings.forEach(tell('warnings'))
}
