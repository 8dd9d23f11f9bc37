import { bits, column, pages, queryLength, rows, WORD, words } from './searched'

/** Of the text at this address to the query, or anything above `most` when it is more. */
export function distanceTo(text: usize, length: i32, most: i32): i32 {
  if (words === 0) return length
  return words === 1 ? distanceInWord(text, length, most) : distanceInWords(text, length, most)
}

/** The row of bits of a character. */
function rowOf(character: u32): usize {
  const page = <usize>load<u16>(pages + <usize>((character >> 8) << 1))
  return <usize>load<u32>(rows + (((page << 8) + (character & 255)) << 2))
}

// Texts are UTF-16. A pair of surrogates is one character, a lone one too; no text ends so that it could pair with the
// beginning of the next.
function isPair(unit: u32, at: usize): bool {
  return (unit & 0xfc00) === 0xd800 && (<u32>load<u16>(at) & 0xfc00) === 0xdc00
}

function paired(unit: u32, at: usize): u32 {
  return 0x10000 + ((unit & 0x3ff) << 10) + (<u32>load<u16>(at) & 0x3ff)
}

/** Myers' distance for a query of 1 to 64 characters, or anything above `most` as soon as it is certain. */
function distanceInWord(text: usize, length: i32, most: i32): i32 {
  const edge: u64 = 1 << (<u64>queryLength - 1)
  let plus: u64 = ~0
  let minus: u64 = 0
  let distance = queryLength
  let at = text
  for (let rest = length - 1; rest >= 0; rest--) {
    let character = <u32>load<u16>(at)
    at += 2
    if (isPair(character, at)) {
      character = paired(character, at)
      at += 2
    }
    const equal = load<u64>(bits + rowOf(character))
    const vertical = equal | minus
    const horizontal = (((equal & plus) + plus) ^ plus) | equal
    let up = minus | ~(horizontal | plus)
    let down = plus & horizontal
    distance += <i32>((up & edge) !== 0) - <i32>((down & edge) !== 0)
    if (distance - rest > most) return most + 1
    up = (up << 1) | 1
    down <<= 1
    plus = down | ~(vertical | up)
    minus = up & vertical
  }
  return distance
}

/** Of a block: two words, and the distance at its lower edge. */
export const STATE: usize = 24

/**
 * The same for longer queries, in blocks of 64 rows. Only blocks that an alignment within `most` edits can pass through
 * are computed: `first` to `last`. What lies outside is taken to grow by one per step, which is never less than it is,
 * so a distance within `most` comes out exactly and a longer one not too short.
 */
function distanceInWords(text: usize, length: i32, most: i32): i32 {
  if (abs(length - queryLength) > most) return most + 1
  const bottom = words - 1
  const edge: u64 = 1 << ((<u64>queryLength - 1) & 63)
  // How far an alignment may leave the diagonal downwards and upwards and still come back in time.
  const below = (most + queryLength - length) >> 1
  const above = (most - queryLength + length) >> 1
  let first = 0
  let last = min(bottom, below / WORD)
  for (let block = 0; block <= last; block++) open(block, block * WORD)

  let at = text
  for (let step = 0; step < length; step++) {
    let character = <u32>load<u16>(at)
    at += 2
    if (isPair(character, at)) {
      character = paired(character, at)
      at += 2
    }
    while (last < bottom && step + below >= (last + 1) * WORD && edgeOf(last) <= most + 1) {
      open(last + 1, edgeOf(last))
      last++
    }
    const row = bits + rowOf(character)
    let up: u64 = 1
    let down: u64 = 0
    for (let block = first; block <= last; block++) {
      const state = column + <usize>block * STATE
      const equal = load<u64>(row + ((<usize>block) << 3))
      const plus = load<u64>(state)
      const minus = load<u64>(state, 8)
      const vertical = equal | minus
      const matched = equal | down
      const horizontal = (((matched & plus) + plus) ^ plus) | matched
      const ups = minus | ~(horizontal | plus)
      const downs = plus & horizontal
      const lowest: u64 = block === bottom ? edge : 0x8000000000000000
      const upIn = up
      const downIn = down
      up = <u64>((ups & lowest) !== 0)
      down = <u64>((downs & lowest) !== 0)
      const upsIn = (ups << 1) | upIn
      const downsIn = (downs << 1) | downIn
      store<u64>(state, downsIn | ~(vertical | upsIn))
      store<u64>(state, upsIn & vertical, 8)
      store<i32>(state, load<i32>(state, 16) + <i32>up - <i32>down, 16)
    }
    // A block is 63 rows higher at its top than at its lower edge at most, so none of its cells can be within reach.
    while (last > first && edgeOf(last) > most + WORD) last--
    while (first < last && (edgeOf(first) > most + WORD || (first + 1) * WORD <= step + 1 - above)) first++
    if (first === last && edgeOf(first) > most + WORD) return most + 1
  }
  return last === bottom ? edgeOf(bottom) : most + 1
}

function edgeOf(block: i32): i32 {
  return load<i32>(column + <usize>block * STATE, 16)
}

/** Begins a block below a row of this distance. */
function open(block: i32, distance: i32): void {
  const state = column + <usize>block * STATE
  store<u64>(state, ~0)
  store<u64>(state, 0, 8)
  store<i32>(state, distance + min(WORD, queryLength - block * WORD), 16)
}
