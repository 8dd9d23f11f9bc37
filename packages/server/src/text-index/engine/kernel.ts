import { readFileSync } from 'node:fs'

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

export const NONE = -1
export const PAUSE = -2

export function loadKernel(memory: WebAssembly.Memory): Kernel {
  const module = new WebAssembly.Module(readFileSync(new URL('./kernel.wasm', import.meta.url)))
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Kernel
}
