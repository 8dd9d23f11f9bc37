import type { Writer } from '../format.ts'

/** A file with a line break at its end, as editors leave it. Those of `json` have none, so that answers can hold them. */
export const endedByNewline = (writer: Writer): Writer => ({
  add: (entries) => writer.add(entries),
  *end() {
    yield* writer.end()
    yield '\n'
  },
})
