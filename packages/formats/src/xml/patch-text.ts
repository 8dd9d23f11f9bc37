import { type Edit, edited } from '../edits.ts'
import type { Piece } from '../format.ts'
import { withPauses } from '../steps.ts'
import { decodeText, encoderOf } from '../text-file.ts'

/** Edits that are looked for, places where there is none, or pauses of a reader, before others may go first. */
const STEP = 16

/** A file with its edits, which come in their order; where there is nothing to edit, undefined comes. */
export function* patchText(
  base: Uint8Array,
  editsOf: (text: string) => Generator<Edit | undefined, void, void>,
): Generator<Piece, void, void> {
  const { text, ...file } = yield* withPauses(decodeText(base), '')
  const edits: Edit[] = []
  let looked = 0
  for (const edit of editsOf(text)) {
    if (edit) edits.push(edit)
    if (++looked % STEP === 0) yield ''
  }
  const encode = encoderOf(file)
  for (const piece of edited(text, edits)) yield encode(piece)
}
