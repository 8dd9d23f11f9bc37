/** As in src/text-index/similarity.ts, in whole numbers. */
export function score(distance: i32, longer: i32): i32 {
  if (distance === 0) return 100
  return min(99, (200 * (longer - distance) + longer) / (2 * longer))
}

/** The longest distance that still gives the similarity. */
export function farthest(similarity: i32, longer: i32): i32 {
  return similarity === 100 ? 0 : (longer * (201 - 2 * similarity)) / 200
}
