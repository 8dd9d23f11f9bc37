import { Readable } from 'node:stream'
import yazl from 'yazl'

export interface ArchivedFile {
  path: string
  content(): AsyncIterable<string | Uint8Array>
}

// The same files give the same archive, so it tells no time but the earliest that the format knows.
const options = { mtime: new Date(1980, 0, 1), mode: 0o100644, compress: true, forceDosTimestamp: true }

/** An archive that is made while it is read: a file is opened when those before it have left. */
export function archive(files: Iterable<ArchivedFile>): Readable {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  let current: Readable | undefined
  const open = (file: ArchivedFile) => {
    current = Readable.from(file.content(), { objectMode: false })
    // yazl listens to no failure of what it reads, and one that nobody hears ends the process.
    return current.on('error', (error) => output.destroy(error))
  }
  output.once('close', () => current?.destroy())
  zip.on('error', (error) => output.destroy(error as Error))
  for (const file of files) zip.addReadStreamLazy(file.path, options, (done) => done(null, open(file)))
  zip.end()
  return output
}
