import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../problem.ts'
import { serverFor } from './server.ts'
import type { Serving } from './serving.ts'

/** As much text as one call may write, each letter of it as an escape of JSON. */
const MAX_MESSAGE = 8 * 2 ** 20

/** Standard input and output, and when they are no longer wanted. */
class Wire extends StdioServerTransport {
  #end = () => {}
  readonly ended = new Promise<void>((resolve) => {
    this.#end = resolve
  })

  constructor() {
    super(process.stdin, process.stdout, { maxBufferSize: MAX_MESSAGE })
  }

  override async close(): Promise<void> {
    await super.close()
    this.#end()
  }
}

/**
 * Speaks with one agent until it goes. Writes that are under way are waited for: what they did is told to the log, since
 * nobody else hears of it.
 */
export async function serve(serving: Omit<Serving, 'writing'>): Promise<void> {
  const wire = new Wire()
  const writing: Serving['writing'] = new Set()
  const onerror = (error: Error) => serving.output.note(error.message)
  serveStdio(() => serverFor({ ...serving, writing }), { transport: wire, onerror })
  await wire.ended
  await Promise.allSettled(writing)
  if (process.stdin.readableEnded || process.stdin.destroyed) return
  const message = 'The agent sent what cannot be taken, and nothing more was read.'
  throw new Failure({ exitCode: exitCodes.refused, code: 'PROTOCOL', message })
}
