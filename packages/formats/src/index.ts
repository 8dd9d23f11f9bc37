export { compareCodePoints } from './code-points.ts'
export type { Entry } from './entry.ts'
export { fileName, filePath, freeFilePath, hasFilesByLocale, nameOfFile, WARNINGS_PATH } from './file-path.ts'
export type { Companion, Format, Piece, ReadOptions, Remarkable, WriteOptions, Writer } from './format.ts'
export {
  extensionOf,
  type FormatId,
  formatOf,
  formats,
  formatsByName,
  withoutExtension,
} from './formats.ts'
export { importOptionsOf } from './import-options.ts'
export { type JsonHandler, JsonScanner } from './json-scanner.ts'
export { isArchive, pickFormat } from './pick-format.ts'
export { placeOfPath } from './place-of-path.ts'
export { isConvertible, toIcu, toSyntax } from './placeholders/placeholders.ts'
export { argumentsOf } from './placeholders/positions.ts'
export { asItStands, isPluralMessage } from './plural-message.ts'
export { type Remark, UnreadableFile } from './remark.ts'
export { decodeUtf8 } from './utf8.ts'
