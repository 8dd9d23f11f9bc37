import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { dataDirFaultIn } from '../data-dir.ts'
import { checkServer, checkTrigrams } from './check.ts'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { Database } from './pool.ts'
import { databaseFault, type Whereabouts, whereabouts } from './refusals.ts'

/** A connection that is still at work keeps the pool from closing; it ends with the server or with the process. */
const CLOSE_WITHIN_MS = 1_000

/** The database of the configuration, checked and migrated: the embedded one, or any other PostgreSQL. */
export async function openDatabase(config: Config, log: FastifyBaseLogger) {
  const { dataDir, databaseUrl = '' } = config
  const outside = databaseUrl === '' ? undefined : whereabouts(databaseUrl)
  const embedded = outside ? undefined : await startEmbedded({ dataDir, log })
  const db = new Database(embedded?.connection ?? { connectionString: databaseUrl }, log)
  const closeDatabase = async () => {
    await Promise.race([db.close(), sleep(CLOSE_WITHIN_MS, undefined, { ref: false })])
    await embedded?.stop()
  }
  try {
    await checkServer(db)
    const applied = await migrate(db, { log })
    if (applied.length > 0) log.info({ applied }, 'the database schema was brought up to date')
    await checkTrigrams(db)
  } catch (error) {
    await closeDatabase()
    throw explained(error, dataDir, outside)
  }
  return { db, closeDatabase }
}

function explained(error: unknown, dataDir: string, outside: Whereabouts | undefined): unknown {
  const fault = outside ? databaseFault(error, outside) : dataDirFaultIn(dataDir, (error as Error).message)
  return fault ?? error
}
