import type { RequestOf } from '@parlance/sdk'
import { api } from '../../../api/client.ts'

type ExportBody = NonNullable<RequestOf<'exportKeys'>['body']>
export type ExportChoice = Required<Pick<ExportBody, 'localeCodes' | 'format' | 'structure' | 'includeEmpty'>>

export const EXPORT_FORMATS = ['json', 'i18next-v4'] as const satisfies readonly ExportChoice['format'][]

/** Saves a file with exactly these keys, as the browser saves files. */
export async function download(projectId: number, keyIds: readonly number[], choice: ExportChoice) {
  const answer = await api.exportKeys({ params: { projectId }, body: { ...choice, keyIds: [...keyIds] } })
  const filename =
    /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'translations.json'
  const url = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
  return { filename, warnings: Number(answer.headers.get('x-parlance-warnings') ?? 0) }
}
