import { sql } from '../../../db/sql.ts'
import type { ProjectAccess } from '../../../http/access.ts'
import { fault } from '../../../http/errors.ts'
import type { Services } from '../../../services.ts'

const BURST = 100
const REFILL_PER_SECOND = 20 / 60

/** The gate of all three steps: takes a token from the caller's bucket, which all instances share. */
export async function takeToken({ db }: Pick<Services, 'db'>, { by }: ProjectAccess): Promise<void> {
  const { projectId, actor, at } = by
  const taken = await db.run(sql`
    insert into import_rates as r (project_id, actor_type, actor_id, tokens, at)
    values (${projectId}, ${actor.type}, ${actor.id}, ${BURST - 1}, ${at})
    on conflict (project_id, actor_type, actor_id) do update
      set tokens = least(${BURST}, r.tokens + ${REFILL_PER_SECOND}::float8
                           * greatest(0, extract(epoch from excluded.at - r.at))) - 1,
          at = greatest(r.at, excluded.at)
      where r.tokens + ${REFILL_PER_SECOND}::float8 * greatest(0, extract(epoch from excluded.at - r.at)) >= 1`)
  if (taken === 0) throw fault('tooManyImports')
}
