import type { HttpClient } from './http.ts'

/** Milliseconds for which the service's event loop was held at a stretch, at most, since this was last asked. */
export async function longestBlock(client: HttpClient): Promise<number> {
  const { body } = await client.ok('GET', '/metrics')
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(body.toString())?.[1]
  if (seconds === undefined) throw new Error('The metrics do not tell the delay of the event loop')
  return Number(seconds) * 1000
}
