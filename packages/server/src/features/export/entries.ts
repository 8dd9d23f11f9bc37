import { type Entry, type Format, isConvertible, isPluralMessage, toSyntax, type WriteOptions } from '@parlance/formats'
import { isObject } from '../../http/validation.ts'
import type { ExportedValue } from './read-values.ts'
import type { Selection } from './selection.ts'
import { convertsValues, type Shape } from './shape.ts'
import type { WantedFields } from './wanted.ts'

type Remarks = WriteOptions['remark']

/** What values become for their file: as they were read, unless its format says more of them than their texts. */
export function entryMaker(
  shape: Pick<Shape, 'format' | 'placeholders'>,
  selection: Pick<Selection, 'locales' | 'sees'>,
  namespace: string,
) {
  const { isMultiLocale, hasDescriptions, hasStatuses, needs = [] } = shape.format
  const isConverted = convertsValues(shape)
  const isMore =
    isMultiLocale || hasDescriptions || hasStatuses || isConverted || needs.some((need) => need !== 'names')
  if (!isMore)
    return (rows: ExportedValue[]): Entry[] => (rows.some(({ keyData }) => keyData) ? rows.map(withNames) : rows)
  const about = factsFor(shape.format, selection)
  const place = (position: number) =>
    isMultiLocale ? { namespace, locale: selection.locales[position - 1]?.code ?? '' } : {}
  return (rows: ExportedValue[], remark: Remarks): Entry[] =>
    rows.map((row) => {
      const { key, value, isPlural, syntax } = row
      const entry = { key, value, isPlural, syntax, ...about(row), ...place(row.position) }
      return isConverted ? converted(entry, row, shape.format, remark) : entry
    })
}

const withNames = ({ keyData, ...row }: ExportedValue): Entry =>
  keyData ? { ...row, formatData: namesIn(JSON.parse(keyData)) } : row

/** The whole names that files have for a key: they are no secret, whatever else stands beside them. */
const namesIn = (data: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(data).flatMap(([family, own]) =>
      isObject(own) && typeof own['name'] === 'string' ? [[family, { name: own['name'] }]] : [],
    ),
  )

/** Of a language that the caller may not see no text is told; and data that is kept for all languages may hold some. */
function factsFor({ needs = [] }: Format, { sees }: Pick<Selection, 'sees'>) {
  const hasSource = sees.source && needs.includes('source')
  const hasData = sees.everything && needs.includes('formatData')
  const hasNames = needs.includes('names')
  return ({ keyDescription, keyLimit, valueStatus, sourceText, keyData }: ExportedValue): Partial<Entry> => ({
    ...(keyDescription ? { description: keyDescription } : {}),
    ...(keyLimit ? { characterLimit: keyLimit } : {}),
    ...(valueStatus ? { status: valueStatus } : {}),
    ...(hasSource && sourceText ? { source: sourceText } : {}),
    ...(hasData && keyData ? { formatData: JSON.parse(keyData) } : {}),
    ...(hasNames && keyData ? { formatData: namesIn(JSON.parse(keyData)) } : {}),
  })
}

/**
 * In the syntax of the format. In which order the source text asks for its arguments numbers them in all languages, also
 * for whoever may not read it.
 */
function converted(entry: Entry, { sourceText, keyData }: WantedFields, format: Format, remark: Remarks): Entry {
  const data: Record<string, unknown> = keyData ? JSON.parse(keyData) : {}
  const syntax = format.syntaxSaidIn?.(data) ?? format.syntax
  // Without braces there is nothing in a message but text.
  if (!isConvertible(syntax) && !entry.value.includes('{')) return entry
  const to = { syntax, ...(sourceText ? { source: sourceText } : {}), tokens: tokensOf(data) }
  const said = toSyntax(entry, to)
  // A plural is no text of a format that has none: whoever read it again would find nothing but braces.
  if (said && (format.hasPlurals || !isPluralMessage(said.value))) {
    const beside = entry.source && toSyntax({ ...entry, value: entry.source }, to)
    return beside ? { ...said, source: beside.value } : said
  }
  const message = `${format.name} cannot say this, so it was left as an ICU message.`
  remark?.({ severity: 'warning', code: 'value_not_convertible', key: entry.key, message })
  return entry
}

/** Anybody may have put anything there. */
function tokensOf({ tokens }: { tokens?: unknown }): Record<string, string> {
  const spellings = isObject(tokens) ? Object.entries(tokens) : []
  return Object.fromEntries(
    spellings.filter((spelling): spelling is [string, string] => typeof spelling[1] === 'string'),
  )
}
