import { sql } from './db/sql.ts'
import type { Services } from './services.ts'

/** The first words to the person who started the service; for everyone else there is the log. */
export async function greet({ config, db, log }: Services): Promise<void> {
  const { publicUrl } = config
  console.log(`\nParlance is listening on ${publicUrl} (API guide: ${publicUrl}/docs)`)
  const hasNobody = sql`select not exists (select 1 from users) as empty`
  const found = await db.row<{ empty: boolean }>(hasNobody).catch((error) => {
    // The service is up already, and gets over a database that is away for a moment; so does its greeting.
    log.warn({ err: error }, 'whether there is an account could not be read')
  })
  if (!found?.empty) return
  console.log(`
There is no account yet. The first one administers this instance:

  curl -c parlance.cookies ${publicUrl}/v1/auth/register \\
    -H 'Content-Type: application/json' \\
    -d '{"email":"you@example.com","password":"at least ten characters","name":"Your Name"}'
`)
}
