import { createConnection, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { listen } from '../src/features/webhooks/test/receivers.ts'

/**
 * A network between clients and a server of this machine that can be cut: nothing comes through any more, and nobody is told,
 * not even of a connection's end. What was on its way arrives when it is mended.
 */
export class Wire {
  port = 0
  readonly #to: NetConnectOpts
  readonly #pairs = new Set<readonly [Socket, Socket]>()
  #isCut = false

  private constructor(to: NetConnectOpts) {
    this.#to = to
  }

  static async to(server: NetConnectOpts): Promise<Wire> {
    const wire = new Wire(server)
    wire.port = await listen(createServer({ pauseOnConnect: true }, (client) => wire.#join(client)))
    return wire
  }

  cut(): void {
    this.#isCut = true
    for (const end of this.#ends()) end.pause()
  }

  mend(): void {
    this.#isCut = false
    for (const end of this.#ends()) end.resume()
    for (const [one, other] of this.#pairs) if (one.destroyed || other.destroyed) this.#part(one, other)
  }

  #ends = () => [...this.#pairs].flat()

  #join(client: Socket): void {
    const server = createConnection(this.#to)
    this.#pairs.add([client, server])
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('data', (bytes) => {
        // One end may be gone while the network was cut.
        if (to.writable) to.write(bytes)
      })
      from.on('error', () => {})
      from.on('close', () => {
        if (!this.#isCut) this.#part(client, server)
      })
      if (!this.#isCut) from.resume()
    }
  }

  #part(client: Socket, server: Socket): void {
    for (const pair of this.#pairs) if (pair[0] === client) this.#pairs.delete(pair)
    client.destroy()
    server.destroy()
  }
}
