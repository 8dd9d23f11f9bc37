import { networkInterfaces } from 'node:os'
import { sql } from './db/sql.ts'
import type { Services } from './services.ts'

const ADDRESSES_SHOWN = 3

/** The first words to the person who started the service; for everyone else there is the log. */
export async function greet({ address, db, log }: Services): Promise<void> {
  const url = address.standard
  const [first, ...others] = address.from(ownAddresses())
  console.log(`\nParlance is ready: open ${url} in a browser. The guide to its API is at ${url}/docs`)
  if (first !== undefined) console.log(`From other machines: ${[first, ...others].join(', ')}`)
  const hasNobody = sql`select not exists (select 1 from users) as empty`
  const found = await db.row<{ empty: boolean }>(hasNobody).catch((error) => {
    // The service is up already, and gets over a database that is away for a moment; so does its greeting.
    log.warn({ err: error }, 'whether there is an account could not be read')
  })
  if (!found?.empty) return void console.log()
  console.log(`
There is no account yet. Whoever makes the first one, in the browser or like this, administers the instance:

  curl -c parlance.cookies ${url}/v1/auth/register \\
    -H 'Content-Type: application/json' \\
    -d '{"email":"you@example.com","password":"at least ten characters","name":"Your Name"}'
`)
}

/** Bridges and virtual machines have many; who needs another finds it. */
function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
  return all
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address)
    .slice(0, ADDRESSES_SHOWN)
}
