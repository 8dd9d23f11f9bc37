import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the source of the kernel and the kernel are, under packages/server. */
export function stampOf(server: string): { source: string; kernel: string } {
  const folder = join(server, 'kernels/text-index')
  const sources = readdirSync(folder).sort()
  return {
    source: hash(sources.map((name) => join(folder, name))),
    kernel: hash([join(server, 'src/text-index/engine/kernel.wasm')]),
  }
}

function hash(files: string[]): string {
  const all = createHash('sha256')
  for (const file of files) all.update(readFileSync(file))
  return all.digest('hex')
}
