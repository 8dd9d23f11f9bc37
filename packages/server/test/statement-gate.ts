import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SOCKET = '.s.PGSQL.5432'

/**
 * Stands between a service and its PostgreSQL and sees each statement twice: before it reaches the database, and after
 * the database has done it but before the service hears of that. Between two such moments nothing lasting can happen,
 * so a service that is killed at each of them was killed everywhere.
 *
 * A moment is named by its side, the text of the statement, how it went (afterwards), and how often it came before.
 * States: open → watching for one moment → (it comes) shut, until the service is dead → open.
 */
export class StatementGate {
  readonly folder = mkdtempSync(join(tmpdir(), 'parlance-gate-'))
  readonly #server: Server
  readonly #connections = new Set<Connection>()
  readonly #noise = new Set<string>()
  #counts = new Map<string, number>()
  #seen: string[] = []
  #target: { moment: string; kill: () => Promise<void> } | undefined
  #isShut = false

  private constructor(host: string) {
    this.#server = createServer((service) => {
      const connection = new Connection(service, createConnection(join(host, SOCKET)), this)
      this.#connections.add(connection)
      service.once('close', () => this.#connections.delete(connection))
    })
  }

  /** In front of the server whose socket is in this folder. */
  static async open(host: string): Promise<StatementGate> {
    const gate = new StatementGate(host)
    gate.#server.listen(join(gate.folder, SOCKET))
    await once(gate.#server, 'listening')
    return gate
  }

  async close(): Promise<void> {
    for (const connection of this.#connections) connection.cut()
    this.#server.close()
    await once(this.#server, 'close')
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Counts from here on. */
  watch(): void {
    this.#counts = new Map()
    this.#seen = []
  }

  /** The moments since, in their order. */
  get seen(): readonly string[] {
    return this.#seen
  }

  /** What was seen while nothing was asked for belongs to nothing that will be. */
  takeSeenForNoise(): void {
    for (const kind of this.#counts.keys()) this.#noise.add(kind)
  }

  killAt(moment: string, kill: () => Promise<void>): void {
    this.watch()
    this.#target = { moment, kill }
  }

  /** False when the moment never came; it is waited for no longer. */
  async settled(): Promise<boolean> {
    const wasMet = this.#target === undefined
    this.#target = undefined
    while (this.#isShut) await new Promise(setImmediate)
    return wasMet
  }

  /** True where the way ends. */
  meets(side: 'before' | 'after', statement: string): boolean {
    if (this.#isShut) return true
    const kind = `${side} ${statement}`
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    if (this.#noise.has(kind)) return false
    const moment = `${kind} #${count}`
    this.#seen.push(moment)
    if (moment !== this.#target?.moment) return false
    void this.#shut(this.#target.kill)
    return true
  }

  async #shut(kill: () => Promise<void>): Promise<void> {
    this.#isShut = true
    this.#target = undefined
    await kill()
    // The service is dead and hangs up; what it had under way ends as PostgreSQL sees fit.
    for (const connection of this.#connections) connection.cut()
    this.#isShut = false
  }
}

/** One connection: what the service sends is passed on statement by statement, what comes back message by message. */
class Connection {
  readonly #service: Socket
  readonly #database: Socket
  readonly #gate: StatementGate
  readonly #prepared = new Map<string, string>()
  /** Of statements under way; pipelined ones wait here in their order. */
  readonly #underWay: string[] = []
  #group: Buffer[] = []
  #text = ''
  #last = ''
  #tag = ''

  constructor(service: Socket, database: Socket, gate: StatementGate) {
    this.#service = service
    this.#database = database
    this.#gate = gate
    const sent = new Messages(true)
    const received = new Messages(false)
    service.on('data', (chunk) => {
      for (const message of sent.read(chunk)) this.#send(message)
    })
    database.on('data', (chunk) => {
      for (const message of received.read(chunk)) this.#receive(message)
    })
    for (const socket of [service, database]) socket.on('error', () => {}).on('close', () => this.cut())
  }

  cut(): void {
    this.#service.destroy()
    this.#database.destroy()
  }

  #send({ type, body, bytes }: Message): void {
    this.#group.push(bytes)
    if (type === 'P') {
      const [name = '', text = ''] = body.toString().split('\0')
      this.#prepared.set(name, text)
    }
    if (type === 'B') this.#text = this.#prepared.get(body.toString().split('\0')[1] ?? '') ?? ''
    if (type === 'Q') this.#text = body.toString().slice(0, -1)
    const isStatement = type === 'S' || type === 'Q'
    if (isStatement && !this.#passes()) return
    if (isStatement || type === '' || type === 'X' || type === 'p') {
      for (const part of this.#group) this.#database.write(part)
      this.#group = []
    }
  }

  #passes(): boolean {
    const text = this.#text.replaceAll(/\s+/g, ' ').trim()
    const isEnd = text === 'commit' || text === 'rollback'
    const label = isEnd ? `${text} of: ${this.#last}` : text
    this.#underWay.push(label)
    if (!isEnd) this.#last = label
    return isBegin(label) || !this.#gate.meets('before', label)
  }

  #receive({ type, body, bytes }: Message): void {
    // How many rows were written tells a search for work from work that was found; how many were read tells nothing.
    if (type === 'C')
      this.#tag = body
        .toString()
        .slice(0, -1)
        .replace(/^(SELECT|FETCH) .*/, '$1')
    const label = type === 'Z' ? this.#underWay.shift() : undefined
    if (label !== undefined && !isBegin(label) && this.#gate.meets('after', `(${this.#tag}) ${label}`)) return
    this.#service.write(bytes)
  }
}

/** It travels with the first statement of its transaction, and does nothing by itself. */
const isBegin = (label: string) => label.startsWith('begin')

interface Message {
  /** Empty for the first of a client, which has none. */
  type: string
  body: Buffer
  bytes: Buffer
}

/** Cuts a stream of PostgreSQL's protocol into its messages. */
class Messages {
  #rest: Buffer = Buffer.alloc(0)
  #isFirst: boolean

  constructor(isClient: boolean) {
    this.#isFirst = isClient
  }

  read(chunk: Buffer): Message[] {
    this.#rest = Buffer.concat([this.#rest, chunk])
    const found: Message[] = []
    for (;;) {
      const start = this.#isFirst ? 0 : 1
      if (this.#rest.length < start + 4) return found
      const end = start + this.#rest.readUInt32BE(start)
      if (this.#rest.length < end) return found
      const bytes = this.#rest.subarray(0, end)
      found.push({ type: bytes.toString('latin1', 0, start), body: bytes.subarray(start + 4), bytes })
      this.#rest = this.#rest.subarray(end)
      this.#isFirst = false
    }
  }
}
