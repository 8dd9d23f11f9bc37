import type { Batch } from './growing-index.ts'
import type { Segment } from './segment.ts'

/** So many segments and characters are sent to a thread at once: a few milliseconds of the event loop. */
const SLICE = 2_000
const SLICE_UNITS = 500_000

export function slicesOf(segments: readonly Segment[]): Segment[][] {
  const slices: Segment[][] = []
  let units = 0
  for (const segment of segments) {
    const slice = slices.at(-1)
    if (!slice || slice.length === SLICE || units > SLICE_UNITS) {
      slices.push([segment])
      units = 0
    } else slice.push(segment)
    units += segment.text.length
  }
  return slices
}

export function toBatch(segments: readonly Segment[]): Batch {
  return {
    ids: Float64Array.from(segments, ({ id }) => id),
    usages: Float64Array.from(segments, ({ usage = 0 }) => usage),
    times: Float64Array.from(segments, ({ time = 0 }) => time),
    texts: segments.map(({ text }) => text),
  }
}
