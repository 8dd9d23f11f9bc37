import type { Situation } from '@parlance/contract'
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'

const LONGEST_TOLD = 300

/** What went wrong with the provider, for the person who waits in front of it. */
export function situationOf(error: unknown): Situation {
  // It was told so by the person, or has rules of its own about who may come here.
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied') return 'signInCancelled'
  // A code that was used, is too old, or was given to somebody else.
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return 'signInOver'
  return 'identityProviderFailed'
}

/** What errors may say beside their message. 401 without more is a secret that the provider does not take. */
interface Told {
  code?: unknown
  status?: unknown
  error?: unknown
  error_description?: unknown
}

/**
 * What whoever runs the service needs to mend it. Errors carry whole answers along, with tokens in them, so that only
 * known parts are taken.
 */
export function describeTrouble(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { reason: 'unknown' }
  const { code, status, error: refusal, error_description: description } = error as Told
  const cause = causeOf(error)
  return {
    reason: cut(error.message),
    ...(typeof code === 'string' && { code: cut(code) }),
    ...(typeof status === 'number' && { status }),
    ...(typeof refusal === 'string' && { error: cut(refusal) }),
    ...(typeof description === 'string' && { description: cut(description) }),
    ...(cause !== undefined && { cause }),
  }
}

const cut = (text: string) => text.slice(0, LONGEST_TOLD)

/** The code of a connection that did not come to be, however deep it lies. */
function causeOf(error: Error): string | undefined {
  let cause: unknown = error
  for (let depth = 0; depth < 5 && cause instanceof Error; depth++) {
    const { code } = cause as { code?: unknown }
    if (typeof code === 'string' && /^(E[A-Z]+|UND_[A-Z_]+|CERT_[A-Z_]+|[A-Z_]*CERT[A-Z_]*)$/.test(code)) return code
    cause = cause.cause
  }
  return undefined
}
