export { findEqualTexts } from './equal-texts.ts'
export type { TextSource } from './followed-index.ts'
export { loadedTextsOf } from './loaded-texts.ts'
export { useEntry } from './use-entry.ts'
