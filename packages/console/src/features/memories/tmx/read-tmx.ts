import type { AnswerOf } from '@parlance/sdk'
import { api } from '../../../api/client.ts'
import { decodeTmx, languagesIn, splitTmx, type TmxPart } from './split-tmx.ts'

/** What a file holds. */
export interface ReadTmx {
  parts: TmxPart[]
  units: number
  /** The languages, as the file spells them. */
  source: string
  targets: string[]
  sample: AnswerOf<'previewTmx'>['sampleEntries']
}

/** The first part shows whether the service can read it; the languages of the others are looked for here. */
export async function readTmxFile(tmId: number, file: File): Promise<ReadTmx> {
  const text = decodeTmx(new Uint8Array(await file.arrayBuffer()))
  const parts = splitTmx(text)
  const preview = await api.previewTmx({ params: { tmId }, body: { content: parts[0]?.content ?? text } })
  const { sourceLocale, targetLocales, totalUnits, sampleEntries } = preview
  const isSource = (code: string) => code.toLowerCase() === sourceLocale.toLowerCase()
  const languages = new Set([...targetLocales, ...languagesIn(text)])
  return {
    parts,
    units: parts.length === 1 ? totalUnits : parts.reduce((sum, { units }) => sum + units, 0),
    source: sourceLocale,
    targets: [...languages].filter((code) => !isSource(code)),
    sample: sampleEntries,
  }
}
