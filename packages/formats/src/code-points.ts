/**
 * The order of every file: by code point, as PostgreSQL sorts in the collation "C". The operators of JavaScript compare
 * UTF-16 units, which puts emoji before the last characters of the basic plane.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const one = a.charCodeAt(at)
    const other = b.charCodeAt(at)
    if (one !== other) return rank(one) - rank(other)
  }
  return a.length - b.length
}

/** Surrogates stand for what comes after everything else. */
const rank = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x1_0000 : unit)
