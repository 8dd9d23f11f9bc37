import { compareCodePoints, type Entry, isConvertible, isPluralMessage, type Remark, toSyntax } from '@parlance/formats'
import type { FileSet } from './file-set.ts'
import { own, valuesAt } from './own.ts'
import type { KeyMeta, Values } from './values.ts'

export interface Project {
  /** Values of the source language, with what is known of the keys. */
  base: Values
  sourceLocale: string
  empty: 'omit' | 'blank' | 'source'
}

/** What a set needs to know beside the texts of a language. */
export const needsMeta = ({ format, entry }: FileSet) =>
  format.hasPlurals || format.hasDescriptions || format.needs !== undefined || entry.placeholders === 'convert'

/** The texts of a language for its file, sorted as writers expect them. */
export function entriesOf(
  set: FileSet,
  { namespace, locale }: { namespace: string; locale: string },
  values: Values,
  project: Project,
  remark: (remark: Remark) => void,
): Entry[] {
  const texts = valuesAt(values.texts, namespace, locale)
  const sources = valuesAt(project.base.texts, namespace, project.sourceLocale)
  const statuses = valuesAt(values.statuses, namespace, locale)
  const metas = own(project.base.keys, namespace) ?? {}
  const names =
    project.empty === 'omit' ? Object.keys(texts) : [...new Set([...Object.keys(texts), ...Object.keys(metas)])]
  const made = names.sort(compareCodePoints).flatMap((key) => {
    const written = own(texts, key) ?? ''
    const value = written === '' && project.empty === 'source' ? (own(sources, key) ?? '') : written
    if (value === '' && project.empty === 'omit') return []
    const entry = { key, value, ...about(set, own(metas, key), own(sources, key)) }
    const status = set.format.hasStatuses ? (own(statuses, key) ?? 'not_translated') : undefined
    return [status === undefined ? entry : { ...entry, status: written === '' ? ('not_translated' as const) : status }]
  })
  const placed = set.format.isMultiLocale ? made.map((entry) => ({ ...entry, namespace, locale })) : made
  if (!convertsValues(set)) return placed
  return placed.map((entry) => converted(set, entry, own(sources, entry.key), own(metas, entry.key), remark))
}

function about({ format }: FileSet, meta: KeyMeta | undefined, source: string | undefined): Partial<Entry> {
  const { needs = [], hasDescriptions } = format
  if (!meta) return {}
  return {
    isPlural: meta.isPlural,
    syntax: meta.syntax as NonNullable<Entry['syntax']> | null,
    ...(hasDescriptions && meta.description ? { description: meta.description } : {}),
    ...(needs.includes('characterLimit') && meta.characterLimit ? { characterLimit: meta.characterLimit } : {}),
    ...(needs.includes('source') && source ? { source } : {}),
    ...(needs.some((need) => OF_DATA.includes(need)) && meta.formatData ? { formatData: meta.formatData } : {}),
  }
}

const OF_DATA = ['formatData', 'names']

const convertsValues = ({ format, entry }: FileSet) =>
  entry.placeholders === 'convert' && !format.converts && format.syntax !== 'icu'

/** In the syntax of the format. The order of the arguments in the source text numbers them in all languages. */
function converted(
  { format }: FileSet,
  entry: Entry,
  source: string | undefined,
  meta: KeyMeta | undefined,
  remark: (remark: Remark) => void,
): Entry {
  const data = meta?.formatData ?? {}
  const syntax = format.syntaxSaidIn?.(data) ?? format.syntax
  if (!isConvertible(syntax) && !entry.value.includes('{')) return entry
  const to = { syntax, ...(source ? { source } : {}), tokens: tokensOf(data) }
  const said = toSyntax(entry, to)
  // A plural is no text of a format that has none: whoever read it again would find nothing but braces.
  if (said && (format.hasPlurals || !isPluralMessage(said.value))) {
    const beside = entry.source && toSyntax({ ...entry, value: entry.source }, to)
    return beside ? { ...said, source: beside.value } : said
  }
  const message = `${format.name} cannot say this, so it was left as an ICU message.`
  remark({ severity: 'warning', code: 'value_not_convertible', key: entry.key, message })
  return entry
}

/** How the arguments were spelled in the file that they came from. Anybody may have put anything there. */
export function tokensOf({ tokens }: Record<string, unknown>): Record<string, string> {
  const spellings = typeof tokens === 'object' && tokens !== null ? Object.entries(tokens) : []
  return Object.fromEntries(spellings.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
}
