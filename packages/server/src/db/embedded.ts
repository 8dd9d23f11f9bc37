import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { dataDirFaultIn } from '../data-dir.ts'
import { StartFault } from '../start-fault.ts'
import {
  type Cluster,
  createCluster,
  findNativeDir,
  makeDataDir,
  prepareCluster,
  SETTINGS,
  spawnProgram,
  whoRuns,
} from './embedded-cluster.ts'
import { answers, connectionTo, type EmbeddedConnection } from './embedded-connection.ts'
import { adoptStalePidFiles, takeOwnerLock, takeServerLock } from './embedded-lock.ts'

const READY_POLL_MS = 20
const STILL_STARTING_MS = 10_000
const FIRST_DELAY_MS = 100
const LONGEST_DELAY_MS = 2_000
const STEADY_MS = 30_000
// The whole process has ten seconds after SIGTERM.
const FAST_SHUTDOWN_MS = 4_000
const IMMEDIATE_SHUTDOWN_MS = 3_000

const ROUTINE = new RegExp(
  '^(starting PostgreSQL|listening on|database system (was shut|is (ready|shut))|received fast shutdown|aborting any' +
    '|shutting down|terminating .* due to administrator)',
)

type EmbeddedLog = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export type EmbeddedOptions = { dataDir: string; log: EmbeddedLog; settings?: Record<string, string> }

export type EmbeddedServer = {
  connection: EmbeddedConnection
  stop(): Promise<void>
  /** Stops, and takes the database away again if it was made by this start. */
  discard(): Promise<void>
}

/** Starts PostgreSQL on the data folder, makes both when they are missing, and keeps it running until `stop`. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const nativeDir = findNativeDir()
  const { dataDir, runDir } = await makeDataDir(options.dataDir)
  const ownerLock = await takeOwnerLock(runDir, dataDir)
  try {
    const cluster = await prepareCluster(nativeDir, dataDir, runDir)
    const isNew = !existsSync(cluster.clusterDir)
    const supervisor = new Supervisor(cluster, { ...SETTINGS, ...options.settings }, options.log)
    const takeAway = async () => {
      if (isNew) await rm(cluster.clusterDir, { recursive: true, force: true })
    }
    await supervisor.start().catch(async (error) => {
      await takeAway()
      throw error
    })
    let stopped: Promise<void> | undefined
    const end = (last: () => Promise<void>) => {
      stopped ??= supervisor
        .stop()
        .then(last)
        .finally(() => closeSync(ownerLock))
      return stopped
    }
    return { connection: supervisor.connection, stop: () => end(async () => {}), discard: () => end(takeAway) }
  } catch (error) {
    closeSync(ownerLock)
    throw error
  }
}

/**
 * Holds the postmaster. States: down → (launch) → starting → up; up → down when it dies by itself, and then it is
 * launched again until that succeeds; stop() leads from any state to down for good.
 */
class Supervisor {
  readonly connection: EmbeddedConnection
  readonly #cluster: Cluster
  readonly #settings: Record<string, string>
  readonly #log: EmbeddedLog
  readonly #stopping = new AbortController()
  #postmaster: ChildProcess | undefined
  #returning: Promise<void> = Promise.resolve()
  #upSince = 0
  #delay = FIRST_DELAY_MS
  #lastLines: string[] = []

  constructor(cluster: Cluster, settings: Record<string, string>, log: EmbeddedLog) {
    this.#cluster = cluster
    this.#settings = settings
    this.#log = log
    this.connection = connectionTo(cluster.socketDir)
  }

  async start(): Promise<void> {
    const began = performance.now()
    try {
      if (!existsSync(this.#cluster.clusterDir)) await this.#create()
      await this.#launch()
    } catch (error) {
      await this.stop()
      throw error
    }
    const milliseconds = Math.round(performance.now() - began)
    this.#log.info({ milliseconds, folder: this.#cluster.clusterDir }, 'embedded database is up')
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    if (this.#postmaster) await shutDown(this.#postmaster)
    await this.#returning
    const { socketDir, runDir } = this.#cluster
    if (socketDir !== runDir) await rm(socketDir, { recursive: true, force: true })
  }

  async #create(): Promise<void> {
    const { clusterDir, runDir } = this.#cluster
    this.#log.info({ folder: clusterDir }, 'creating the embedded database')
    const serverLock = await takeServerLock(runDir, clusterDir, this.#stopping.signal)
    try {
      await createCluster(this.#cluster, serverLock, this.#settings['fsync'] !== 'off')
    } finally {
      closeSync(serverLock)
    }
  }

  async #launch(): Promise<void> {
    const { clusterDir, runDir, socketDir } = this.#cluster
    const serverLock = await takeServerLock(runDir, clusterDir, this.#stopping.signal)
    try {
      await adoptStalePidFiles(clusterDir, socketDir)
      this.#stopping.signal.throwIfAborted()
      this.#postmaster = this.#spawnPostmaster(serverLock)
    } finally {
      closeSync(serverLock)
    }
    await this.#untilReady(this.#postmaster)
    this.#upSince = Date.now()
    this.#postmaster.once('exit', (code, signal) => {
      if (this.#stopping.signal.aborted) return
      this.#log.warn({ code, signal }, 'embedded database ended by itself, starting it again')
      this.#returning = this.#bringBack()
    })
  }

  #spawnPostmaster(serverLock: number): ChildProcess {
    const socketDirs = `"${this.#cluster.socketDir.replaceAll('"', '""')}"`
    const settings = Object.entries({ ...this.#settings, unix_socket_directories: socketDirs })
    const args = ['-D', this.#cluster.clusterDir, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
    const child = spawnProgram(this.#cluster, 'postgres', args, serverLock)
    child.on('error', (error) => this.#log.error({ err: error }, 'embedded database could not be run or signalled'))
    this.#lastLines = []
    if (child.stderr) createInterface(child.stderr).on('line', (line) => this.#note(line))
    return child
  }

  #note(line: string): void {
    this.#lastLines = [...this.#lastLines.slice(-9), line]
    const [, process, level, message = line] = /^(.*?)\|(\w+): +(.*)$/.exec(line) ?? []
    // What befell one connection is reported to whoever holds it.
    if (ROUTINE.test(message) || (process === 'client backend' && level !== 'PANIC')) return
    const severity = level === 'PANIC' || level === 'FATAL' ? 'error' : level === 'LOG' ? 'info' : 'warn'
    this.#log[severity]({ process }, `embedded database: ${message}`)
  }

  async #untilReady(postmaster: ChildProcess): Promise<void> {
    await once(postmaster, 'spawn')
    let saidAt = Date.now()
    while (isRunning(postmaster)) {
      if ((await answers(this.connection)) && isRunning(postmaster)) return
      await sleep(READY_POLL_MS)
      // Recovery after a crash takes as long as it takes; to give up would only start it anew.
      if (Date.now() - saidAt < STILL_STARTING_MS) continue
      saidAt = Date.now()
      this.#log.info({ lastLine: this.#lastLines.at(-1) }, 'embedded database is still starting')
    }
    const lastWords = this.#lastLines.join(' / ')
    const sentence = `The embedded database did not start: ${lastWords}${whoRuns(this.#cluster)}`
    throw dataDirFaultIn(this.#cluster.dataDir, lastWords) ?? new StartFault(sentence)
  }

  async #bringBack(): Promise<void> {
    const { signal } = this.#stopping
    this.#delay = Date.now() - this.#upSince > STEADY_MS ? FIRST_DELAY_MS : this.#delay
    for (;;) {
      await sleep(this.#delay, undefined, { signal }).catch(() => {})
      this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY_MS)
      if (signal.aborted) return
      try {
        await this.#launch()
        this.#log.info({}, 'embedded database is back')
        return
      } catch (error) {
        if (!signal.aborted) this.#log.error({ err: error }, 'embedded database could not be started again')
      }
    }
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null
}

/** SIGINT rolls open transactions back and writes a checkpoint, SIGQUIT leaves that to the next start. */
async function shutDown(postmaster: ChildProcess): Promise<void> {
  if (!isRunning(postmaster)) return
  const exited = once(postmaster, 'exit')
  postmaster.kill('SIGINT')
  const timers = [
    setTimeout(() => postmaster.kill('SIGQUIT'), FAST_SHUTDOWN_MS),
    setTimeout(() => postmaster.kill('SIGKILL'), FAST_SHUTDOWN_MS + IMMEDIATE_SHUTDOWN_MS),
  ]
  await exited
  for (const timer of timers) clearTimeout(timer)
}
