import type { RequestOf } from '@parlance/sdk'
import { api } from '../../api/client.ts'

export type ExportBody = NonNullable<RequestOf<'exportKeys'>['body']>

/** Pieces are put aside when they are this large together: browsers keep what is put aside on the disk. */
const PUT_ASIDE_BYTES = 4 * 2 ** 20

interface Watch {
  signal?: AbortSignal
  /** Told how much has come. */
  onProgress?: (bytes: number) => void
}

/** Saves what the service exports, as the browser saves files, while it comes. */
export async function download(projectId: number, body: ExportBody, { signal, onProgress }: Watch = {}) {
  const answer = await api.exportKeys({ params: { projectId }, body, ...(signal ? { signal } : {}) })
  const filename =
    /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'translations.json'
  save(await received(answer, onProgress), filename)
  return { filename, warnings: Number(answer.headers.get('x-parlance-warnings') ?? 0) }
}

async function received(answer: Response, onProgress: Watch['onProgress']): Promise<Blob> {
  const reader = answer.body?.getReader()
  const aside: Blob[] = []
  let pieces: BlobPart[] = []
  let waiting = 0
  let bytes = 0
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
    if (value) {
      pieces.push(value)
      waiting += value.length
      bytes += value.length
      onProgress?.(bytes)
    }
    if (done || waiting >= PUT_ASIDE_BYTES) {
      aside.push(new Blob(pieces))
      pieces = []
      waiting = 0
    }
    if (done) return new Blob(aside)
  }
}

function save(content: Blob, filename: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
