import { runCommand } from '../../command.ts'
import { joinEmbedded } from '../../db/embedded-join.ts'
import { Database } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { StartFault } from '../../start-fault.ts'
import { removeFactors } from './remove-factors.ts'

const USAGE = 'Name the account: npm run remove-second-factor -- <email>'

/**
 * For whoever runs the machine, where nobody is left who could do it in the console. The service may run meanwhile. Streams
 * of sessions that end here end when the service looks at them next.
 */
await runCommand(USAGE, [], async ({ config, named: email, log, say }) => {
  const { databaseUrl, dataDir } = config
  const joined = databaseUrl === undefined ? await joinEmbedded({ dataDir, log }) : undefined
  const connection = databaseUrl === undefined ? joined?.connection : { connectionString: databaseUrl }
  if (!connection)
    throw new StartFault(
      `There is no database in ${dataDir}. Name the folder of the service with DATA_DIR, or its database with DATABASE_URL.`,
    )
  const db = new Database(connection, log, 1)
  try {
    const removal = { actor: { type: 'system' as const, id: null }, address: null, at: new Date() }
    const hadAny = await transaction(db, async (tx) => {
      const user = await tx.row<{ id: number }>(sql`select id from users where lower(email) = lower(${email})`)
      if (!user) throw new StartFault(`There is no account with the email ${email}.`)
      return removeFactors(tx, user.id, removal)
    })
    say(
      hadAny
        ? `${email} signs in with the password alone now. Their second factor and passkeys are gone, and their sessions have ended.`
        : `${email} has neither a second factor nor a passkey: nothing was changed.`,
    )
  } finally {
    await db.close()
    await joined?.stop()
  }
})
