import { type Role, roles, type Scope, scopes } from '@parlance/contract'
import type { Sight } from '../changes/in-languages.ts'
import type { Database } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import type { Subscription } from './subscription.ts'

/** Who a stream was opened by: a session on a project, or an API key. */
interface Holder {
  session: number | null
  apiKey: number | null
  projectId: number
}

interface Right {
  position: number
  role: Role
  localeCodes: string[] | null
  sourceLocale: string
  scopes: Scope[] | null
}

/** From here on readers see what they may see now; those who may no longer look at all are ended. */
export async function holdToRights(db: Database, subscriptions: readonly Subscription[], now: Date): Promise<void> {
  const holders = subscriptions.map(({ access }) => access)
  for (const [at, right] of (await readRights(db, holders, now)).entries()) {
    const subscription = subscriptions[at]
    if (!right) subscription?.stream.end()
    else if (subscription) subscription.sight = right
  }
}

/** What those may see who may look, in one statement for all of them. */
async function readRights(db: Database, holders: readonly Holder[], now: Date) {
  const rights = await db.rows<Right>(sql`
    select h.position, m.role, m.locale_codes as "localeCodes", l.code as "sourceLocale", k.scopes
    from unnest(
      ${holders.map(({ session }) => session)}::bigint[],
      ${holders.map(({ apiKey }) => apiKey)}::bigint[],
      ${holders.map(({ projectId }) => projectId)}::bigint[]
    ) with ordinality as h (session_id, api_key_id, project_id, position)
    join projects p on p.id = h.project_id and p.deleted_at is null
    join locales l on l.id = p.source_locale_id
    left join sessions s on s.id = h.session_id and s.expires_at > ${now}
    left join api_keys k on k.id = h.api_key_id and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > ${now})
    join memberships m on m.organization_id = p.organization_id and m.user_id = coalesce(s.user_id, k.created_by)`)
  const found = new Map(rights.map((right) => [right.position - 1, right]))
  return holders.map((_, at) => {
    const right = found.get(at)
    return right && maySee(right) ? sightOf(right) : undefined
  })
}

const sightOf = ({ localeCodes, sourceLocale }: Right): Sight => ({
  localeCodes,
  seesSource: localeCodes === null || localeCodes.includes(sourceLocale),
})

function maySee({ role, scopes: held }: Right): boolean {
  const byRole = roles[role].includes('translation.view')
  const byKey = held === null || held.some((scope) => (scopes[scope] as readonly string[]).includes('translation.view'))
  return byRole && byKey
}
