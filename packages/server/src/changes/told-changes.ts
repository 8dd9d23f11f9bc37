import { changeEvents } from '@parlance/contract'
import type { Handle } from '../db/pool.ts'
import { sql } from '../db/sql.ts'

const told = Object.entries(changeEvents).flatMap(([event, told]) =>
  'webhook' in told ? [{ event, webhook: told.webhook }] : [],
)

/** Gives the database the contract's table of changes that webhooks are told, for the trigger that queues deliveries. */
export async function saveToldChanges(db: Handle): Promise<void> {
  await db.run(sql`
    insert into told_changes (event, webhook)
    select * from unnest(${told.map(({ event }) => event)}::text[], ${told.map(({ webhook }) => webhook)}::text[])
    on conflict (event) do update set webhook = excluded.webhook where told_changes.webhook <> excluded.webhook`)
}
