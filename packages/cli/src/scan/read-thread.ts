import { parentPort, workerData } from 'node:worker_threads'
import type { Config } from '../config/config.ts'
import { frameworksFor } from './frameworks/frameworks.ts'
import { type Reading, readFile } from './read-keys.ts'

const frameworks = frameworksFor(workerData as Config['scan'])

// The next files come when these have been answered.
parentPort?.on('message', async (paths: readonly string[]) => {
  const readings: Reading[] = []
  for (const path of paths) readings.push(await readFile(path, frameworks))
  parentPort?.postMessage(readings)
})
