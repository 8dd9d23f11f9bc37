import { setTimeout as sleep } from 'node:timers/promises'
import { JobFailure } from '../../../jobs/job.ts'
import type { Ended, Tracing } from '../../../tracing/tracing.ts'
import { OutOfCredits } from './provider.ts'

const TIMEOUT_MS = 60_000
const ATTEMPTS = 4
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 20_000
/** An answer is a few times what was sent; one that never ends is cut off. */
const LONGEST_ANSWER = 8 * 2 ** 20

/** The provider does not take a request as it is; to send it again is of no use, but a smaller one may do. */
class Refusal extends JobFailure {}

/** An answer that cannot be used: models drop texts, or stop before the end. Fewer texts at once may go well. */
export class OddAnswer extends Refusal {}

export const isRefusal = (error: unknown): error is JobFailure => error instanceof Refusal

interface Call {
  tracing: Tracing
  url: string
  headers: Record<string, string>
  body: unknown
  signal: AbortSignal
  /** Whether an answer says that credits are used up. */
  isOutOfCredits(status: number, text: string): boolean
}

/** Posts JSON and reads JSON. What asks for patience is tried again, each time after twice as long. */
export async function postJson(call: Call): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    const answer = await call.tracing.call({ method: 'POST', url: call.url }, () => attemptOnce(call), endOf)
    if (answer.kind === 'success') return parse(answer.text)
    if (answer.kind === 'refused') {
      if (call.isOutOfCredits(answer.status, answer.text)) throw new OutOfCredits()
      const asksForPatience = answer.status === 429 || answer.status === 408 || answer.status >= 500
      const message = `The provider answered ${answer.status}.`
      if (answer.status === 400 || answer.status === 413) throw new Refusal(message)
      if (!asksForPatience || attempt === ATTEMPTS) throw new JobFailure(message)
    } else if (attempt === ATTEMPTS) throw new JobFailure('The provider cannot be reached.')
    await sleep(pauseAfter(attempt, answer.kind === 'refused' ? answer.retryAfter : null), undefined, {
      signal: call.signal,
    })
  }
}

type Outcome =
  | { kind: 'success'; status: number; text: string }
  | { kind: 'refused'; status: number; text: string; retryAfter: string | null }
  | { kind: 'unreachable' }

const endOf = (outcome: Outcome): Ended =>
  outcome.kind === 'unreachable' ? { fault: outcome.kind } : { status: outcome.status }

async function attemptOnce({ url, headers, body, signal }: Call): Promise<Outcome> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    const text = await readText(response)
    if (response.ok) return { kind: 'success', status: response.status, text }
    return { kind: 'refused', status: response.status, text, retryAfter: response.headers.get('retry-after') }
  } catch {
    signal.throwIfAborted()
    return { kind: 'unreachable' }
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (size > LONGEST_ANSWER) throw new Error('too long')
  }
  return Buffer.concat(chunks).toString()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new JobFailure('The provider did not answer in JSON.')
  }
}

function pauseAfter(attempt: number, retryAfter: string | null): number {
  const asked = Number(retryAfter ?? Number.NaN) * 1000
  const own = FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.75 + Math.random() / 2)
  return Math.min(Number.isNaN(asked) ? own : Math.max(asked, own), LONGEST_PAUSE_MS)
}

/** The texts of an answer, when there are as many as were asked for. */
export function textsOf(found: unknown, count: number): string[] {
  if (Array.isArray(found) && found.length === count && found.every((text) => typeof text === 'string')) return found
  throw new OddAnswer('The provider answered with another number of texts than it was asked for.')
}
