import { readFileSync } from 'node:fs'
import * as layout from './layout.ts'

/** What kernel.wasm exports; its source, with a description of each, is in packages/server/kernels/text-index/. */
export interface Kernel {
  /** Before the first part of a search. */
  clearLists(): void
  usePart(
    signatures: number,
    narrow: number,
    lengths: number,
    starts: number,
    ends: number,
    usages: number,
    times: number,
    ids: number,
    texts: number,
    sketchStarts: number,
    sketches: number,
    lengthList: number,
    lists: number,
  ): void
  useQuery(
    length: number,
    groups: number,
    signature: number,
    narrowRows: number,
    narrowSignature: number,
    sketch: number,
    pages: number,
    rows: number,
    bits: number,
    column: number,
    batch: number,
    lengthEntries: number,
    groupEntries: number,
    candidates: number,
    version: number,
    share: number,
    shares: number,
  ): void
  scan(from: number, to: number, length: number, most: number, hasSketches: boolean): void
  refine(bound: number, least: number): number
  verify(bound: number, least: number, worstUsage: number, worstTime: number, worstId: number): number
  foundDistance(): number
}

export function loadKernel(memory: WebAssembly.Memory): Kernel {
  const module = new WebAssembly.Module(readFileSync(new URL('./kernel.wasm', import.meta.url)))
  const { exports } = new WebAssembly.Instance(module, { env: { memory } })
  assertLayout(exports)
  return exports as unknown as Kernel
}

/** With another layout than ours a kernel would read anything anywhere, and answer as if nothing were wrong. */
export function assertLayout(exports: Readonly<Record<string, unknown>>): void {
  for (const [name, ours] of Object.entries(layout)) {
    const theirs = (exports[name] as WebAssembly.Global | undefined)?.value
    if (theirs !== ours)
      throw new Error(
        `The kernel was made with another layout (${name} is ${theirs} there and ${ours} here): run "node scripts/build-kernels.ts"`,
      )
  }
}
