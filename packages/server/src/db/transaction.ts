import { setImmediate as othersTurn } from 'node:timers/promises'
import type { PoolClient, QueryResult } from 'pg'
import type { Tracing } from '../tracing/tracing.ts'
import { type Database, Handle, inTime, isUnavailable, patienceFor, sqlState } from './pool.ts'
import { compile, type Sql, type Statement, sql, unprepared } from './sql.ts'

const ATTEMPTS = 5
const ROWS_IN_GROUP = 1_000

// PostgreSQL knows the lengths of arrays when it plans for one execution, finds such a plan cheaper, and so would plan
// our writes anew each time, which takes longer than running them.
const BEGIN = 'begin; set local plan_cache_mode = force_generic_plan'

const RETRIED = new Set(['40001', '40P01']) // serialization failure, deadlock

/** Thrown when a transaction lost every one of its attempts to others. */
export class ConflictError extends Error {
  override name = 'ConflictError'
}

/** Thrown by `work` when what it found was no longer true as it wrote: the transaction is run again. */
export class LostRace extends Error {
  override name = 'LostRace'
}

interface LastStatement {
  statement: () => Sql
  /** Is told its rows once the commit is done. */
  done: ((rows: unknown[]) => void) | undefined
}

/**
 * One transaction. `atCommit` takes the statements that must come last; they travel in one packet with COMMIT, so what
 * they lock is held for no more than the commit itself. `afterCommit` takes what others are told then; nobody waits for it.
 */
export class Transaction extends Handle {
  readonly #client: PoolClient
  readonly lastStatements: LastStatement[] = []
  readonly afterwards: ((db: Database) => Promise<void>)[] = []
  readonly changedProjects = new Set<number>()
  #plansEach = false
  readonly #tracing: Tracing
  #patienceMs: number

  constructor(client: PoolClient, { patienceMs, tracing }: Database) {
    super()
    this.#client = client
    this.#patienceMs = patienceMs
    this.#tracing = tracing
  }

  async rows<R>(query: Sql): Promise<R[]> {
    return (await this.ask(this.#compiled(query))).rows as R[]
  }

  async run(query: Sql): Promise<number> {
    return (await this.ask(this.#compiled(query))).rowCount ?? 0
  }

  #compiled(query: Sql) {
    return compile(this.#plansEach ? unprepared(query) : query)
  }

  ask(statement: Statement): Promise<QueryResult> {
    return this.#tracing.statement(statement.text, () => this.#client.query(inTime(statement, this.#patienceMs)))
  }

  /** From here on a statement may take so long. */
  async allowLong(statementMs: number): Promise<void> {
    await this.run(sql`select set_config('statement_timeout', ${String(statementMs)}, true)`)
    this.#patienceMs = patienceFor(statementMs)
  }

  /**
   * From here on each statement is planned for what it is sent with, as the next one may be about ten rows or a hundred
   * thousand. Not by `plan_cache_mode`: that would also plan what the database asks by itself for each row, such as
   * whether a foreign key is there, and took half of the time of an import of 100,000 keys.
   */
  async planEach(): Promise<void> {
    await this.run(sql`set local plan_cache_mode = auto`)
    this.#plansEach = true
  }

  /**
   * The rows of a query that may have very many, in groups and in turns: the driver reads what has come at once, and that
   * may be ten thousand. One query at a time.
   */
  async *groups<R>(query: Sql): AsyncGenerator<R[], void, void> {
    await this.run(sql`declare reading no scroll cursor for ${query}`)
    let isLast = false
    while (!isLast) {
      const { rows } = await this.ask({ text: `fetch ${ROWS_IN_GROUP} from reading`, values: [] })
      isLast = rows.length < ROWS_IN_GROUP
      yield rows as R[]
      await othersTurn()
    }
    await this.#client.query('close reading')
  }

  atCommit<R = unknown>(statement: () => Sql, done?: (rows: R[]) => void): void {
    this.lastStatements.push({ statement, done: done as LastStatement['done'] })
  }

  afterCommit(tell: (db: Database) => Promise<void>): void {
    this.afterwards.push(tell)
  }
}

/**
 * Runs `work` in a transaction and commits it. Deadlocks and serialization failures start it again, a few times; `work`
 * must therefore touch nothing but `tx`.
 */
export const transaction = <T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  retried(() => once(db, work))

/** The same for a statement that is a transaction by itself. */
export async function retried<T>(attemptOnce: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptOnce()
    } catch (error) {
      if (!(error instanceof LostRace) && !RETRIED.has(sqlState(error) ?? '')) throw error
      if (attempt === ATTEMPTS)
        throw new ConflictError('Every attempt was lost to another transaction', { cause: error })
      await pause(attempt)
    }
  }
}

async function once<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await db.pool.connect()
  // A connection whose state is unknown is closed instead of handed to the next caller.
  let clean = false
  try {
    const tx = new Transaction(client, db)
    // Not awaited: it travels with the first statement, and its failure shows there too.
    client.query(BEGIN).catch(() => {})
    const result = await work(tx).catch(async (error) => {
      // Nor is one used again whose server does not write, though it rolls back in order: another may by now.
      clean = !isUnavailable(error) && (await rollback(client))
      throw error
    })
    await commit(tx)
    clean = true
    db.announce(tx.changedProjects)
    for (const tell of tx.afterwards) void tell(db)
    return result
  } finally {
    client.release(!clean)
  }
}

const rollback = (client: PoolClient) =>
  client.query('rollback').then(
    () => true,
    () => false,
  )

async function commit(tx: Transaction): Promise<void> {
  const sent = tx.lastStatements.map(({ statement }) => tx.ask(compile(statement())))
  const outcomes = await Promise.allSettled([...sent, tx.ask({ text: 'commit', values: [] })])
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  const results = outcomes.map((outcome) => (outcome as PromiseFulfilledResult<QueryResult>).value)
  // COMMIT of a failed transaction answers "ROLLBACK" without an error.
  const command = results.at(-1)?.command
  if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}`)
  for (const [at, { done }] of tx.lastStatements.entries()) done?.(results[at]?.rows ?? [])
}

const pause = (attempt: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt))
