import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** One open stream. It hands on its bytes as they come: a client that parsed them would measure itself. */
export class StreamReader {
  readonly #socket: Socket

  private constructor(socket: Socket) {
    this.#socket = socket
  }

  static async open(port: number, path: string, cookie: string, onText: (text: string) => void): Promise<StreamReader> {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    await once(socket, 'connect')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\n\r\n`)
    const [head] = (await once(socket, 'data')) as [string]
    if (!head.startsWith('HTTP/1.1 200')) throw new Error(`${path} was answered with ${head.slice(0, 500)}`)
    socket.on('data', onText)
    return new StreamReader(socket)
  }

  close(): void {
    this.#socket.destroy()
  }
}
