/** The body of a refusal, as far as it is one. */
interface Refusal {
  code?: string
  message?: string
  meta?: Record<string, unknown>
  /** What to do about a field, in a sentence. */
  advice?: string
}

/** Refusals that may pass by themselves: too late, too early, too many, and a service that is not there for a moment. */
const PASSING = [408, 425, 429, 502, 503, 504]

/** The service refused. What it said stands here as it came; `code` is missing where the service gives none. */
export class ParlanceError extends Error {
  override name = 'ParlanceError'
  readonly status: number
  readonly code: string | undefined
  readonly meta: Record<string, unknown> | undefined
  /** Tells operators which line of their log to look for. */
  readonly requestId: string | undefined
  /** How long the service asks to be left alone, where it says so. */
  readonly retryAfterMs: number | undefined

  constructor({ status, headers }: Pick<Response, 'status' | 'headers'>, { code, message, meta, advice }: Refusal) {
    super(message ?? advice ?? sentence(status, code, meta))
    this.status = status
    this.code = code
    this.meta = meta
    this.requestId = headers.get('x-request-id') ?? undefined
    this.retryAfterMs = millisecondsOf(headers.get('retry-after'))
  }

  /** Whether the same request may succeed later. Whether it is safe to send it again is another question. */
  get isRetryable(): boolean {
    return PASSING.includes(this.status) || this.code === 'TRANSACTION_CONFLICT'
  }
}

/** No answer came, or not all of it; `cause` says why. */
export class ParlanceNetworkError extends Error {
  override name = 'ParlanceNetworkError'
}

/** Seconds, or the time itself. */
function millisecondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000
  return / GMT$/.test(retryAfter) ? Math.max(0, Date.parse(retryAfter) - Date.now()) || 0 : undefined
}

/** Older services tell what is wrong with a field by its name, without a sentence. */
function sentence(status: number, code: string | undefined, meta: Record<string, unknown> | undefined): string {
  const field = typeof meta?.['field'] === 'string' ? ` in ${meta['field']}` : ''
  return code === undefined ? `The service answered ${status}` : `${code}${field}`
}

/** Between the service and its clients there may be others, who refuse in words of their own. */
export function refusalOf(text: string): Refusal {
  let body: Record<string, unknown>
  try {
    body = Object(JSON.parse(text))
  } catch {
    return {}
  }
  const { code, message, meta, errors } = body
  const advice = Array.isArray(errors) ? Object(errors[0]).message : undefined
  return {
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof message === 'string' ? { message } : {}),
    ...(typeof advice === 'string' ? { advice } : {}),
    ...(typeof meta === 'object' && meta !== null ? { meta: meta as Record<string, unknown> } : {}),
  }
}
