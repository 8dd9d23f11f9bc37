import type { Entry } from '../entry.ts'
import { FlatEntries } from '../flat-entries.ts'
import type { ReadOptions, ReadPart } from '../format.ts'
import { Lines } from '../lines.ts'
import { withPauses } from '../steps.ts'
import { storedKey } from '../stored-key.ts'
import { decodeText } from '../text-file.ts'
import { type IniProperty, scanIni } from './scan.ts'

const STEP = 2_000

export function* readIni(bytes: Uint8Array, options: ReadOptions): Generator<ReadPart, void, void> {
  const { text } = yield* withPauses(decodeText(bytes), { entries: [], nodes: 0 })
  const lines = new Lines(text)
  const entries = new FlatEntries(options, lines)
  let section = ''
  let nodes = 0
  for (const found of scanIni(text)) {
    if (found) nodes++
    const place = found && found.kind !== 'section' ? found.line : 0
    yield* withPauses(lines.reach(place), { entries: [], nodes: 0 })
    if (found?.kind === 'section') section = found.name
    else if (found?.kind === 'property') tell(found, section, entries)
    else if (found) entries.tell('error', 'syntax_error', 'Nothing here parts a name from a text', '', found.line)
    if (found && nodes < STEP) continue
    yield { entries: [], nodes }
    nodes = 0
  }
  yield { entries: [], nodes }
  yield* entries.parts()
}

function tell(property: IniProperty, section: string, entries: FlatEntries): void {
  const { name, line, isTooLong } = property
  if (isTooLong) entries.tell('error', 'value_too_long', 'A text has at most 65536 characters', name, line)
  entries.add(entryOf(property, nameIn(section, name)), line)
}

/** The name of a text, with that of the section in which it stands. */
export const nameIn = (section: string, name: string) => (section === '' || name === '' ? name : `${section}.${name}`)

function entryOf({ value, comment, at }: IniProperty, name: string): Entry {
  const key = storedKey(name)
  return {
    key,
    value,
    syntax: 'printf',
    ...(comment === undefined ? {} : { description: comment }),
    ...(key === name ? {} : { formatData: { ini: { name } } }),
    at,
  }
}
