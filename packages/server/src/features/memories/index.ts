export { findEqualTexts } from './search/equal-texts.ts'
export { useEntry } from './search/use-entry.ts'
