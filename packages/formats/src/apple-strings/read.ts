import { readStringsdict } from '../apple-stringsdict/read.ts'
import type { ReadOptions, ReadPart } from '../format.ts'
import { UnreadableFile } from '../remark.ts'
import { withPauses } from '../steps.ts'
import { decodeText } from '../text-file.ts'
import { rootElementOf } from '../xml/root-element.ts'
import { readStrings } from './read-strings.ts'

/** Strings in their own form or as a property list in XML, and the dictionaries of plurals, which are always one. */
export function* readApple(bytes: Uint8Array, options: ReadOptions): Generator<ReadPart, void, void> {
  assertNotBinary(bytes)
  if (isXml(bytes)) return yield* readStringsdict(bytes, options)
  const { text } = yield* withPauses(decodeText(bytes), { entries: [], nodes: 0 })
  yield* readStrings(text, options)
}

/** A text in the old form never begins so. */
export const isXml = (bytes: Uint8Array) => rootElementOf(bytes) !== undefined

/** Xcode compiles the files of a program into these. */
export function assertNotBinary(bytes: Uint8Array): void {
  if (new TextDecoder('latin1').decode(bytes.subarray(0, 6)) !== 'bplist') return
  const message = 'The file is a binary property list: "plutil -convert xml1" makes one of it that can be read'
  throw new UnreadableFile('syntax_error', message)
}
