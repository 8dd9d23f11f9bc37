// Runs test files against one PostgreSQL that is started for them: `npm run test:only [-- files]`, all by default.
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../packages/server/src/db/embedded.ts'
import { migrate } from '../packages/server/src/db/migrate.ts'
import { Database } from '../packages/server/src/db/pool.ts'

const given = process.argv.slice(2)
const files = given.filter((name) => !name.startsWith('--'))
// The long runs (fuzzing, crashes) are short unless asked for in full.
const full = given.includes('--full')

const quiet = { ...console, info: () => {} }

const dataDir = mkdtempSync(join(tmpdir(), 'parlance-test-'))
// What a crash would lose is of no interest here, and without waiting for the disk the run takes half the time.
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }
const server = await startEmbedded({ dataDir, log: quiet, settings })
let code = 1
try {
  const template = new Database(server.connection, console)
  await migrate(template)
  await template.close()
  code = await run(files.length > 0 ? files : globSync('packages/*/{src,test}/**/*.test.ts'))
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(code)

function run(names: string[]): Promise<number> {
  const env = {
    ...process.env,
    PARLANCE_TEST_SOCKET: server.connection.host,
    // Half of a start is reading one's own code, and over two hundred processes read the same.
    NODE_COMPILE_CACHE: join(dataDir, 'code'),
    ...(full ? { PARLANCE_TEST_FULL: '1' } : {}),
  }
  // What never ends is a fault of its own; in full there are runs of an hour.
  const limits = ['--test-concurrency=2', ...(full ? [] : ['--test-timeout=300000'])]
  const tests = spawn(process.execPath, ['--test', ...limits, ...names], { stdio: 'inherit', env })
  return new Promise((resolve) => tests.on('exit', (exit) => resolve(exit ?? 1)))
}
