import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { dataDirFault } from './data-dir.ts'
import { openDatabase } from './db/open.ts'
import { greet } from './greeting.ts'
import { listen } from './listening.ts'
import { openLog } from './log.ts'
import { openServices } from './services.ts'
import { StartFault } from './start-fault.ts'
import { noTracing } from './tracing/tracing.ts'
import { startWorkers } from './workers.ts'

const STOP_WITHIN_MS = 10_000
/** Until then requests are waited for; after that only connections without one are left, which would never end. */
const PATIENCE_MS = 7_000
/** Whatever goes on even then is not waited for: the rest of the time is for shutting the database down in order. */
const REQUESTS_END_WITHIN_MS = 7_500
/** The workers cut off after four seconds what they have under way; a statement of the database cannot be cut off. */
const WORKERS_END_WITHIN_MS = 6_000
/** The traces of the last requests; a collector that is away shall not take the time of the database. */
const TRACES_SENT_WITHIN_MS = 1_000

/** What a start that comes to nothing has to close, in the order it was opened. */
const opened: (() => Promise<void>)[] = []
let stopping = false
/** While it starts, it leaves what it began. As the first process of a container nothing would end it otherwise. */
let stop = (_signal: string): Promise<never> => leave(0)
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    void stop(signal)
  })
}

try {
  await start()
} catch (error) {
  if (!stopping) {
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    // A sentence for people where we have one; the stack where we do not know better.
    console.error(error instanceof StartFault ? error.message : error)
    await leave(1)
  }
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  try {
    await serve(config)
  } catch (error) {
    throw dataDirFault(config.dataDir, error) ?? error
  }
}

async function serve(config: Config): Promise<void> {
  let tracing = noTracing
  const log = openLog(config.logLevel, process.stdout, config.tracing ? () => tracing.logged() : undefined)
  if (config.tracing) {
    // Only then: its packages take memory, and time at the start.
    const { openTracing } = await import('./tracing/open-telemetry.ts')
    tracing = openTracing(config.tracing, config, log)
    opened.push(() => tracing.close(TRACES_SENT_WITHIN_MS))
  }
  const { db, closeDatabase } = await openDatabase(config, log)
  opened.push(closeDatabase)
  const services = await openServices({ config, db, log, tracing })
  opened.push(() => services.feed.close())
  const app = await buildApp(services)
  await listen(app, services)
  const workers = startWorkers(services)

  stop = async (signal) => {
    log.info({ signal }, 'stopping')
    setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS).unref()
    // Together: a request that takes its time must not let the workers take up new work meanwhile.
    const ended = [within(WORKERS_END_WITHIN_MS, workers.close()), within(REQUESTS_END_WITHIN_MS, app.close())]
    if ((await Promise.all(ended)).includes(false)) log.warn('some work did not end in time')
    return leave(0)
  }
  await greet(services)
}

async function leave(code: number): Promise<never> {
  for (const close of opened.toReversed()) await close().catch(() => {})
  process.exit(code)
}

function within(ms: number, end: Promise<unknown>): Promise<boolean> {
  return Promise.race([end.then(() => true), sleep(ms, false)])
}
