import { ParlanceError, ParlanceNetworkError } from '@parlance/sdk'

/** What went wrong, as far as somebody can do something about it. Each has a text: `situation.<name>`. */
export type Situation =
  | 'signedOut'
  | 'forbidden'
  | 'notFound'
  | 'changed'
  | 'tooLarge'
  | 'invalid'
  | 'tooMany'
  | 'busy'
  | 'offline'
  | 'readOnly'
  | 'limit'
  | 'fault'

const BY_CODE: Record<string, Situation> = {
  VALUE_CHANGED: 'changed',
  LIMIT_EXCEEDED: 'limit',
  READ_ONLY_MODE: 'readOnly',
  TRANSACTION_CONFLICT: 'busy',
  // Of files that were looked at too long ago: nobody has to sign in for that.
  IMPORT_SESSION_EXPIRED: 'notFound',
}

const BY_STATUS: Record<number, Situation> = {
  400: 'invalid',
  401: 'signedOut',
  403: 'forbidden',
  404: 'notFound',
  409: 'changed',
  413: 'tooLarge',
  422: 'invalid',
  429: 'tooMany',
  502: 'busy',
  503: 'busy',
  504: 'busy',
}

export function situationOf(error: unknown): Situation {
  if (error instanceof ParlanceNetworkError) return 'offline'
  if (!(error instanceof ParlanceError)) return 'fault'
  return BY_CODE[error.code ?? ''] ?? BY_STATUS[error.status] ?? 'fault'
}

/** The field that the service names in a refusal. */
export function fieldOf(error: unknown): string | undefined {
  const field = error instanceof ParlanceError ? error.meta?.['field'] : undefined
  return typeof field === 'string' ? field : undefined
}

export const codeOf = (error: unknown) => (error instanceof ParlanceError ? error.code : undefined)

/** Whether the same request may get through later by itself. */
export const mayPass = (error: unknown) =>
  error instanceof ParlanceNetworkError || (error instanceof ParlanceError && error.isRetryable)
