import { useQuery } from '@tanstack/react-query'
import { codeOf, situationOf } from '../../api/errors.ts'
import { instanceQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import type { TextId } from '../../text/text.ts'

const BY_CODE: Record<string, TextId> = {
  SIGN_IN_OVER: 'arrival.over',
  SIGN_IN_CANCELLED: 'arrival.cancelled',
  ADDRESS_UNVERIFIED: 'arrival.unverified',
  NOT_ADMITTED: 'arrival.notAdmitted',
  ACCOUNT_DEACTIVATED: 'arrival.deactivated',
  NO_ACCOUNTS_YET: 'arrival.noAccounts',
  EMAIL_TAKEN: 'arrival.taken',
  IDENTITY_TAKEN: 'arrival.identityTaken',
  IDENTITY_LINKED: 'arrival.identityLinked',
  PROVIDER_ERROR: 'arrival.provider',
  ONLY_WAY_IN: 'linked.onlyWay',
  INVALID_CREDENTIALS: 'account.wrongPassword',
  // Of an invitation.
  FORBIDDEN: 'arrival.inviteRefused',
  NOT_FOUND: 'invite.gone',
}

/** Why somebody did not come in by the identity provider, or could not link it. */
export const providerRefusal = (error: unknown): TextId =>
  BY_CODE[codeOf(error) ?? ''] ?? `situation.${situationOf(error)}`

export function useProviderRefusal(): (error: unknown) => string {
  const { t } = useText()
  const { data: instance } = useQuery(instanceQuery)
  const name = instance?.signIn.provider?.name ?? '–'
  return (error) => t(providerRefusal(error), { name })
}
