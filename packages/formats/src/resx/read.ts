import type { Entry } from '../entry.ts'
import { fittingData } from '../fitting-data.ts'
import { FlatEntries } from '../flat-entries.ts'
import type { ReadOptions, ReadPart } from '../format.ts'
import { Lines } from '../lines.ts'
import { withPauses } from '../steps.ts'
import { storedKey } from '../stored-key.ts'
import { decodeText } from '../text-file.ts'
import { contentText } from '../xml/content-text.ts'
import { contentOf, type XmlElement } from '../xml/element.ts'
import { type ResxData, scanResx } from './data.ts'

const NOTHING: ReadPart = { entries: [], nodes: 0 }
/** Characters of resources that are read in a millisecond or two. */
const STEP = 2 ** 16

export function* readResx(bytes: Uint8Array, options: ReadOptions): Generator<ReadPart, void, void> {
  const { text } = yield* withPauses(decodeText(bytes), NOTHING)
  const { data } = yield* withPauses(scanResx(text), NOTHING)
  const entries = new FlatEntries(options, new Lines(text))
  let looked = 0
  for (const one of data) {
    if (one.isText) addTo(entries, text, one)
    looked += one.element.to - one.element.tag.from
    if (looked < STEP) continue
    looked = 0
    yield NOTHING
  }
  yield* entries.parts()
}

function addTo(entries: FlatEntries, text: string, data: ResxData): void {
  const { from } = data.element.tag
  const key = storedKey(data.name)
  const value = textOf(text, data)
  if (value === undefined) {
    entries.tell('warning', 'unsupported_entry', 'There are elements in its text, so it is left alone', key, from)
    return
  }
  const own = key === data.name ? {} : fittingData('resx', { name: data.name })
  const isWhole = key === data.name || own.name !== undefined
  if (!isWhole) entries.tell('warning', 'format_data_too_large', 'Its name is too long to be kept whole', key, from)
  entries.add(
    {
      key,
      value,
      syntax: 'dotnet',
      ...described(text, data.comment),
      ...(own.name === undefined ? {} : { formatData: { resx: own } }),
      ...(data.value ? { at: data.value.content } : {}),
    },
    from,
  )
}

/** Undefined where it has elements in it, which no program can read. */
export const textOf = (text: string, { value }: ResxData) => (value ? contentText(contentOf(text, value)) : '')

function described(text: string, comment: XmlElement | undefined): Pick<Entry, 'description'> {
  const description = comment && contentText(contentOf(text, comment), () => '')?.trim()
  return description ? { description } : {}
}
