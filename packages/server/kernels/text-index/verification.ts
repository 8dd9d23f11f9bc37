import { distanceTo } from './distance'
import { nextCandidate } from './lists'
import { NONE, PAUSE, PAUSE_AFTER } from './pause'
import { ends, ids, lengthOf, queryLength, starts, texts, times, usages, version, words } from './searched'
import { farthest } from './similarity'

let found: i32 = 0

/** The distance of the segment that `verify` returned last. */
export function foundDistance(): i32 {
  return found
}

/**
 * Takes candidates from the list of `bound` until one reaches `least`, and returns it; NONE when the list is empty, PAUSE
 * when it worked long. Where `bound` is `least`, a candidate can only draw level with the worst match so far, and those
 * that would lose against it by usage, time and id are not even compared.
 */
export function verify(bound: i32, least: i32, worstUsage: f64, worstTime: f64, worstId: f64): i32 {
  for (let work = 0; work <= PAUSE_AFTER; ) {
    const at = nextCandidate(bound)
    if (at === 0) return NONE
    const segment = <usize>load<u32>(at)
    const end = load<u32>(ends + (segment << 2))
    if (end !== 0 && end <= version) continue
    if (bound === least && loses(segment, worstUsage, worstTime, worstId)) continue
    const length = lengthOf(segment)
    const most = farthest(least, max(length, queryLength))
    const text = texts + ((<usize>load<u32>(starts + (segment << 2))) << 1)
    work += length * words + 16
    const distance = distanceTo(text, length, most)
    if (distance > most) continue
    found = distance
    return <i32>segment
  }
  return PAUSE
}

function loses(segment: usize, worstUsage: f64, worstTime: f64, worstId: f64): bool {
  const usage = load<f64>(usages + (segment << 3))
  if (usage !== worstUsage) return usage < worstUsage
  const time = load<f64>(times + (segment << 3))
  if (time !== worstTime) return time < worstTime
  return load<f64>(ids + (segment << 3)) < worstId
}
