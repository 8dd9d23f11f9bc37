import { chmod, mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { writing } from '../signals.ts'

/** Writes a file beside the old one and puts it in its place: whoever reads sees one or the other, never a part. */
export async function replaceFile(path: string, content: Uint8Array | string): Promise<void> {
  // A link stays a link: it is what it leads to that changes.
  const target = await realpath(path).catch(() => path)
  await mkdir(dirname(target), { recursive: true })
  const beside = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`)
  writing.begin(beside)
  try {
    await writeFile(beside, content)
    const old = await stat(target).catch(() => undefined)
    if (old) await chmod(beside, old.mode)
    await rename(beside, target)
  } finally {
    await rm(beside, { force: true })
    writing.end(beside)
  }
}
