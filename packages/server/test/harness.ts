import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import {
  type Contract,
  contract,
  type Entry,
  type ErrorShape,
  errors,
  type ResponseBody,
  type RouteName,
  type Situation,
} from '@parlance/contract'
import pg from 'pg'
import { pino } from 'pino'
import { buildApp } from '../src/app.ts'
import { type Config, readConfig } from '../src/config.ts'
import { Database } from '../src/db/pool.ts'
import { envelope } from '../src/http/errors.ts'
import { openServices } from '../src/services.ts'
import { type Caller, call, type Request } from './client-calls.ts'

export { type Answer, type Caller, credentials, nobody } from './client-calls.ts'

/** Time stands still unless a test moves it. */
class TestClock {
  #now = Date.now()
  now = () => new Date(this.#now)
  advance(ms: number) {
    this.#now += ms
  }
}

const socket = process.env['PARLANCE_TEST_SOCKET']

const closings: (() => Promise<void>)[] = []

// Asked for here, where no test or suite is running yet: a hook asked for inside of one would run at its end.
after(async () => {
  const faults: unknown[] = []
  // Whatever one of them finds, the others are closed: one that stays open keeps the process alive for ever.
  for (const close of closings.reverse()) await close().catch((fault) => faults.push(fault))
  if (faults.length > 0) throw faults[0]
})

/** When the file's tests are done; what was opened last goes first. */
export const atEnd = (close: () => Promise<void>) => void closings.push(close)

/** A service of its own on a fresh database, or another instance beside one; closed when the file's tests are done. */
export async function startService(
  overrides: Partial<Config> = {},
  beside?: { db: Pick<Database, 'connection'>; clock: TestClock },
) {
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'fatal' })
  const db = new Database(beside?.db.connection ?? (await createDatabase()), log, 8)
  const clock = beside?.clock ?? new TestClock()
  const config = { ...readConfig({ REGISTRATION: 'open', RATE_LIMIT: 'off' }), ...overrides }
  const services = await openServices({ config, db, log, clock })
  const app = await buildApp(services)
  atEnd(async () => {
    const closed = app.close()
    // fetch keeps connections in store that it never uses; they would be waited for.
    app.server.closeAllConnections()
    await closed
    await services.feed.close()
    await db.close()
  })

  const send = (caller: Caller, entry: Entry, request: Request<Entry> = {}) => call(app, caller, entry, request)

  return {
    app,
    clock,
    db,
    services,
    /** Sends a request; the answer is checked against the contract, whatever its status. */
    call: <N extends RouteName>(caller: Caller, name: N, request?: Request<Contract[N]>) =>
      send(caller, contract[name], request as Request<Entry>),
    /** Expects success and returns its body. */
    async ok<N extends RouteName>(caller: Caller, name: N, request?: Request<Contract[N]>) {
      const { status, body } = await send(caller, contract[name], request as Request<Entry>)
      assert.ok(status in contract[name].responses, `${name} answered ${status}: ${JSON.stringify(body)}`)
      return body as ResponseBody<Contract[N]>
    },
    /** Expects a refusal of the catalogue, to the letter; with `meta`, that too. */
    async refused<N extends RouteName>(
      caller: Caller,
      name: N,
      request: Request<Contract[N]>,
      situation: Situation,
      meta?: Record<string, unknown>,
    ) {
      const answer = await send(caller, contract[name], request as Request<Entry>)
      const said = (answer.body ?? {}) as {
        meta?: Record<string, unknown>
        message?: string
        errors?: { message: string }[]
      }
      const expected = envelope(situation, meta ?? said.meta, detailOf(situation, said))
      assert.deepEqual(
        { status: answer.status, body: answer.body },
        expected,
        `${name} should be refused: ${situation}`,
      )
    },
  }
}

/** What a refusal says beyond the catalogue. */
function detailOf(
  situation: Situation,
  { message, errors: told }: { message?: string; errors?: { message: string }[] },
) {
  const { message: standard, isDetailed }: ErrorShape = errors[situation]
  return isDetailed ? message?.slice(`${standard} `.length) : told?.[0]?.message
}

export type TestService = Awaited<ReturnType<typeof startService>>

/** A fresh database with the schema in it, or an empty one; dropped when the file's tests are done. */
export async function createDatabase(template: 'parlance' | 'template0' = 'parlance') {
  if (!socket) throw new Error('Run tests with "npm run test:only -- <file>": it starts the database they need.')
  const database = `test_${randomBytes(6).toString('hex')}`
  // Copied as files: page by page, through the log, took three times the work.
  await administer(`create database ${database} template ${template} strategy file_copy`)
  atEnd(() => administer(`drop database ${database} with (force)`))
  return { host: socket, user: 'parlance', database }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ host: socket, user: 'parlance', database: 'postgres' })
  await client.connect()
  // Cloning needs a template nobody is connected to; several files may clone at the same moment.
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(statement)
      break
    } catch (error) {
      if (attempt === 50 || (error as { code?: string }).code !== '55006') throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  await client.end()
}
