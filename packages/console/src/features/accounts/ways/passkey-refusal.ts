import { codeOf, situationOf } from '../../../api/errors.ts'
import type { TextId } from '../../../text/text.ts'

const BY_NAME: Record<string, TextId> = {
  NotAllowedError: 'passkeys.cancelled',
  AbortError: 'passkeys.cancelled',
  InvalidStateError: 'passkeys.alreadyHere',
  SecurityError: 'passkeys.address',
  NotSupportedError: 'passkeys.browser',
}

const BY_CODE: Record<string, TextId> = {
  INVALID_PASSKEY: 'passkeys.unknown',
  PASSKEYS_UNAVAILABLE: 'passkeys.address',
  ONLY_WAY_IN: 'passkeys.onlyWayIn',
}

/** What to say when a passkey came to nothing. */
export function passkeyRefusal(error: unknown): TextId {
  const name = error instanceof Error ? error.name : ''
  return BY_NAME[name] ?? BY_CODE[codeOf(error) ?? ''] ?? `situation.${situationOf(error)}`
}
