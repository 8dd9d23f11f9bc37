import type { Unit } from '../text/unit.ts'
import { type Found, NOTHING, type PairCheck } from './check.ts'

const EXPECTED_WITHIN = new Set('.,\u00a0\u202f')
const THERE_WITHIN = /[.,'’٫٬،\s]/
const TOUCHING = /[\p{L}\p{N}\p{M}_]/u
/** So many groups of digits may be one number, or several that stand beside each other. */
const MOST_GROUPS = 6

/** What a source asks of every value of its key. */
const known = new WeakMap<Unit, ReadonlyMap<string, string>>()

export const numbers: PairCheck = {
  id: 'numbers',
  kind: 'pair',
  find(unit, source) {
    const expected = expectedOf(source)
    if (expected.size === 0) return NOTHING
    const missing = new Map(expected)
    removeThere(missing, unit.prose)
    if (missing.size === 0) return NOTHING
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

function expectedOf(source: Unit): ReadonlyMap<string, string> {
  let expected = known.get(source)
  if (!expected) {
    expected = expectedIn(source.prose)
    known.set(source, expected)
  }
  return expected
}

/** Numbers of two digits or more that stand for themselves, as they are compared, and as they are written. */
function expectedIn(prose: string): Map<string, string> {
  const expected = new Map<string, string>()
  for (let run = nextRun(prose, 0, isWithinExpected); run; run = nextRun(prose, run.end, isWithinExpected)) {
    const { start, end, groups } = run
    if (touches(prose, start - 1) || touches(prose, end)) continue
    const compared = groups.join('')
    if (compared.length >= 2 && !expected.has(compared)) expected.set(compared, prose.slice(start, end))
  }
  return expected
}

/** Of a pair of surrogates either half is asked for, which is no letter by itself: such letters are not counted with. */
const touches = (prose: string, at: number) => at >= 0 && at < prose.length && TOUCHING.test(prose[at] as string)

function removeThere(missing: Map<string, string>, prose: string): void {
  let longest = 0
  for (const number of missing.keys()) longest = Math.max(longest, number.length)
  for (let run = nextRun(prose, 0, isWithinThere); run; run = nextRun(prose, run.end, isWithinThere)) {
    const { groups } = run
    // A longer list, such as `1,2,3,4,5,6,7`, is there as a whole or not at all.
    if (groups.length > MOST_GROUPS) missing.delete(groups.join(''))
    for (let first = 0; first < groups.length; first++) {
      // The sixth month is 06 in one language and 6 in another.
      if (groups[first]?.length === 1) missing.delete(`0${groups[first]}`)
      let number = ''
      for (let at = first; at < Math.min(groups.length, first + MOST_GROUPS) && number.length < longest; at++) {
        number += groups[at]
        missing.delete(number)
      }
    }
    if (missing.size === 0) return
  }
}

const isWithinExpected = (character: string) => EXPECTED_WITHIN.has(character)
const isWithinThere = (character: string) => THERE_WITHIN.test(character)

/** Groups of digits, in those of ASCII, with one sign between two of them, or a sign and a space. */
interface Run {
  start: number
  end: number
  groups: string[]
}

/** By hand: patterns for digits of all scripts took a tenth of the time of all checks. */
function nextRun(prose: string, from: number, isWithin: (character: string) => boolean): Run | undefined {
  let start = from
  while (start < prose.length && digitAt(prose, start) < 0) start++
  if (start === prose.length) return undefined
  const groups: string[] = []
  let end = start
  let at = start
  do {
    let group = ''
    for (let digit = digitAt(prose, at); digit >= 0; digit = digitAt(prose, at)) {
      group += digit
      at += isHighHalf(prose.charCodeAt(at)) ? 2 : 1
    }
    groups.push(group)
    end = at++
    if (prose[at] === ' ' && end < prose.length && isWithin(' ') && isWithin(prose[end] as string)) at++
  } while (end < prose.length && digitAt(prose, at) >= 0 && isWithin(prose[end] as string))
  return { start, end, groups }
}

/** Of each unit of UTF-16, once it was asked for: 1 if it is no digit, else the digit and 2. */
const asked = new Uint8Array(0x10000)
/** Of characters that are two units. There are 400 such digits. */
const digitsBeyond = new Map<number, number>()

/** The digit that stands there, in whatever script; less than 0: none. */
function digitAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (unit < 0x80 || Number.isNaN(unit)) return unit >= 0x30 && unit <= 0x39 ? unit - 0x30 : -1
  if (isHighHalf(unit)) return digitBeyond(text.codePointAt(at) as number)
  if (asked[unit] === 0) asked[unit] = digitOf(unit) + 2
  return (asked[unit] as number) - 2
}

function digitBeyond(codePoint: number): number {
  const known = digitsBeyond.get(codePoint)
  if (known !== undefined) return known
  const digit = digitOf(codePoint)
  if (digit >= 0) digitsBeyond.set(codePoint, digit)
  return digit
}

const isHighHalf = (unit: number) => unit >= 0xd800 && unit < 0xdc00

const isDigit = (codePoint: number) => /\p{Nd}/u.test(String.fromCodePoint(codePoint))

/** Digits of a script stand in a row from its zero, and Unicode begins each row after something that is none. */
function digitOf(codePoint: number): number {
  if (!isDigit(codePoint)) return -1
  let zero = codePoint
  while (isDigit(zero - 1)) zero--
  // The mathematical ones are several rows without anything between.
  return (codePoint - zero) % 10
}
