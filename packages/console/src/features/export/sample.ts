import { compareCodePoints, filePath, formatOf, type Remark } from '@parlance/formats'
import type { AnswerOf } from '@parlance/sdk'
import type { ExportBody } from './download.ts'

type Key = AnswerOf<'listKeys'>['data'][number]

type Namespace = Pick<AnswerOf<'listNamespaces'>['namespaces'][number], 'name' | 'isDefault'>

export interface Sample {
  path: string
  text: string
  /** What the file does not say as the project does. */
  remarks: readonly Remark[]
}

/** How a file of these keys would look, written by what writes the file itself. */
export function sampleOf(keys: readonly Key[], body: ExportBody, namespace: Namespace): Sample {
  const { localeCodes = [], format = 'json', structure = 'flat', style = 'pretty', statuses = [] } = body
  const [locale = 'en'] = localeCodes
  const remarks: Remark[] = []
  const kind = formatOf(format)
  const writer = kind.write({ locale, structure, style, remark: (remark) => remarks.push(remark) })
  const entries = keys
    .flatMap(({ key, translations, isPlural, syntax }) => {
      const { value, status = 'not_translated' } = translations[locale] ?? {}
      const isWanted = statuses.length === 0 || statuses.includes(status)
      if (!isWanted || (!value && !body.includeEmpty)) return []
      return [{ key, value: value ?? '', isPlural, syntax }]
    })
    .sort((a, b) => compareCodePoints(a.key, b.key))
  const pieces = [writer.add(entries), ...writer.end()]
  const text = pieces.map((piece) => (typeof piece === 'string' ? piece : new TextDecoder().decode(piece))).join('')
  return { path: filePath(kind, namespace, locale), text, remarks }
}
