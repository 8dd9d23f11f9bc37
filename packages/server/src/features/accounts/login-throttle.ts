import { createHash } from 'node:crypto'
import type { Entry } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { fault, faultFor } from '../../http/errors.ts'
import type { Call } from '../../implement.ts'
import { accountEntries } from '../audit/index.ts'
import type { Claim } from './account.ts'
import { inPasswordLine, verifyPassword } from './password.ts'
import type { Asker } from './password-line.ts'

type Asked = Pick<Call<Entry>, 'now' | 'request'>

export const WINDOW_MS = 15 * 60_000
/** Failures within the window after which nobody is listened to any more; the first two hold for everybody … */
const PER_ACCOUNT_AND_SOURCE = 10
export const PER_SOURCE = 60
/** … and these for those who come from where nobody has signed in to the account before. */
const PER_ACCOUNT = 100
const OVERALL = 3_000

const accountHash = ({ account }: Claim) => createHash('sha256').update(account).digest()
export const windowStart = (now: Date) => new Date(now.getTime() - WINDOW_MS)

/**
 * Refuses a wrong password, and any password after too many wrong ones. They are counted in turn, so of a thousand
 * guesses at once as many are looked at as of a thousand in a row; those that come too late do not even wait. Whoever is
 * signed in may wait with the known ones; it does not make more guesses of them.
 */
export async function assertPassword(
  db: Handle,
  claim: Claim,
  password: string,
  { now, request }: Asked,
  asker: Asker = claim,
): Promise<void> {
  await assertListening(db, claim, now)
  await inPasswordLine(asker, async () => {
    await assertListening(db, claim, now)
    if (await verifyPassword(password, claim.passwordHash)) return forgetFailures(db, claim)
    await recordFailure(db, claim, request.ip, now)
    throw fault('invalidCredentials')
  })
}

/** The failures that fill each limit: once the oldest of them is out of the window there is room again. */
interface Filled {
  pair: Date | null
  source: Date | null
  account: Date | null
  overall: Date | null
}

async function assertListening(db: Handle, claim: Claim, now: Date): Promise<void> {
  const failures = sql`select at from login_failures where at > ${windowStart(now)}`
  const ofAccount = sql`account_hash = ${accountHash(claim)}`
  const ofSource = sql`source = ${claim.source}`
  const nth = (place: number) => sql`order by at desc offset ${place - 1} limit 1`
  const filled = await db.one<Filled>(sql`
    select (${failures} and ${ofAccount} and ${ofSource} ${nth(PER_ACCOUNT_AND_SOURCE)}) as pair,
           (${failures} and ${ofSource} ${nth(PER_SOURCE)}) as source,
           (${failures} and ${ofAccount} ${nth(PER_ACCOUNT)}) as account,
           (${failures} ${nth(OVERALL)}) as overall`)
  const { pair, source, account, overall } = filled
  const reached = [pair, source, ...(claim.isKnown ? [] : [account, overall])].filter((at) => at !== null)
  if (reached.length === 0) return
  const free = Math.max(...reached.map(Number)) + WINDOW_MS
  throw faultFor((free - now.getTime()) / 1000, 'tooManyLogins')
}

/** And those that nobody counts any more go, a few at a time. */
async function recordFailure(db: Handle, claim: Claim, address: string, now: Date): Promise<void> {
  const account = sql`(select ${claim.user?.id ?? null}::bigint as id)`
  await db.run(sql`
    with outdated as (
      delete from login_failures where id = any(array(
        select id from login_failures where at <= ${windowStart(now)} limit 100 for update skip locked))
    ), told as (
      ${accountEntries({ event: 'sign_in.failed', account, address, at: now })}
    )
    insert into login_failures (account_hash, source, at) values (${accountHash(claim)}, ${claim.source}, ${now})`)
}

/** A success forgets the failures before it. Those of the same source with other accounts stay: they are no proof. */
async function forgetFailures(db: Handle, claim: Claim): Promise<void> {
  await db.run(sql`
    delete from login_failures where account_hash = ${accountHash(claim)} and source = ${claim.source}`)
}
