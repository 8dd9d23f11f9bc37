import { type Access, type PlaceName, placeOf } from '@parlance/contract'
import { type Sql, sql } from '../db/sql.ts'

type Params = Readonly<Record<string, string | number>>

/** Who a place belongs to, as expressions of SQL; one of them at most is not null. */
export interface Owner {
  projectId: Sql
  organizationId: Sql
}

const NOBODY = sql`null::bigint`
const itself = (id: number | null) => sql`${id}::bigint`

/**
 * How the owner of each kind of place is found, by the id in the path. The id is null where it is not one, which is told
 * after who asks is settled. Each kind that looks something up makes two statements of its own, for sessions and for
 * keys; all others share theirs.
 */
const owners: Record<PlaceName, (id: number | null) => Sql> = {
  organization: itself,
  glossary: itself,
  glossaryReading: itself,
  memory: (id) => sql`(select organization_id from memories where id = ${id})`,
  project: itself,
  ownProject: () => NOBODY,
  webhook: (id) => sql`(select project_id from webhooks where id = ${id} and deleted_at is null)`,
  delivery: (id) => sql`(
    select w.project_id from deliveries d join webhooks w on w.id = d.webhook_id
    where d.id = ${id} and w.deleted_at is null)`,
}

export function ownerOf(access: Access, params: Params): Owner {
  const place = placeOf(access)
  if (!place) return { projectId: NOBODY, organizationId: NOBODY }
  const id = place.param === null ? undefined : params[place.param]
  const owner = owners[access.on as PlaceName](typeof id === 'number' ? id : null)
  return place.owner === 'project'
    ? { projectId: owner, organizationId: NOBODY }
    : { projectId: NOBODY, organizationId: owner }
}
