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

export function readBytes(
  { format, locale, set }: Pick<Place, 'format' | 'locale' | 'set'>,
  bytes: Uint8Array,
  sourceLocale: string,
): Texts {
  const texts: Texts = { entries: [], remarks: [] }
  const options = {
    ...(locale === null ? {} : { locale }),
    sourceLocale,
    options: optionsFor(format, set.entry.options),
    remark: (remark: Remark) => void texts.remarks.push(remark),
  }
  try {
    for (const { entries } of format.read(bytes, options)) for (const entry of entries) texts.entries.push(entry)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const { code, message, place } = error
    texts.remarks.push({ severity: 'error', code, message, ...place })
  }
  return texts
}

/** Those that it knows: the file beside may be of another format. */
export const optionsFor = ({ options: known = {} }: Format, options: Readonly<Record<string, string | boolean>> = {}) =>
  Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(known, name)))
