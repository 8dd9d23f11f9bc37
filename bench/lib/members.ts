import { hashSecret, newSecret } from '../../packages/server/src/http/secrets.ts'
import type { Bench } from './bench.ts'
import { connected } from './driver.ts'

/** The cookies of people who belong to an organization, made behind the service's back: passwords take their time. */
export function createMembers(
  bench: Bench,
  count: number,
  { orgId = bench.orgId, role = 'viewer' } = {},
): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => newSecret(32))
  return connected(bench.database, async (database) => {
    await database.query(
      `with people as (
         insert into users (email, name, created_at, updated_at)
         select 'member' || gen_random_uuid() || '@example.com', 'Member', now(), now()
         from generate_series(1, $2::int)
         returning id
       ), joined as (
         insert into memberships (organization_id, user_id, role, joined_at, created_at)
         select $1, id, $4, now(), now() from people
       )
       insert into sessions (token_hash, user_id, created_at, seen_at, expires_at)
       select t.hash, p.id, now(), now(), now() + interval '1 day'
       from (select id, row_number() over () as n from people) p
       join unnest($3::bytea[]) with ordinality as t (hash, n) on t.n = p.n`,
      [orgId, count, tokens.map(hashSecret), role],
    )
    return tokens.map((token) => `tms_session=${token}`)
  })
}
