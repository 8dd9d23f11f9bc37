import type { PoolClient, QueryResult } from 'pg'
import { type Database, Handle, inTime } from './pool.ts'
import { compile, type Sql, type Statement, sql } from './sql.ts'

// A reader that takes its time holds a connection meanwhile, so readers have a pool of their own. PostgreSQL ends a
// transaction in which nothing happens for a minute, and with it whoever reads more slowly than one group in that.
//
// Groups are small, so that their rows are gone before the second garbage collection: what outlives that is kept until
// there is much of it. With ten times as many, exporting two million values took 24 MB more and was no faster.
const GROUP_CHARACTERS = 50_000
const GROUP_ROWS = 500
/** Of the first group nobody knows how long its rows are: 500 of the longest values were 30 MB for a reader who reads nothing. */
const FIRST_ROWS = 20

/** The database as it was at one moment, whatever is written meanwhile. */
export class Snapshot extends Handle {
  readonly #db: Database
  readonly #client: PoolClient
  /** Of the process that serves the connection. */
  readonly #pid: number
  #isOpen = true
  #underWay = 0

  private constructor(db: Database, client: PoolClient, pid: number) {
    super()
    this.#db = db
    this.#client = client
    this.#pid = pid
  }

  static async open(db: Database, from: 'readers' | 'deployers' = 'readers'): Promise<Snapshot> {
    const client = await db[from].connect()
    try {
      // Cursors are read to their end, so plans must not be chosen for their first rows.
      const begun = (await client.query(`
        begin isolation level repeatable read read only;
        set local cursor_tuple_fraction = 1;
        select pg_backend_pid() as pid`)) as unknown as QueryResult<{ pid: number }>[]
      return new Snapshot(db, client, begun.at(-1)?.rows[0]?.pid ?? 0)
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  async rows<R>(query: Sql): Promise<R[]> {
    return (await this.#ask(compile(query))).rows as R[]
  }

  async run(query: Sql): Promise<number> {
    return (await this.#ask(compile(query))).rowCount ?? 0
  }

  /**
   * The rows of a query in groups of about equal size, fetched as they are asked for; one query at a time. It ends
   * early when the snapshot is closed meanwhile, because nobody waits for the rest then.
   */
  async *groups<R>(query: Sql, sizeOf: (row: R) => number): AsyncGenerator<R[], void, void> {
    try {
      yield* this.#fetch(query, sizeOf)
    } catch (error) {
      if (this.#isOpen) throw error
    }
  }

  /** Ends at once: a query under way is cancelled. */
  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#end().then(
      () => this.#client.release(),
      () => this.#client.release(true),
    )
  }

  async *#fetch<R>(query: Sql, sizeOf: (row: R) => number): AsyncGenerator<R[], void, void> {
    if (!this.#isOpen) return
    await this.run(sql`declare reading no scroll cursor for ${query}`)
    let count = FIRST_ROWS
    while (this.#isOpen) {
      // FETCH takes no parameter; the count is a number made here.
      const { rows } = await this.#ask({ text: `fetch ${count} from reading`, values: [] })
      if (rows.length > 0) yield rows as R[]
      if (rows.length < count) break
      const characters = (rows as R[]).reduce((sum, row) => sum + sizeOf(row), 0)
      count = Math.max(1, Math.min(GROUP_ROWS, Math.floor((GROUP_CHARACTERS / (characters + 1)) * rows.length)))
    }
    if (this.#isOpen) await this.#ask({ text: 'close reading', values: [] })
  }

  async #ask(statement: Statement): Promise<QueryResult> {
    // Its connection may be somebody else's already.
    if (!this.#isOpen) throw new Error('The snapshot is closed')
    this.#underWay++
    try {
      return await this.#db.tracing.statement(statement.text, () =>
        this.#client.query(inTime(statement, this.#db.patienceMs)),
      )
    } finally {
      this.#underWay--
    }
  }

  /** The request to cancel arrives before the rollback is sent, so it meets nobody who has the connection later. */
  async #end(): Promise<void> {
    if (this.#underWay > 0) await this.#db.run(sql`select pg_cancel_backend(${this.#pid})`)
    await this.#client.query(inTime({ text: 'rollback', values: [] }, this.#db.patienceMs))
  }
}
