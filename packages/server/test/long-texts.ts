/**
 * Texts of the same letters in another order each: no filter tells them apart, so a search compares with all of them, from
 * their beginning nearly to their end. What a search among texts costs at worst; tests and benchmarks fill memories with
 * them.
 */
export function longTexts(count = 300, length = 10_000): string[] {
  return Array.from({ length: count }, (_, number) => longText(number + 1, length))
}

/** One more of them. */
export function longText(seed: number, length = 10_000): string {
  let state = Math.imul(seed, 0x9e37_79b1) >>> 0
  const letters = Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return 'etaoinsr'[state >>> 29]
  })
  return letters.join('')
}
