export { things } from './things.ts'
export { words } from './words.ts'
export { wordsInPlace } from './words-in-place.ts'
