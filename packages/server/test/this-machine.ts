import { availableParallelism, loadavg } from 'node:os'

/**
 * Half of what `sampleWork` took at best on a shared machine of two cores (19 to 31 ms), so limits are at least doubled
 * there: they are for what takes many times too long, and one that fails for no reason costs more. What is promised in
 * figures is measured by the benchmarks.
 */
const SAMPLE_MS = 10
/** Machines that are shared change their speed from minute to minute. */
const SPEED_HOLDS_MS = 10_000
let speed = { slowness: 1, measuredAt: Number.NEGATIVE_INFINITY }

/** A time that is promised on a quick machine of one's own, stretched where the machine is slow or kept busy. */
export function onThisMachine(milliseconds: number): number {
  if (performance.now() - speed.measuredAt > SPEED_HOLDS_MS)
    speed = { slowness: slowness(), measuredAt: performance.now() }
  const busy = (loadavg()[0] ?? 0) / availableParallelism()
  return milliseconds * speed.slowness * Math.max(1, busy)
}

function slowness(): number {
  const samples = Array.from({ length: 3 }, () => workOf(sampleWork))
  return Math.max(1, Math.min(...samples) / SAMPLE_MS)
}

/** What tests spend most of their time with: memory is filled, decoded and looked at letter by letter. */
function sampleWork(): number {
  const text = Buffer.alloc(2 ** 22, '{"name":"text"}').toString()
  let sum = 0
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 31)
  return sum
}

/** For how many milliseconds this thread has worked; when others were at work in its place does not count. */
export function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** For how long this thread works on something that does not wait. */
export function workOf(work: () => unknown): number {
  const before = workedMs()
  work()
  return workedMs() - before
}
