import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Held } from '../../packages/server/test/longest-turn.ts'
import { atEnd } from './cleanup.ts'
import { HttpClient } from './http.ts'

export const PRODUCT = fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url))
const TURN_WATCH = new URL('turn-watch.ts', import.meta.url).href
export const BARE = fileURLToPath(new URL('../bare-service.ts', import.meta.url))

const HEALTH_POLL_MS = 5
const START_WITHIN_MS = 60_000
const STOP_WITHIN_MS = 15_000

export interface Service {
  port: number
  /** From the start of the process to the first 200 of /health. */
  startMs: number
  /** Proportional set size of the process and its descendants, PostgreSQL's included, in MB. */
  memory(): number
  /** The same without the pages that PostgreSQL keeps of its tables, which are as many as it was given. */
  memoryOfItsOwn(): number
  /** Time that the processors have worked for the process and its descendants. */
  cpuMs(): number
  /** Of the turns of its event loop; see turn-watch.ts. */
  ask(what: 'watch' | 'tell'): Promise<Held>
  stop(): Promise<void>
}

export async function startService(script: string, env: Record<string, string>): Promise<Service> {
  const port = await freePort()
  const began = performance.now()
  // As `npm start` starts it.
  const child = spawn(process.execPath, ['--max-semi-space-size=16', '--import', TURN_WATCH, script], {
    env: { PATH: process.env['PATH'] ?? '', PORT: String(port), LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const stop = () => end(child)
  atEnd(stop)
  await untilHealthy(child, port)
  const root = child.pid ?? 0
  return {
    port,
    startMs: performance.now() - began,
    memory: () => sizeOf(root, 'Pss'),
    memoryOfItsOwn: () => sizeOf(root, 'Pss') - sizeOf(root, 'Pss_Shmem'),
    cpuMs: () => cpuMsOf(root),
    async ask(what) {
      const answered = once(child, 'message') as Promise<[Held]>
      child.send(what)
      return (await answered)[0]
    },
    stop,
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port')
  return address.port
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

async function untilHealthy(child: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + START_WITHIN_MS
  while (isRunning(child) && performance.now() < deadline) {
    if (await isHealthy(port)) return
    await sleep(HEALTH_POLL_MS)
  }
  throw new Error('The service did not start; what it said is above')
}

async function isHealthy(port: number): Promise<boolean> {
  const client = await HttpClient.connect(port).catch(() => undefined)
  const answer = await client?.request('GET', '/health').catch(() => undefined)
  client?.close()
  return answer?.status === 200
}

async function end(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  await exited
  clearTimeout(timer)
}

/** The process and its descendants. */
function treeOf(root: number): number[] {
  const children = Map.groupBy(processes(), ({ parent }) => parent)
  const tree = [root]
  for (const pid of tree) tree.push(...(children.get(pid) ?? []).map((child) => child.pid))
  return tree
}

/** A hundredth of a second, on every Linux there is. */
const TICK_MS = 10

/** By what the kernel counts for each: its own work and that of children that have ended. */
function cpuMsOf(root: number): number {
  const ticks = treeOf(root).flatMap((pid) => /.*\) \S (?:\S+ ){10}(.*)/s.exec(read(`/proc/${pid}/stat`))?.[1] ?? [])
  return ticks.reduce(
    (sum, rest) => sum + TICK_MS * rest.split(' ', 4).reduce((all, count) => all + Number(count), 0),
    0,
  )
}

function sizeOf(root: number, what: 'Pss' | 'Pss_Shmem'): number {
  const line = new RegExp(`^${what}: +(\\d+) kB`, 'm')
  const kilobytes = treeOf(root).map((pid) => Number(line.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0))
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1024
}

function processes(): { pid: number; parent: number }[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  // "<pid> (<program>) <state> <parent> …"; the program's name may contain anything.
  return pids.map((pid) => ({
    pid: Number(pid),
    parent: Number(/.*\) \S (\d+)/s.exec(read(`/proc/${pid}/stat`))?.[1] ?? 0),
  }))
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Ended meanwhile.
    return ''
  }
}
