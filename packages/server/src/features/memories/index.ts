export { findEqualTexts } from './equal-texts.ts'
export { loadedMemoriesOf } from './loaded-memories.ts'
export { useEntry } from './use-entry.ts'
