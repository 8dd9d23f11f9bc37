import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { fault } from '../../http/errors.ts'
import type { Services } from '../../services.ts'

/** Whom passkeys are made for, and the page that may ask for them. */
export interface RelyingParty {
  id: string
  origin: string
}

/**
 * The address of PUBLIC_URL or, without, the one that was asked for, as far as it is ours. Browsers bind a passkey to a
 * name, and take none for an address of numbers, nor over plain http elsewhere than at localhost.
 */
export function relyingPartyOf({ address }: Pick<Services, 'address'>, { raw }: FastifyRequest): RelyingParty {
  const { origin, hostname, protocol } = new URL(address.originFor(raw))
  const isOnThisMachine = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isNumbers = isIP(hostname) !== 0 || hostname.startsWith('[')
  if (isNumbers || (protocol !== 'https:' && !isOnThisMachine)) throw fault('passkeysUnavailable')
  return { id: hostname, origin }
}
