import type { ReadOptions, ReadPart } from '../format.ts'
import { Lines } from '../lines.ts'
import { decodeText } from '../text-file.ts'
import { TreeEntries } from '../tree/tree-entries.ts'
import { findObject } from './find-object.ts'
import { readObject } from './read-object.ts'

const PAUSE: ReadPart = { entries: [], nodes: 0 }

/** The texts of the object that a module exports. It is looked at, never run. */
export function* readModule(bytes: Uint8Array, { remark }: ReadOptions): Generator<ReadPart, void, void> {
  const decoding = decodeText(bytes)
  let decoded = decoding.next()
  for (; !decoded.done; decoded = decoding.next()) yield PAUSE
  const { text } = decoded.value
  const finding = findObject(text)
  let found = finding.next()
  for (; !found.done; found = finding.next()) yield PAUSE
  const lines = new Lines(text)
  const entries = new TreeEntries({ remark, lines, family: 'module' })
  for (const _ of readObject(text, found.value, entries, lines)) yield entries.take()
  yield entries.take()
  for (const { name, from } of found.value.others)
    remark({
      severity: 'warning',
      code: 'unsupported_entry',
      key: name,
      message: 'A module gives the texts of one object: this is another',
      ...lines.at(from),
    })
}
