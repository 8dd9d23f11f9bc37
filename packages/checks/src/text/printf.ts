import type { Placeholder, PlaceholderClass } from './placeholder.ts'

const CLASSES: Record<string, PlaceholderClass> = {
  s: 'text',
  '@': 'text',
  d: 'integer',
  i: 'integer',
  u: 'integer',
  f: 'real',
  e: 'real',
  g: 'real',
  c: 'character',
}

/** Conversions that are not compared, and take an argument all the same: what follows is the next one. */
const UNCOMPARED = new Set('xXoEGp')
const LETTER_OR_DIGIT = /[A-Za-z0-9]/

/** What a conversion asks for, by its letter. */
export const classOf = (letter: string): PlaceholderClass => CLASSES[letter] ?? 'any'

/** A space is no flag here: `100% sure` holds no placeholder. Java groups digits by a comma. */
const FLAGS = "-+0#'"
const JAVA_FLAGS = '-+0#,'
const LENGTHS = 'hlqLztj'
/** Longer ones are no numbers of anything. */
const MOST_DIGITS = 5

/** Of printf and its like: position, flags, width, precision, length, conversion. By hand, ten times as fast as a pattern. */
const readWith =
  (flags: string) =>
  (text: string): Placeholder[] => {
    const found: Placeholder[] = []
    const positions = new Positions()
    for (let start = text.indexOf('%'); start >= 0; start = text.indexOf('%', start)) {
      let at = start + 1
      let digits = endOfDigits(text, at)
      const position = digits > at && text[digits] === '$' ? Number(text.slice(at, digits)) : undefined
      if (position !== undefined) at = digits + 1
      while (at < start + 2 * MOST_DIGITS && flags.includes(text[at] ?? ' ')) at++
      const first = at
      digits = endOfDigits(text, at)
      at = text[at] === '*' ? at + 1 : digits
      const dot = at
      if (text[at] === '.') at = text[at + 1] === '*' ? at + 2 : endOfDigits(text, at + 1)
      while (at < dot + 2 * MOST_DIGITS && LENGTHS.includes(text[at] ?? ' ')) at++
      const type = CLASSES[text[at] ?? '']
      if (type === undefined) {
        if (isUncompared(text, start, at)) positions.take(position)
        start += text[start + 1] === '%' ? 2 : 1
        continue
      }
      // Each star takes an argument of its own, before the one that is shown.
      if (text[first] === '*') positions.next()
      if (text[dot] === '.' && text[dot + 1] === '*') positions.next()
      const end = at + 1
      const name = String(positions.take(position))
      found.push({ name, class: type, spelled: text.slice(start, end), start, end })
      start = end
    }
    return found
  }

/** `%x`, but neither `100%off` nor `%option`. */
const isUncompared = (text: string, start: number, letter: number) =>
  UNCOMPARED.has(text[letter] ?? '') &&
  !LETTER_OR_DIGIT.test(text[letter + 1] ?? '') &&
  !LETTER_OR_DIGIT.test(text[start - 1] ?? '')

/** Which arguments are spoken for: one without a number takes the next that is free. */
class Positions {
  readonly #taken = new Set<number>()
  #next = 1

  next(): number {
    while (this.#taken.delete(this.#next)) this.#next++
    return this.#next++
  }

  take(position: number | undefined): number {
    if (position === undefined) return this.next()
    if (position >= this.#next) this.#taken.add(position)
    return position
  }
}

function endOfDigits(text: string, start: number): number {
  let end = start
  while (end < start + MOST_DIGITS && text.charCodeAt(end) >= 0x30 && text.charCodeAt(end) <= 0x39) end++
  return end
}

export const readPrintf = readWith(FLAGS)
export const readJava = readWith(JAVA_FLAGS)
