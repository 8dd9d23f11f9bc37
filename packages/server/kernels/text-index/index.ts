// The inner loops of a search among many texts, in AssemblyScript: src/text-index/engine/kernel.wasm is made of these files
// by `node scripts/build-kernels.ts`. One instruction compares 16 segments here, which JavaScript cannot say.
//
// All threads share one memory; what is global here belongs to one thread. Addresses are bytes. Nothing is allocated and
// nothing is checked: src/text-index/engine/ answers for what it passes.

export * from './layout'
export { clearLists } from './lists'
export { refine } from './refinement'
export { usePart, useQuery } from './searched'
export { scan } from './signatures'
export { foundDistance, verify } from './verification'
