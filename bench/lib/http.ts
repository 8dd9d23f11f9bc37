import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Answer {
  status: number
  head: string
  body: Buffer
}

const HEAD_END = '\r\n\r\n'
const STATUS_AT = 'HTTP/1.1 '.length

/**
 * One keep-alive connection, one request at a time. It knows only answers with a Content-Length, which is all the
 * service sends here: the client shares two cores with what it measures, and node:http would take several times its
 * work.
 */
export class HttpClient {
  readonly #socket: Socket
  readonly #headers: string
  #chunks: Buffer[] = []
  /** Bytes of an answer whose head has come. */
  #missing = 0
  #answer: PromiseWithResolvers<Answer> | undefined
  /** Why nothing can be asked any more. A socket that is gone takes what is written to it and never tells. */
  #end: Error | undefined

  private constructor(socket: Socket, headers: string) {
    this.#socket = socket
    this.#headers = headers
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#receive(chunk))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('The service closed the connection')))
  }

  /** `credential` is a header: a cookie, or an API key. */
  static async connect(port: number, credential?: string): Promise<HttpClient> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new HttpClient(socket, `Host: 127.0.0.1:${port}\r\n${credential ? `${credential}\r\n` : ''}`)
  }

  request(method: string, path: string, body?: string): Promise<Answer> {
    if (this.#answer) throw new Error('This client is waiting for an answer already')
    if (this.#end) return Promise.reject(this.#end)
    this.#answer = Promise.withResolvers<Answer>()
    const start = `${method} ${path} HTTP/1.1\r\n${this.#headers}`
    this.#socket.write(
      body === undefined
        ? `${start}\r\n`
        : `${start}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
    return this.#answer.promise
  }

  /** Expects success: a benchmark of refusals would look splendid. */
  async ok(method: string, path: string, body?: string): Promise<Answer> {
    const answer = await this.request(method, path, body)
    if (answer.status < 300) return answer
    throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.body.toString().slice(0, 500)}`)
  }

  async json<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { body: text } = await this.ok(method, path, body === undefined ? undefined : JSON.stringify(body))
    return JSON.parse(text.toString()) as T
  }

  close(): void {
    this.#answer = undefined
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#missing -= chunk.length
    if (this.#missing > 0) return
    const received = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks)
    this.#chunks = [received]
    const headEnd = received.indexOf(HEAD_END)
    if (headEnd < 0) return
    const head = received.toString('latin1', 0, headEnd)
    const bodyAt = headEnd + HEAD_END.length
    const bodyEnd = bodyAt + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    this.#missing = bodyEnd - received.length
    if (this.#missing > 0) return
    const answer = this.#answer
    this.#chunks = []
    this.#answer = undefined
    answer?.resolve({
      status: Number(head.slice(STATUS_AT, STATUS_AT + 3)),
      head,
      body: received.subarray(bodyAt, bodyEnd),
    })
  }

  #fail(error: Error): void {
    this.#end ??= error
    this.#answer?.reject(error)
    this.#answer = undefined
  }
}
