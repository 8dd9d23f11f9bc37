import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Config } from '../config/config.ts'
import { frameworksFor } from './frameworks/frameworks.ts'
import { type Reading, readFile } from './read-keys.ts'

/** A thread reads about so many files in the time that it takes to start. */
const WORTH_A_THREAD = 150
const MOST_THREADS = 4
/** Files that a thread is given at a time: few enough that all of them end together. */
const AT_ONCE = 25

/** What each of the files says of keys. Many are read by several threads, for parsing takes nothing but processors. */
export async function readFiles(paths: readonly string[], scan: Config['scan']): Promise<Reading[]> {
  const threads = Math.min(availableParallelism(), MOST_THREADS, Math.floor(paths.length / WORTH_A_THREAD))
  if (threads > 1) return readByThreads(paths, scan, threads)
  const frameworks = frameworksFor(scan)
  const readings: Reading[] = []
  for (const path of paths) readings.push(await readFile(path, frameworks))
  return readings
}

async function readByThreads(paths: readonly string[], scan: Config['scan'], count: number): Promise<Reading[]> {
  const readings: Reading[] = []
  let next = 0
  const worker = async () => {
    const thread = new Worker(threadFile, { workerData: scan })
    try {
      while (next < paths.length) {
        const start = next
        next += AT_ONCE
        thread.postMessage(paths.slice(start, start + AT_ONCE))
        const [read] = (await once(thread, 'message')) as [Reading[]]
        for (const [at, reading] of read.entries()) readings[start + at] = reading
      }
    } finally {
      await thread.terminate()
    }
  }
  await Promise.all(Array.from({ length: count }, worker))
  return readings
}

/** In the repository it stands beside this file, in what is published beside the program. */
const NAME = `read-thread${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`
const threadFile = new URL(NAME, import.meta.url)
