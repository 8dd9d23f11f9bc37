export { findEqualTexts } from './equal-texts.ts'
export { useEntry } from './use-entry.ts'
