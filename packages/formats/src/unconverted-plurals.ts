import type { Entry } from './entry.ts'
import type { Remarkable, WriteOptions, Writer } from './format.ts'

/** Of formats whose plurals are texts like others, in a syntax into which no ICU message is ever turned. */
export const remarkablePlurals: Remarkable = {
  texts: { letter: '{', pattern: '\\{[^{}]*, *(plural|selectordinal) *,' },
  names: { separator: '_', ends: [] },
}

/** Nothing else is made of one message. */
export function tellPlural(
  { key, value, isPlural = false }: Entry,
  program: string,
  { remark }: Pick<WriteOptions, 'remark'>,
): void {
  if (!isPlural || value === '') return
  const message = `${program} has no plurals in messages of ICU: it was left as one.`
  remark?.({ severity: 'warning', code: 'value_not_convertible', key, message })
}

/** A writer that tells it of what it is given. */
export const toldOf = (program: string, options: WriteOptions, writer: Writer): Writer => ({
  ...writer,
  add(entries) {
    for (const entry of entries) tellPlural(entry, program, options)
    return writer.add(entries)
  },
})
