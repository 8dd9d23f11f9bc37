import type { Entry } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { sourceOf } from '../../http/address.ts'
import { type Fault, fault, faultFor } from '../../http/errors.ts'
import { hashSecret } from '../../http/secrets.ts'
import type { Call } from '../../implement.ts'
import type { Services } from '../../services.ts'
import { recordOwnEntry } from '../audit/index.ts'
import { closedUntil, forgetFailures, type Guesser, recordFailure } from './code-throttle.ts'
import { readCode, stepOfCode } from './codes.ts'

interface Factor {
  secret: Buffer
  lastStep: number
}

type Asked = Pick<Call<Entry>, 'now' | 'request'>

/**
 * Takes a code of somebody's app, or a recovery code, once. Whoever checks holds the row of the factor: of a code that
 * comes several times at one moment, at whichever instance, one is taken, and of a thousand guesses as many are looked at
 * as of a thousand in a row. Returns the refusal instead of throwing it: what was counted must be committed.
 */
export async function takeCode(
  tx: Transaction,
  { secrets, log }: Pick<Services, 'secrets' | 'log'>,
  userId: number,
  text: string,
  asked: Asked,
): Promise<Fault | undefined> {
  const { now, request } = asked
  const factor = await tx.row<Factor>(sql`
    select secret, last_step as "lastStep" from second_factors where user_id = ${userId} for update`)
  if (!factor) return fault('wrongCode')
  const guesser = { userId, source: sourceOf(request) }
  const code = readCode(text)
  // Nobody guesses these, so they are looked at whatever was guessed before.
  if (code && 'recovery' in code) return takeRecoveryCode(tx, userId, code.recovery, asked)
  const until = await closedUntil(tx, guesser, now)
  if (until) return faultFor((until.getTime() - now.getTime()) / 1000, 'tooManyCodes')
  const secret = opened(secrets, log, userId, factor)
  const step = code && secret && stepOfCode(secret, code.totp, now, factor.lastStep)
  if (!step) return refuse(tx, guesser, asked)
  await tx.run(sql`
    update second_factors set last_step = ${step}, last_used_at = ${now} where user_id = ${userId}`)
  await forgetFailures(tx, guesser)
  return undefined
}

/** A secret that no key opens has no codes; recovery codes still work. */
function opened(secrets: Services['secrets'], log: Services['log'], userId: number, { secret }: Factor) {
  try {
    return secrets.open(secret)
  } catch (error) {
    log.warn(
      { err: error, userId },
      'the second factor of an account cannot be read: a recovery code lets its owner in',
    )
    return undefined
  }
}

async function refuse(tx: Transaction, guesser: Guesser, { now, request }: Asked): Promise<Fault> {
  await recordFailure(tx, guesser, now)
  await recordOwnEntry(tx, 'second_factor.failed', guesser.userId, { now, request })
  return fault('wrongCode')
}

async function takeRecoveryCode(
  tx: Transaction,
  userId: number,
  code: string,
  asked: Asked,
): Promise<Fault | undefined> {
  const taken = await tx.run(sql`
    update recovery_codes set used_at = ${asked.now}
    where user_id = ${userId} and code_hash = ${hashSecret(code)} and used_at is null`)
  await recordOwnEntry(tx, taken === 0 ? 'second_factor.failed' : 'recovery_code.used', userId, asked)
  if (taken === 0) return fault('wrongCode')
  await tx.run(sql`update second_factors set last_used_at = ${asked.now} where user_id = ${userId}`)
  return undefined
}
