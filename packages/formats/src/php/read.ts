import type { ReadOptions, ReadPart } from '../format.ts'
import { Lines } from '../lines.ts'
import { withPauses } from '../steps.ts'
import { decodeText } from '../text-file.ts'
import { TreeEntries } from '../tree/tree-entries.ts'
import { findArray } from './find-array.ts'
import { readArray } from './read-array.ts'

const PAUSE: ReadPart = { entries: [], nodes: 0 }

/** The texts of the array that a file returns. It is looked at, never run. */
export function* readPhp(bytes: Uint8Array, { remark }: ReadOptions): Generator<ReadPart, void, void> {
  const { text } = yield* withPauses(decodeText(bytes), PAUSE)
  const found = yield* withPauses(findArray(text), PAUSE)
  const lines = new Lines(text)
  const entries = new TreeEntries({ remark, lines, family: 'php', syntax: 'laravel' })
  for (const _ of readArray(text, found, entries, lines)) yield entries.take()
  yield entries.take()
}
