import { type Found, NOTHING, type PairCheck } from './check.ts'

const EXPECTED = /\p{Nd}+(?:[.,\u00a0\u202f]\p{Nd}+)*/gu
const THERE = /\p{Nd}+(?:[.,'’٫٬\s]\p{Nd}+)*/gu
const TOUCHING = /[\p{L}\p{N}\p{M}_]/u
/** So many groups of digits may be one number, or several that stand beside each other. */
const MOST_GROUPS = 6

export const numbers: PairCheck = {
  id: 'numbers',
  kind: 'pair',
  find(unit, source) {
    if (!/\p{Nd}/u.test(source.text)) return NOTHING
    const missing = expectedIn(source.prose)
    if (missing.size === 0) return NOTHING
    removeThere(missing, unit.prose)
    return Array.from(
      missing.values(),
      (number): Found => ({
        message: `The number ${number} of the source is missing.`,
        params: { number },
        span: null,
      }),
    )
  },
}

/** Numbers of two digits or more that stand for themselves, as they are compared, and as they are written. */
function expectedIn(prose: string): Map<string, string> {
  const expected = new Map<string, string>()
  for (const { 0: number, index } of prose.matchAll(EXPECTED)) {
    if (touches(prose, index - 1) || touches(prose, index + number.length)) continue
    const compared = digitsOf(number)
    if (compared.length >= 2 && !expected.has(compared)) expected.set(compared, number)
  }
  return expected
}

/** Of a pair of surrogates either half is asked for, which is no letter by itself: such letters are not counted with. */
const touches = (prose: string, at: number) => at >= 0 && at < prose.length && TOUCHING.test(prose[at] as string)

function removeThere(missing: Map<string, string>, prose: string): void {
  let longest = 0
  for (const number of missing.keys()) longest = Math.max(longest, number.length)
  for (const [run] of prose.matchAll(THERE)) {
    const groups = run.split(/\P{Nd}/u).map(digitsOf)
    for (let first = 0; first < groups.length; first++) {
      let number = ''
      for (let at = first; at < Math.min(groups.length, first + MOST_GROUPS) && number.length < longest; at++) {
        number += groups[at]
        missing.delete(number)
      }
    }
    if (missing.size === 0) return
  }
}

/** In digits of ASCII, without the signs inside. */
const digitsOf = (number: string) =>
  /^\d+$/.test(number) ? number : number.replaceAll(/\P{Nd}/gu, '').replaceAll(/[^0-9]/gu, asciiDigit)

const digits = new Map<string, string>()

/** Digits of a script stand in a row from its zero, and Unicode begins each row after something that is none. */
function asciiDigit(character: string): string {
  let digit = digits.get(character)
  if (digit === undefined) {
    const at = character.codePointAt(0) ?? 0
    let zero = at
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
    // The mathematical ones are several rows without anything between.
    digit = String((at - zero) % 10)
    digits.set(character, digit)
  }
  return digit
}
