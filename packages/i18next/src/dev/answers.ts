import type { IncomingMessage, ServerResponse } from 'node:http'
import { ParlanceError } from '@parlance/sdk'

export function answerJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(JSON.stringify(body))
}

/** What the application did wrong, told to it. */
export class BadRequest extends Error {
  override name = 'BadRequest'
  readonly status: number

  constructor(message: string, status = 400) {
    super(message)
    this.status = status
  }
}

/** What the service refuses is refused here, in its words; a service that is not there is a bad gateway. */
export function refusalFor(error: unknown): [status: number, body: object] {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof BadRequest) return [error.status, { code: 'INVALID_INPUT', message }]
  if (error instanceof ParlanceError) return [error.status, { code: error.code, message, meta: error.meta }]
  return [502, { code: 'NETWORK', message }]
}

/** As many observations as are sent at once, with room. */
const LONGEST_BODY = 10_000_000

export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > LONGEST_BODY) throw new BadRequest('The body is too long.', 413)
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw new BadRequest('The body is not JSON.')
  }
}
