import { compareCodePoints, type Entry, filePath, formatOf, type Remark, toSyntax } from '@parlance/formats'
import type { AnswerOf } from '@parlance/sdk'
import type { ExportBody } from './download.ts'

type Key = AnswerOf<'listKeys'>['data'][number]

interface Namespace extends Pick<AnswerOf<'listNamespaces'>['namespaces'][number], 'name' | 'isDefault'> {
  sourceLocale: string
}

export interface Sample {
  path: string
  /** Undefined: the file is none of text. */
  text: string | undefined
  /** What the file does not say as the project does. */
  remarks: readonly Remark[]
}

/** How a file of these keys would look, written by what writes the file itself. */
export function sampleOf(keys: readonly Key[], body: ExportBody, namespace: Namespace): Sample {
  const { localeCodes = [], format = 'json', structure = 'flat', style = 'pretty', statuses = [] } = body
  const { sourceLocale } = namespace
  const [locale = sourceLocale] = localeCodes
  const remarks: Remark[] = []
  const kind = formatOf(format)
  const { placeholders = kind.converts ? 'convert' : 'keep' } = body
  const source = { sourceLocale, namespace: namespace.name }
  const remark = (one: Remark) => void remarks.push(one)
  const writer = kind.write({ locale, locales: [locale], ...source, structure, style, placeholders, remark })
  const entries = keys
    .flatMap(({ key, translations, isPlural, syntax, description, characterLimit }) => {
      const { value, status = 'not_translated' } = translations[locale] ?? {}
      const isWanted = statuses.length === 0 || statuses.includes(status)
      if (!isWanted || (!value && !body.includeEmpty)) return []
      const sourceText = translations[sourceLocale]?.value
      const entry: Entry = {
        key,
        value: value ?? '',
        isPlural,
        syntax,
        ...(description ? { description } : {}),
        ...(characterLimit ? { characterLimit } : {}),
        status,
        ...(sourceText ? { source: sourceText } : {}),
        ...(kind.isMultiLocale ? { locale, namespace: namespace.name } : {}),
      }
      const isConverted = placeholders === 'convert' && !kind.converts
      return [
        (isConverted && toSyntax(entry, { syntax: kind.syntax, ...(sourceText ? { source: sourceText } : {}) })) ||
          entry,
      ]
    })
    .sort((a, b) => compareCodePoints(a.key, b.key))
  const path = filePath(kind, namespace, locale, sourceLocale)
  const pieces = [writer.add(entries), ...writer.end()]
  if (format === 'xlsx') return { path, text: undefined, remarks }
  const text = pieces.map((piece) => (typeof piece === 'string' ? piece : new TextDecoder().decode(piece))).join('')
  return { path, text, remarks }
}
