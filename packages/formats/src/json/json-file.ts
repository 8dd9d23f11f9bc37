import { UnreadableFile } from '../remark.ts'
import { decodeText, type TextFile } from '../text-file.ts'
import { type JsonNode, readTree } from './json-tree.ts'

/** A file with all its values in memory, to be looked up and changed. */
export interface JsonFile extends TextFile {
  root: JsonNode
}

/** In which a file may be; UTF-16 where it says so itself. */
export type Encodings = 'utf-8' | 'all'

/** In steps, each of which tells how many values it looked at. Throws an UnreadableFile. */
export function* readJsonFile(bytes: Uint8Array, encodings: Encodings = 'all'): Generator<number, JsonFile, void> {
  const decoding = decodeText(bytes)
  let step = decoding.next()
  for (; !step.done; step = decoding.next()) yield 0
  const file = step.value
  if (encodings === 'utf-8' && file.encoding !== 'utf-8')
    throw new UnreadableFile('encoding', 'The file is not in UTF-8')
  return { ...file, root: yield* readTree(file.text) }
}

/** The same where texts have names, so that a list of them is no file. */
export function* readObjectFile(bytes: Uint8Array): Generator<number, JsonFile, void> {
  const file = yield* readJsonFile(bytes)
  if (file.root.type !== 'object') throw new UnreadableFile('syntax_error', 'There is no object in the file')
  return file
}
