import type { AnswerOf } from '@parlance/sdk'

type BatchAnswer = Pick<AnswerOf<'batchSetStatus'>, 'processed' | 'errors' | 'changes'>
export type ChangeRange = NonNullable<BatchAnswer['changes']>

/** One request of many. */
export interface Step {
  /** How many keys it is about: how far all of it is, is counted in these. */
  size: number
  send: () => Promise<BatchAnswer>
}

export interface Failure {
  keyId: number
  /** Null where there is no such key any more. */
  key: string | null
  message: string
}

/** How it went, as far as it went. */
export interface Outcome {
  done: number
  failures: readonly Failure[]
  /** What was changed, oldest first, for taking it back. */
  ranges: readonly ChangeRange[]
  /** Not tried: somebody stopped, or the service refused with `error`. */
  rest: readonly Step[]
  error?: unknown
}

/** As many keys as the service takes at once. */
const PART_SIZE = 10_000

export function partsOf(keyIds: readonly number[], size = PART_SIZE): readonly (readonly number[])[] {
  const parts: (readonly number[])[] = []
  for (let start = 0; start < keyIds.length; start += size) parts.push(keyIds.slice(start, start + size))
  return parts
}

/** For each language all the keys, in parts. Without languages: all the keys once. */
export function stepsOf<Locale>(
  keyIds: readonly number[],
  locales: readonly Locale[],
  send: (part: number[], locale: Locale) => Promise<BatchAnswer>,
): Step[] {
  const parts = partsOf(keyIds)
  return locales.flatMap((locale) => parts.map((part) => ({ size: part.length, send: () => send([...part], locale) })))
}

interface Guide {
  /** Asked before each step; the one under way is finished, because the service does so anyway. */
  isStopped: () => boolean
  onProgress: (done: number) => void
  /** Whether to send it again, as soon as this is answered. */
  tryAgain: (error: unknown, attempt: number) => Promise<boolean>
}

export async function runSteps(steps: readonly Step[], guide: Guide): Promise<Outcome> {
  const failures: Failure[] = []
  const ranges: ChangeRange[] = []
  let done = 0
  let passed = 0
  for (const [index, step] of steps.entries()) {
    const rest = steps.slice(index)
    if (guide.isStopped()) return { done, failures, ranges, rest }
    try {
      const answer = await sendPatiently(step, guide.tryAgain)
      done += answer.processed
      failures.push(...answer.errors)
      if (answer.changes) ranges.push(answer.changes)
    } catch (error) {
      return { done, failures, ranges, rest, error }
    }
    passed += step.size
    guide.onProgress(passed)
  }
  return { done, failures, ranges, rest: [] }
}

async function sendPatiently(step: Step, tryAgain: Guide['tryAgain']): Promise<BatchAnswer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await step.send()
    } catch (error) {
      if (!(await tryAgain(error, attempt))) throw error
    }
  }
}

/** What was done before and after a stop, as one. */
export const together = (before: Outcome, after: Outcome): Outcome => ({
  ...after,
  done: before.done + after.done,
  failures: [...before.failures, ...after.failures],
  ranges: [...before.ranges, ...after.ranges],
})

export const sizeOf = (steps: readonly Step[]) => steps.reduce((sum, { size }) => sum + size, 0)

/** Why keys fail, as far as the service says so in words that are known here. */
export type FailureReason = 'missing' | 'noValue' | 'nameTaken' | 'tooLong' | 'hasErrors' | 'other'

const REASONS: [start: string, reason: FailureReason][] = [
  ['Key not found', 'missing'],
  ['No value in this locale', 'noValue'],
  ['A key of this name exists', 'nameTaken'],
  ["The value is longer than the key's limit", 'tooLong'],
  ['The value has', 'hasErrors'],
]

export interface FailureGroup {
  reason: FailureReason
  /** The service's own words, for reasons that are not known here. */
  message: string
  keyIds: readonly number[]
  /** Some of their names, to know what it is about. */
  names: readonly string[]
}

/** By reason, the most common first. */
export function groupFailures(failures: readonly Failure[], namesShown = 3): readonly FailureGroup[] {
  const groups = new Map<string, { reason: FailureReason; message: string; keyIds: Set<number>; names: Set<string> }>()
  for (const { keyId, key, message } of failures) {
    const reason = REASONS.find(([start]) => message.startsWith(start))?.[1] ?? 'other'
    const name = reason === 'other' ? message : reason
    const group = groups.get(name) ?? { reason, message, keyIds: new Set(), names: new Set() }
    groups.set(name, group)
    group.keyIds.add(keyId)
    if (key !== null && group.names.size < namesShown) group.names.add(key)
  }
  return [...groups.values()]
    .map((group) => ({ ...group, keyIds: [...group.keyIds], names: [...group.names] }))
    .sort((a, b) => b.keyIds.length - a.keyIds.length)
}
