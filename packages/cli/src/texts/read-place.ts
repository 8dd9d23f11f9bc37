import { readFile } from 'node:fs/promises'
import { type Entry, type Format, type Remark, UnreadableFile } from '@parlance/formats'
import type { Place } from './places.ts'

/** What a file holds, and what is wrong in it. */
export interface Texts {
  entries: Entry[]
  remarks: Remark[]
}

export async function readPlace(place: Place, sourceLocale: string): Promise<Texts> {
  return readBytes(place, await readFile(place.absolute), sourceLocale)
}

export function readBytes(place: Read, bytes: Uint8Array, sourceLocale: string): Texts {
  const texts: Texts = { entries: [], remarks: [] }
  const remark = (one: Remark) => void texts.remarks.push(one)
  for (const entry of entriesIn(place, bytes, sourceLocale, remark)) texts.entries.push(entry)
  return texts
}

type Read = Pick<Place, 'format' | 'locale' | 'set'>

/** One text after the other, for whoever does not need all of them at once. */
export function* entriesIn(
  { format, locale, set }: Read,
  bytes: Uint8Array,
  sourceLocale: string,
  remark: (remark: Remark) => void,
): Generator<Entry, void, void> {
  const options = {
    ...(locale === null ? {} : { locale }),
    sourceLocale,
    options: optionsFor(format, set.entry.options),
    remark,
  }
  try {
    for (const { entries } of format.read(bytes, options)) yield* entries
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const { code, message, place } = error
    remark({ severity: 'error', code, message, ...place })
  }
}

/** Those that it knows: the file beside may be of another format. */
export const optionsFor = ({ options: known = {} }: Format, options: Readonly<Record<string, string | boolean>> = {}) =>
  Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(known, name)))
