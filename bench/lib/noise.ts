import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export const NOISES = [
  'searches of long texts',
  'unread downloads',
  'half-sent bodies',
  'wrong passwords',
  '100 webhooks',
] as const
export type Noise = (typeof NOISES)[number]

/** What a tenant has who does their worst. */
export interface RudeTenant {
  port: number
  cookie: string
  /** Of a project whose export is longer than what fits between the service and its reader. */
  projectId: number
  /** Of a project with 100 webhooks and a key. */
  toldProjectId: number
  memoryId: number
  targetLocaleId: number
  longTexts: readonly string[]
}

/** Makes noise during some work; in a thread, for who measures must not be held up by it. */
export async function whileNoisy<T>(noise: Noise, tenant: RudeTenant, work: () => Promise<T>): Promise<T> {
  const thread = new Worker(new URL('noise-thread.ts', import.meta.url), { workerData: { noise, tenant } })
  await once(thread, 'message')
  try {
    return await work()
  } finally {
    await thread.terminate()
  }
}
