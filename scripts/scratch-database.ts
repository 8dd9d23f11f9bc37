// A PostgreSQL that is started for one purpose and leaves nothing behind.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedServer, startEmbedded } from '../packages/server/src/db/embedded.ts'
import { migrate } from '../packages/server/src/db/migrate.ts'
import { Database } from '../packages/server/src/db/pool.ts'

const quiet = { ...console, info: () => {} }

// What a crash would lose is of no interest here, and without waiting for the disk the tests take half the time.
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '600' }

export type Scratch = Pick<EmbeddedServer, 'connection'> & { dataDir: string }

/** Runs `work` beside a server whose database has the schema in it and nothing else. */
export async function withScratchDatabase<T>(work: (scratch: Scratch) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parlance-test-'))
  // It may lie in memory, where what an interrupted run leaves behind would be missed.
  const clear = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      clear()
      process.exit(1)
    })
  }
  const server = await startEmbedded({ dataDir, log: quiet, settings })
  try {
    const db = new Database(server.connection, console)
    await migrate(db)
    await db.close()
    return await work({ connection: server.connection, dataDir })
  } finally {
    await server.stop()
    clear()
  }
}
