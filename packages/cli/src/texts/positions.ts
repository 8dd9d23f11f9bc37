import { readFileSync } from 'node:fs'
import { type Entry, isArchive } from '@parlance/formats'
import type { Told } from '../problem.ts'
import { jsonNames } from './json-names.ts'
import type { Place } from './places.ts'

type Position = Pick<Told, 'file' | 'line' | 'column'>

/** A text of a file, or one of the branches of its message. */
interface Named {
  key: string
  at?: Entry['at'] | undefined
  locale?: string | undefined
  branch?: string | null
}

/** Says where in their files texts stand. A file is looked at when it is first asked about. */
export class Positions {
  readonly #files = new Map<string, PlacesInText>()

  of(place: Pick<Place, 'absolute' | 'path' | 'format'>, text: Named): Position {
    const known = this.#files.get(place.absolute) ?? new PlacesInText(readFileSync(place.absolute), place.format)
    this.#files.set(place.absolute, known)
    return { file: place.path, ...known.of(text) }
  }
}

/** Names of JSON lead through these to the texts of a key. */
const HOLDERS: Readonly<Record<string, (text: Named) => string[]>> = {
  xcstrings: ({ key, locale }) => [`strings.${key}.localizations.${locale}`, `strings.${key}`],
}

/** The places of one file. Texts are asked for in any order; in that of the file it is quickest. */
export class PlacesInText {
  readonly #text: string
  readonly #format: Pick<Place['format'], 'id' | 'extensions'>
  #starts: number[] | undefined
  #names: ReadonlyMap<string, number> | undefined
  #last = 0

  constructor(bytes: Uint8Array, format: Pick<Place['format'], 'id' | 'extensions'>) {
    this.#text = isArchive(bytes) ? '' : decoded(bytes)
    this.#format = format
  }

  of(text: Named): Pick<Position, 'line' | 'column'> {
    if (this.#text === '') return {}
    const at = text.at?.from ?? this.#named(text)
    if (at === undefined) return {}
    this.#starts ??= lineStarts(this.#text)
    const line = lineAt(this.#starts, at)
    return { line: line + 1, column: at - (this.#starts[line] ?? 0) + 1 }
  }

  #named(text: Named): number | undefined {
    if (!this.#format.extensions.some((extension) => /^(json|xcstrings)$/.test(extension))) return this.#quoted(text)
    this.#names ??= jsonNames(this.#text)
    for (const name of HOLDERS[this.#format.id]?.(text) ?? namesOf(text)) {
      const at = this.#names.get(name)
      if (at !== undefined) return at
    }
    return undefined
  }

  /** The next one of that name behind the last that was found: files are long, and most ask from their beginning on. */
  #quoted({ key }: Named): number | undefined {
    const name = JSON.stringify(key)
    const behind = this.#text.indexOf(name, this.#last)
    const at = behind < 0 ? this.#text.indexOf(name) : behind
    if (at < 0) return undefined
    this.#last = at
    return at
  }
}

const FORMS = ['one', 'other', 'zero', 'two', 'few', 'many', 'plural', '0']

/** A plural may be several names: that of the branch first. */
function namesOf({ key, branch }: Named): string[] {
  const form = branch?.slice(branch.lastIndexOf('.') + 1)
  const forms = form === undefined ? FORMS : [form, ...FORMS]
  return [key, ...forms.flatMap((one) => [`${key}_${one}`, `${key}_ordinal_${one}`])]
}

/** Without its mark; one in neither Unicode is taken for ISO-8859-1, as readers take it. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  try {
    return new TextDecoder(isUtf16 ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8', { fatal: true }).decode(
      bytes,
    )
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (const { 0: end, index } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length)
  return starts
}

/** The last line that begins at a place or before it. */
function lineAt(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length]
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((starts[middle] ?? 0) <= at) low = middle
    else high = middle
  }
  return low
}
