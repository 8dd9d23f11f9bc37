import { limits } from '@parlance/contract'
import type { Entry, Format } from '@parlance/formats'
import { localeCode } from '../../../locale.ts'
import { eachInTurns } from '../../../turns.ts'
import type { Remark } from '../session.ts'
import type { Detection } from './detect.ts'
import { noTexts, notice, type Texts } from './read-texts.ts'

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
  for (const group of groups) if (group.spellings.size > 1) await leaveOutDoubles(group, texts)
  const [{ place, entries } = { place: NOWHERE, entries: texts.entries }, ...others] = groups
  if (others.length === 0) {
    const placed = placeOf(place, detection, format)
    const told = isAtOdds(place, detection, format) ? [...texts.warnings, mismatch(place, detection)] : texts.warnings
    return [{ filename, texts: { ...texts, entries, warnings: told }, detection: placed }]
  }
  const several = { ...format, isMultiLocale: true }
  const hasNamespaces = groups.some((group) => group.place.namespace !== place.namespace)
  // One more than a request may have: that is told there.
  const parts = groups.slice(0, limits.importFiles + 1).map((group) => {
    const placed = placeOf(group.place, detection, several)
    const names = hasNamespaces ? [placed.namespace, group.place.locale] : [group.place.locale]
    return { filename: nameOf(filename, names), texts: textsOf(group.entries), detection: placed }
  })
  await tellEach(parts, texts)
  return parts
}

/** The texts of a place, and what the file calls its language. */
interface Group {
  place: Place
  spellings: Set<string | undefined>
  entries: Entry[]
}

async function groupByPlace(entries: readonly Entry[]): Promise<Group[]> {
  const groups = new Map<string, Group>()
  const asSpelled = new Map<string, Group>()
  await eachInTurns(entries, (entry) => {
    const { locale, namespace = '' } = entry
    const spelled = `${locale}\0${namespace}`
    const group = asSpelled.get(spelled) ?? groupOf(groups, locale, namespace)
    asSpelled.set(spelled, group)
    group.entries.push(entry)
  })
  return [...groups.values()]
}

function groupOf(groups: Map<string, Group>, spelled: string | undefined, namespace: string): Group {
  const locale = spelled === undefined ? undefined : localeCode(spelled)
  const id = `${locale}\0${namespace}`
  const group = groups.get(id) ?? { place: { namespace, locale }, spellings: new Set(), entries: [] }
  groups.set(id, group)
  group.spellings.add(spelled)
  return group
}

/** A language may be spelled in several ways, and still have one text for a key: the first. */
async function leaveOutDoubles(group: Group, { errors }: Texts): Promise<void> {
  const message = `The file has "${group.place.locale}" in several spellings`
  const first = new Map<string, Entry>()
  await eachInTurns(group.entries, (entry) => {
    const { key } = entry
    if (first.has(key)) notice(errors, { severity: 'error', code: 'duplicate_key', key, message })
    else first.set(key, entry)
  })
  group.entries = [...first.values()]
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

const nameOf = (filename: string, names: readonly (string | undefined)[]) =>
  [filename, ...names.filter((name) => name !== undefined)].join('#')

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
  await eachInTurns(errors, tell('errors'))
  await eachInTurns(warnings, tell('warnings'))
}
