import pg from 'pg'
import { noTracing, type Tracing } from '../tracing/tracing.ts'
import { compile, type Sql, type Statement } from './sql.ts'

/** What queries run on: the database, a transaction or a snapshot. Query functions take it first. */
export abstract class Handle {
  abstract rows<R>(query: Sql): Promise<R[]>
  /** For writes whose rows are of no interest: how many were touched. */
  abstract run(query: Sql): Promise<number>

  /** The only row, or undefined. */
  async row<R>(query: Sql): Promise<R | undefined> {
    return (await this.rows<R>(query))[0]
  }

  /** The only row of a statement that always has one, such as a count or an insert. */
  async one<R>(query: Sql): Promise<R> {
    const row = await this.row<R>(query)
    if (row === undefined) throw new Error(`No row came back: ${compile(query).text}`)
    return row
  }
}

export type Connection = { connectionString: string } | { host: string; user: string; database: string }

interface Log {
  warn(details: object, message: string): void
}

const POOL_SIZE = 16
/** Of answers that are read as they are written; see `http/downloads.ts`, which shares them out. */
export const READERS = 8
/** As many as deploys run at once in this process. */
const DEPLOYERS = 4
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 60_000
/**
 * How much later than its own end a statement is given up, with its connection. A server that stands still, or whose machine
 * is gone, ends none, and the operating system would wait for it for a quarter of an hour; nobody else ends a commit that
 * waits for a standby.
 */
const LATE_MS = 5_000
/** An idle connection is asked after so long whether its other end is there; ten seconds later it counts as lost. */
const KEEP_ALIVE_MS = 10_000

const { INT8, TIMESTAMPTZ } = pg.types.builtins
const parseAnyTime: (text: string) => Date = pg.types.getTypeParser(TIMESTAMPTZ)

/** The engine reads ISO 8601 three times as fast as the driver reads PostgreSQL's form, and a page of keys has 500. */
const parseTime = (text: string) =>
  text[10] === ' ' && text.endsWith('+00')
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : parseAnyTime(text)

const parsers = new Map<number, (text: string) => unknown>([
  // Identifiers and counts fit a JavaScript number (the contract ends ids at 2^53 - 1).
  [INT8, Number],
  [TIMESTAMPTZ, parseTime],
])
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/** A time of milliseconds in the form of the contract. PostgreSQL leaves zeros at its end out. */
export function isoTime(text: string): string {
  if (text[10] !== ' ' || !text.endsWith('+00')) return parseAnyTime(text).toISOString()
  const clock = text.slice(11, -3)
  return `${text.slice(0, 10)}T${clock.length === 8 ? `${clock}.000` : clock.padEnd(12, '0')}Z`
}

/** For statements whose times are only sent on. */
export const isoTimes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === TIMESTAMPTZ ? isoTime : types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

export const connectionOptions = (connection: Connection): pg.ClientConfig => ({
  ...connection,
  types,
  application_name: 'parlance',
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
})

/** For a statement that the server itself ends after `statementMs`. */
export const patienceFor = (statementMs: number) => statementMs + LATE_MS

/** The statement as the driver takes it; without an answer within `patienceMs` its connection is closed. */
export const inTime = (statement: Statement, patienceMs: number) => ({ ...statement, query_timeout: patienceMs })

export class Database extends Handle {
  readonly connection: Connection
  readonly pool: pg.Pool
  /** For those who hold a connection as long as somebody reads: they must not take those of everybody else. */
  readonly readers: pg.Pool
  /** For deploys, which nobody's reading shall hold up. */
  readonly deployers: pg.Pool
  /** How long an answer is waited for. */
  readonly patienceMs: number
  #isClosed = false
  /** Who is told of statements; whoever has opened it may set another. */
  tracing: Tracing = noTracing
  /** Called after each commit with the projects it recorded changes for; the feed sets it. */
  announce: (projectIds: Iterable<number>) => void = () => {}

  constructor(connection: Connection, log: Log, size = POOL_SIZE, patienceMs = patienceFor(STATEMENT_TIMEOUT_MS)) {
    super()
    this.connection = connection
    this.patienceMs = patienceMs
    // pipeline: a transaction sends BEGIN with its first statement and its last statement with COMMIT.
    this.pool = new pg.Pool({ ...connectionOptions(connection), max: size, pipeline: true } as pg.PoolConfig)
    this.readers = new pg.Pool({ ...connectionOptions(connection), max: READERS })
    this.deployers = new pg.Pool({ ...connectionOptions(connection), max: DEPLOYERS })
    // Without a listener a connection that the server closes would end the process. An idle one is told here; whoever
    // holds one learns of its loss from the query that waits on it, or from the next.
    for (const pool of [this.pool, this.readers, this.deployers]) {
      pool.on('error', (error) => this.#lost(error, log))
      pool.on('connect', (client) => client.on('error', () => {}))
    }
  }

  /** The error itself holds the whole connection: its last statement, and the key that cancels what runs on it. */
  #lost(error: Error, log: Log): void {
    // A pool that ends does not wait for its connections, so a server that is stopped next may still speak on them.
    if (this.#isClosed) return
    log.warn({ err: { message: error.message, code: sqlState(error) } }, 'an idle database connection was lost')
  }

  async rows<R>(query: Sql): Promise<R[]> {
    return (await this.#ask(query)).rows as R[]
  }

  async run(query: Sql): Promise<number> {
    return (await this.#ask(query)).rowCount ?? 0
  }

  #ask(query: Sql): Promise<pg.QueryResult> {
    const statement = compile(query)
    return this.tracing.statement(statement.text, () => this.pool.query(inTime(statement, this.patienceMs)))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([this.pool.end(), this.readers.end(), this.deployers.end()])
  }
}

const LOST_CONNECTION = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '25006', // the server is read-only for now
  '57014', // the statement took too long
  '57P01', // shut down by the administrator
  '57P02', // crash of another backend
  '57P03', // starting up
  '58030', // input or output error
])

/** True for faults of the database's availability, not of the query: the caller may try again. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  if (code !== undefined) return LOST_CONNECTION.has(code) || code.startsWith('08')
  return /connection terminated|timeout exceeded when trying to connect|connection error|client was closed|query read timeout/i.test(
    error.message,
  )
}

/** True when a write lost against the unique index of this name. */
export const isTaken = (error: unknown, index: string) =>
  sqlState(error) === '23505' && (error as { constraint?: string }).constraint === index

/** The class of a query's failure, when PostgreSQL gave one. */
export const sqlState = (error: unknown) => (error instanceof Error ? (error as { code?: string }).code : undefined)
