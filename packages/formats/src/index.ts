export { compareCodePoints } from './code-points.ts'
export { type JsonHandler, JsonScanner } from './json-scanner.ts'
export { decodeUtf8 } from './utf8.ts'
