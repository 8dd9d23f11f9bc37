import { text } from 'node:stream/consumers'
import yauzl from 'yauzl'

/** The files of an archive in their order. */
export async function unzip(bytes: Buffer): Promise<{ path: string; text: string }[]> {
  const zip = await yauzl.fromBufferPromise(bytes, { strictFileNames: true })
  const files: { path: string; text: string }[] = []
  for await (const entry of zip.eachEntry()) {
    files.push({ path: entry.fileName, text: await text(await zip.openReadStreamPromise(entry)) })
  }
  return files
}
