import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from '../../server/test/harness.ts'

export interface Seen {
  method: string
  /** With its query. */
  path: string
  at: number
  /** Of the same method and path without query, from 1. */
  count: number
}

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: object | string
  /** It is done all the same: what is lost is the answer. */
  isDone?: boolean
}

/** What becomes of a request; undefined: it is passed on, and so is its answer. */
type Rule = (seen: Seen) => Answer | 'reset' | 'hang' | 'cut' | Promise<void> | undefined

/** Stands before a service, as what fails on the way to it. Tests say what becomes of each request. */
export async function startFront(service: string) {
  const seen: Seen[] = []
  const counts = new Map<string, number>()
  let rule: Rule = () => undefined
  const server = createServer(async (asked, answer) => {
    const { method = '', url = '', headers } = asked
    const name = `${method} ${url.split('?', 1)[0]}`
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    const one = { method, path: url, at: performance.now(), count }
    seen.push(one)
    const decided = await rule(one)
    if (decided === 'reset') return void asked.socket.destroy()
    if (decided === 'hang') return
    const isFaked = typeof decided === 'object'
    if (isFaked && !decided.isDone) return send(decided)
    const passed = request(`${service}${url}`, { method, headers }, (real) => {
      if (isFaked) {
        real.resume()
        real.once('end', () => send(decided))
      } else if (decided === 'cut') {
        answer.writeHead(real.statusCode ?? 500, real.headers)
        real.once('data', (chunk: Buffer) => answer.write(chunk.subarray(0, 1), () => asked.socket.destroy()))
      } else {
        answer.writeHead(real.statusCode ?? 500, real.headers)
        real.pipe(answer)
      }
    })
    passed.once('error', () => asked.socket.destroy())
    answer.once('close', () => passed.destroy())
    asked.pipe(passed)

    function send({ status, headers = {}, body = {} }: Answer): void {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      answer.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    /** What came since the rule was set. */
    seen,
    set(next: Rule) {
      rule = next
      seen.length = 0
      counts.clear()
    },
  }
}
