import { contract } from '@parlance/contract'
import { transaction } from '../../db/transaction.ts'
import { sourceOf } from '../../http/address.ts'
import { fault } from '../../http/errors.ts'
import { type Call, implement } from '../../implement.ts'
import type { Services } from '../../services.ts'
import { assertPassword, findClaim, recordConfirmation } from '../accounts/index.ts'
import { withOwner } from '../passkeys/index.ts'
import { takeCode } from './check-code.ts'

type Confirming = Call<typeof contract.confirmIdentity>

export const confirmIdentity = implement(contract.confirmIdentity, async (services, call) => {
  const { access, body, now } = call
  if (body.password !== undefined) await confirmByPassword(services, call, body.password)
  else if (body.code !== undefined) await confirmByCode(services, call, body.code)
  else if (body.credential !== undefined) await confirmByPasskey(services, call, body.credential)
  else throw fault('nothingSent', undefined, 'Send `password`, `code` or `credential`.')
  const expiresAt = await recordConfirmation(services.db, access.session.sessionId, now)
  return { expiresAt: expiresAt.toISOString() }
})

/** It counts as any other guess: a session is no licence to guess. */
async function confirmByPassword({ db }: Services, { access, request, now }: Confirming, password: string) {
  const claim = await findClaim(db, access.session.email, sourceOf(request), now)
  await assertPassword(db, claim, password, { now, request }, { source: claim.source, isKnown: true })
}

async function confirmByCode(services: Services, call: Confirming, code: string) {
  const refusal = await transaction(services.db, (tx) => takeCode(tx, services, call.access.userId, code, call))
  if (refusal) throw refusal
}

const confirmByPasskey = (
  services: Services,
  call: Confirming,
  credential: NonNullable<Confirming['body']['credential']>,
) =>
  withOwner(services, call, credential, async (_tx, owner) => {
    if (owner.id !== call.access.userId) throw fault('wrongPasskey')
  })
