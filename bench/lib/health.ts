import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

interface Seen {
  /** Milliseconds of the slowest answer. */
  longest: number
  /** Answers per second. */
  rate: number
}

/** What somebody who asks for /health sees of the service while it works; in a thread, for we are busy ourselves. */
export async function besideHealth<T>(port: number, work: () => Promise<T>): Promise<{ result: T; seen: Seen }> {
  const thread = new Worker(new URL('health-thread.ts', import.meta.url), { workerData: { port } })
  await once(thread, 'message')
  const result = await work()
  const told = once(thread, 'message') as Promise<[Seen]>
  thread.postMessage('over')
  return { result, seen: (await told)[0] }
}
