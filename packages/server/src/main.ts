import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { OlderThanDatabase } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { greet } from './greeting.ts'
import { openServices } from './services.ts'
import { startWorkers } from './workers.ts'

const STOP_WITHIN_MS = 10_000
/** Until then requests are waited for; after that only connections without one are left, which would never end. */
const PATIENCE_MS = 7_000
/** Whatever goes on even then is not waited for: the rest of the time is for shutting the database down in order. */
const REQUESTS_END_WITHIN_MS = 7_500
/** The workers cut off after four seconds what they have under way; a statement of the database cannot be cut off. */
const WORKERS_END_WITHIN_MS = 6_000

try {
  await start()
} catch (error) {
  // A sentence for people where we have one; the stack where we do not know better.
  console.error(error instanceof ConfigError || error instanceof OlderThanDatabase ? error.message : error)
  process.exit(1)
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = pino({ level: config.logLevel })
  const { db, closeDatabase } = await openDatabase(config, log)
  const services = await openServices({ config, db, log })
  const app = await buildApp(services)
  const workers = startWorkers(services)
  await app.listen({ port: config.port, host: config.host })

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS).unref()
    // Together: a request that takes its time must not let the workers take up new work meanwhile.
    const ended = [within(WORKERS_END_WITHIN_MS, workers.close()), within(REQUESTS_END_WITHIN_MS, app.close())]
    if ((await Promise.all(ended)).includes(false)) log.warn('some work did not end in time')
    await services.feed.close()
    await closeDatabase()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  await greet(services)
}

function within(ms: number, end: Promise<unknown>): Promise<boolean> {
  return Promise.race([end.then(() => true), sleep(ms, false)])
}
