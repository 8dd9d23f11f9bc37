import type { Entry, Situation } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { sourceOf } from '../../http/address.ts'
import { fault, faultFor } from '../../http/errors.ts'
import type { Call } from '../../implement.ts'
import { PER_SOURCE, WINDOW_MS, windowStart } from './login-throttle.ts'
import { inPasswordLine, verifyPassword } from './password.ts'

/**
 * What the token of an invitation or a reset link opens. A wrong one is refused as late as a wrong password is, and after
 * as many of them from one source no token is looked at any more, also a right one. They are counted in turn, so a
 * thousand at once get no further than a thousand in a row. Wrong passwords are counted apart: an old link that somebody
 * opens again and again keeps nobody at the same address from signing in.
 */
export async function assertToken<T>(
  db: Handle,
  { now, request }: Pick<Call<Entry>, 'now' | 'request'>,
  find: () => Promise<T | undefined>,
  otherwise: Situation = 'notFound',
): Promise<T> {
  const source = sourceOf(request)
  await assertListening(db, source, now)
  const found = await find()
  if (found !== undefined) return found
  await inPasswordLine({ source, isKnown: false }, async () => {
    await assertListening(db, source, now)
    await verifyPassword('', null)
    await recordFailure(db, source, now)
  })
  throw fault(otherwise)
}

/** Once the oldest of the failures that fill the limit is out of the window there is room again. */
async function assertListening(db: Handle, source: string, now: Date): Promise<void> {
  const filled = await db.row<{ at: Date }>(sql`
    select at from token_failures where source = ${source} and at > ${windowStart(now)}
    order by at desc offset ${PER_SOURCE - 1} limit 1`)
  if (filled) throw faultFor((filled.at.getTime() + WINDOW_MS - now.getTime()) / 1000, 'tooManyLogins')
}

/** And those that nobody counts any more go, a few at a time. */
async function recordFailure(db: Handle, source: string, now: Date): Promise<void> {
  await db.run(sql`
    with outdated as (
      delete from token_failures where id = any(array(
        select id from token_failures where at <= ${windowStart(now)} limit 100 for update skip locked))
    )
    insert into token_failures (source, at) values (${source}, ${now})`)
}
