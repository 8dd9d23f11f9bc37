import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Visit } from './visit.ts'

/** The change stream of the service as it comes, with the key that the page must not have. */
export async function sendEvents({ project, request, response }: Visit): Promise<void> {
  const hangUp = new AbortController()
  response.once('close', () => hangUp.abort())
  const lastEventId = request.headers['last-event-id']
  const headers = {
    accept: 'text/event-stream',
    authorization: `Bearer ${project.apiKey}`,
    ...(typeof lastEventId === 'string' ? { 'last-event-id': lastEventId } : {}),
  }
  const upstream = await fetch(`${project.baseUrl}/v1/keys/events/stream`, { headers, signal: hangUp.signal })
  response.writeHead(upstream.status, {
    'content-type': upstream.headers.get('content-type') ?? 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  response.flushHeaders()
  if (!upstream.body) return void response.end()
  // Whoever hears the stream goes away when they like, and the service may: both open it again.
  await pipeline(Readable.fromWeb(upstream.body as ReadableStream), response).catch(() => response.destroy())
}
