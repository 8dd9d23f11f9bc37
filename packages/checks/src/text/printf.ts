import type { Placeholder, PlaceholderClass } from './placeholder.ts'

/** Position, flags, width, precision, length, conversion. What is bounded by numbers is so in every program that prints. */
const conversion = (flags: string) =>
  new RegExp(
    `%(?:%|(?:(\\d{1,3})\\$)?[${flags}]{0,5}(\\*|\\d{1,5})?(?:\\.(\\*|\\d{1,5})?)?(?:hh?|ll?|[qLztj])?([sdiufegc@]))`,
    'g',
  )

/** A space is no flag here: `100% sure` holds no placeholder. */
const PRINTF = conversion("-+0#'")
/** Java groups digits by a comma. */
const JAVA = conversion('-+0#,')

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

/** What a conversion asks for, by its letter. */
export const classOf = (letter: string): PlaceholderClass => CLASSES[letter] ?? 'any'

const readBy =
  (pattern: RegExp) =>
  (text: string): Placeholder[] => {
    if (!text.includes('%')) return []
    const found: Placeholder[] = []
    const taken = new Set<number>()
    let next = 1
    const takeNext = () => {
      while (taken.has(next)) next++
      taken.add(next)
      return next
    }
    for (const { 0: spelled, 1: position, 2: width, 3: precision, 4: letter, index } of text.matchAll(pattern)) {
      if (letter === undefined) continue
      // Each star takes an argument of its own, before the one that is shown.
      if (width === '*') takeNext()
      if (precision === '*') takeNext()
      const at = position === undefined ? takeNext() : Number(position)
      taken.add(at)
      found.push({ name: String(at), class: classOf(letter), spelled, start: index, end: index + spelled.length })
    }
    return found
  }

export const readPrintf = readBy(PRINTF)
export const readJava = readBy(JAVA)
