// Runs test files against one PostgreSQL that is started for them: `npm run test:only [-- files]`, all by default.
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { type Scratch, withScratchDatabase } from './scratch-database.ts'

const given = process.argv.slice(2)
const files = given.filter((name) => !name.startsWith('--'))
// The long runs (fuzzing, crashes) are short unless asked for in full.
const full = given.includes('--full')

process.exit(
  await withScratchDatabase((scratch) =>
    run(scratch, files.length > 0 ? files : globSync('packages/*/{src,test}/**/*.test.ts')),
  ),
)

function run({ connection, dataDir }: Scratch, names: string[]): Promise<number> {
  const env = {
    ...process.env,
    PARLANCE_TEST_SOCKET: connection.host,
    // Half of a start is reading one's own code, and over two hundred processes read the same.
    NODE_COMPILE_CACHE: join(dataDir, 'code'),
    ...(full ? { PARLANCE_TEST_FULL: '1' } : {}),
  }
  // What never ends is a fault of its own; in full there are runs of an hour.
  const limits = ['--test-concurrency=2', ...(full ? [] : ['--test-timeout=300000'])]
  const tests = spawn(process.execPath, ['--test', ...limits, ...names], { stdio: 'inherit', env })
  return new Promise((resolve) => tests.on('exit', (exit) => resolve(exit ?? 1)))
}
