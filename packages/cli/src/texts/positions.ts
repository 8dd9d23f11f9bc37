import { readFileSync } from 'node:fs'
import type { Entry } from '@parlance/formats'
import type { Told } from '../problem.ts'
import type { Place } from './places.ts'

/** Says where in their files texts stand. A file is looked at when it is first asked about. */
export class Positions {
  readonly #texts = new Map<string, { text: string; starts: number[] }>()

  of(
    place: Pick<Place, 'absolute' | 'path'>,
    entry: Pick<Entry, 'at' | 'key'>,
  ): Pick<Told, 'file' | 'line' | 'column'> {
    const { text, starts } = this.#textOf(place.absolute)
    const at = placeOfKey(text, entry.key) ?? entry.at?.from
    if (at === undefined) return { file: place.path }
    const line = starts.findLastIndex((start) => start <= at)
    return { file: place.path, line: line + 1, column: at - (starts[line] ?? 0) + 1 }
  }

  #textOf(path: string) {
    const known = this.#texts.get(path) ?? textAt(path)
    this.#texts.set(path, known)
    return known
  }
}

function textAt(path: string): { text: string; starts: number[] } {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(readFileSync(path))
  const starts = [0]
  for (const { 0: end, index } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length)
  return { text, starts }
}

/**
 * Where a key is named: as a whole, or the last of its parts after all those before it, as files with nested objects have
 * it. Readers tell no places of names, and to point at the line nearly always right is worth more than to point at none.
 */
function placeOfKey(text: string, key: string): number | undefined {
  const whole = namedAt(text, key, 0)
  if (whole >= 0) return whole
  let at = -1
  for (const part of key.split('.')) {
    at = namedAt(text, part, at + 1)
    if (at < 0) return undefined
  }
  return at
}

function namedAt(text: string, name: string, from: number): number {
  const quoted = JSON.stringify(name)
  const spellings = [`${quoted}:`, `${quoted} :`, `${quoted} =`, `${quoted}=`, `${quoted}>`, quoted]
  for (const spelling of spellings) {
    const at = text.indexOf(spelling, from)
    if (at >= 0) return at
  }
  return -1
}
