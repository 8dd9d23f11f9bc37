import { compareCodePoints } from '../code-points.ts'
import type { Entry } from '../entry.ts'
import { FlatEntries } from '../flat-entries.ts'
import type { ReadOptions, ReadPart } from '../format.ts'
import { Lines } from '../lines.ts'
import { withPauses } from '../steps.ts'
import { storedKey } from '../stored-key.ts'
import { decodeText } from '../text-file.ts'
import { type MessagePart, scanFluent } from './scan.ts'

const STEP = 1_000

export function* readFluent(bytes: Uint8Array, options: ReadOptions): Generator<ReadPart, void, void> {
  const { text } = yield* withPauses(decodeText(bytes), { entries: [], nodes: 0 })
  const lines = new Lines(text)
  const entries = new FlatEntries(options, lines)
  let nodes = 0
  for (const found of scanFluent(text)) {
    if (found) yield* withPauses(lines.reach(found.line), { entries: [], nodes: 0 })
    if (found?.kind === 'junk') {
      nodes++
      const { severity, code, message, at } = found.fault
      entries.tell(severity, code, message, storedKey(found.id ?? ''), at)
    } else if (found) {
      nodes += found.parts.length
      const described = found.comment === undefined ? undefined : firstByName(found.parts)
      for (const [at, part] of found.parts.entries()) {
        entries.add(entryOf(part, part === described ? found.comment : undefined), part.line)
        if (at % STEP === STEP - 1) yield { entries: [], nodes: 0 }
      }
    }
    if (found && nodes < STEP) continue
    yield { entries: [], nodes }
    nodes = 0
  }
  yield { entries: [], nodes }
  yield* entries.parts()
}

/** The value, which has the shortest name; or the attribute that is written first where keys are sorted. */
const firstByName = (parts: readonly MessagePart[]) =>
  parts.reduce((first, part) => (compareCodePoints(part.key, first.key) < 0 ? part : first))

function entryOf({ key: name, value, at }: MessagePart, comment: string | undefined): Entry {
  const key = storedKey(name)
  return {
    key,
    value,
    syntax: 'fluent',
    ...(comment === undefined ? {} : { description: comment }),
    ...(key === name ? {} : { formatData: { fluent: { name } } }),
    at,
  }
}
