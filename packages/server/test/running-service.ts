import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { until } from './until.ts'

export const MAIN = join(import.meta.dirname, '../src/main.ts')
const GIVE_UP_AFTER_MS = 20_000
const LINES_KEPT = 40

export interface RunningService {
  url: string
  child: ChildProcess
  /** From the start of the process to the first healthy answer. */
  startedInMs: number
  /** What it wrote last. */
  lastWords(): string
}

export const INHERITED = {
  // Tests ask more often than anybody else; those of the limit set it.
  RATE_LIMIT: 'off',
  PATH: process.env['PATH'] ?? '',
  ...(process.env['NODE_COMPILE_CACHE'] ? { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] } : {}),
}

const running = new Set<ChildProcess>()

/** The service as people run it: a process of its own, spoken to over HTTP. */
export async function startProcess(env: Record<string, string>): Promise<RunningService> {
  const port = env['PORT'] ?? (await freePort())
  const began = performance.now()
  const child = spawn(process.execPath, [MAIN], {
    env: { ...INHERITED, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      lines.push(...text.split('\n'))
      lines.splice(0, lines.length - LINES_KEPT)
    })
  }
  const lastWords = () => lines.join('\n')
  const address = () => (port === '0' ? greetedAt(lastWords()) : `http://127.0.0.1:${port}`)
  await until(
    `the service at port ${port} to be healthy`,
    async () => {
      if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}:\n${lastWords()}`)
      const url = address()
      return url !== undefined && (await statusOf(`${url}/health`)) === 200
    },
    GIVE_UP_AFTER_MS,
  )
  return { url: address() ?? '', child, startedInMs: performance.now() - began, lastWords }
}

/** The address that the greeting leads to. */
export const greetedAt = (words: string) => /open (http:\S+) in a browser/.exec(words)?.[1]

export const statusOf = (url: string) =>
  fetch(url).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status
    },
    () => undefined,
  )

/** Ends a process and waits for its end. */
export async function signal(child: ChildProcess, name: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exited = once(child, 'exit') as Promise<[number | null]>
  child.kill(name)
  return (await exited)[0]
}

/** For the end of a test file: nothing that works in the folder outlives it, whatever the tests found. */
export async function killAll(dir: string): Promise<void> {
  await Promise.all([...running].map((child) => signal(child, 'SIGKILL')))
  killProcesses(processesOf(dir))
  await until('the last processes to end', () => processesOf(dir).length === 0)
}

export function killProcesses(found: readonly string[]): void {
  for (const entry of found) {
    try {
      process.kill(Number.parseInt(entry, 10), 'SIGKILL')
    } catch {
      // Gone meanwhile.
    }
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Every process that names the folder in its command or works in it, told from a later one of the same number. */
export function processesOf(dir: string): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return []
    try {
      const named = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dir)
      if (!named && !readlinkSync(`/proc/${pid}/cwd`).startsWith(dir)) return []
      const startTime = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19]
      return [`${pid} since ${startTime}`]
    } catch {
      return []
    }
  })
}

export const postmasterOf = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
