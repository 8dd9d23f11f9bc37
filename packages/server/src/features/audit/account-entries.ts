import type { AuditEvent } from '@parlance/contract'
import type { FastifyRequest } from 'fastify'
import type { Handle } from '../../db/pool.ts'
import { type Sql, sql } from '../../db/sql.ts'

interface AccountEvent {
  event: Extract<
    AuditEvent,
    `${'sign_in' | 'password' | 'identity' | 'second_factor' | 'recovery_code' | 'recovery_codes' | 'passkey'}.${string}`
  >
  /** Rows with the `id` of the user, none where there is no such account. */
  account: Sql
  address: string
  at: Date
  details?: Record<string, unknown>
}

/** More of one kind than this in the same time tell nobody anything new, and would only fill the log. */
const TOLD = 60
const WITHIN = '15 minutes'

/**
 * What happened to an account, as a part of the statement that does it, say lets somebody in or counts a wrong password:
 * whoever guesses must not be kept waiting where there is an account. Told in every organization that the person is a
 * member of: the account opens all.
 */
export const accountEntries = ({ event, account, address, at, details = {} }: AccountEvent): Sql => sql`
  insert into audit_entries (organization_id, at, actor_type, actor_id, address, event, subject_type, subject_id,
                             subject_name, details)
  select m.organization_id, ${at}::timestamptz, 'user', u.id, ${address}::text, ${event}::text, 'user', u.id, u.name,
         ${JSON.stringify(details)}::jsonb
  from ${account} a join users u on u.id = a.id join memberships m on m.user_id = u.id
  where ${TOLD} > (
    select count(*) from audit_entries e
    where e.organization_id = m.organization_id and e.actor_id = u.id and e.event = ${event}::text
      and e.at > ${at}::timestamptz - ${WITHIN}::interval)`

/** The same by itself, in the transaction of what somebody did with their own account. */
export const recordOwnEntry = (
  tx: Handle,
  event: AccountEvent['event'],
  userId: number,
  { request, now }: { request: Pick<FastifyRequest, 'ip'>; now: Date },
) => tx.run(accountEntries({ event, account: sql`(select ${userId}::bigint as id)`, address: request.ip, at: now }))
