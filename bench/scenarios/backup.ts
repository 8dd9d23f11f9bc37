import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OneConnection } from '../../packages/server/src/backup/connection.ts'
import { CopyOut } from '../../packages/server/src/backup/copy-out.ts'
import type { Scenario } from '../lib/bench.ts'
import { atEnd } from '../lib/cleanup.ts'
import { type Figure, times } from '../lib/report.ts'

const ROUNDS = 5
const RESTORES = 2

const scenario: Scenario = {
  summary:
    'a backup of 100,000 keys in three languages beside the running service, against a bare COPY; and its restore',
  async run(bench, name) {
    const folder = mkdtempSync(join(tmpdir(), 'parlance-bench-backup-'))
    atEnd(() => rm(folder, { recursive: true, force: true }))
    const env = { BACKUP_PASSPHRASE: 'a passphrase for the benchmark' }
    const backUp = (file: string) => timed(() => run('backup', file, { ...env, DATA_DIR: bench.dataDir }))
    // Not from the pool, whose connections send a statement before the one ahead of it is answered: COPY cannot have that.
    const { client: database } = await OneConnection.open(bench.database)
    try {
      const tables = await tablesOf(database)
      const [product, limit]: [number[], number[]] = [[], []]
      for (let round = 0; round < ROUNDS; round++) {
        limit.push(await timed(() => copyAll(database, tables)))
        product.push(await backUp(join(folder, `backup ${round}`)))
      }
      const restored: number[] = []
      const indexed: number[] = []
      for (let round = 0; round < RESTORES; round++) {
        const DATA_DIR = join(folder, `data ${round}`)
        restored.push(await timed(() => run('restore', join(folder, 'backup 0'), { ...env, DATA_DIR })))
        indexed.push(
          await timed(async () => {
            for (const table of tables) await database.query(`reindex table ${table}`)
          }),
        )
      }
      return [
        ...times(
          name,
          'backup',
          { product: sample(product), limit: sample(limit) },
          { of: 'ratio', is: '≤', value: 3 },
        ),
        ...(times(name, 'restore', { product: sample(restored), limit: sample(indexed) }).slice(
          0,
          1,
        ) satisfies Figure[]),
      ]
    } finally {
      await database.end()
    }
  },
}

export default scenario

async function tablesOf(database: OneConnection['client']): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(`
    select quote_ident(relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' order by oid`)
  return rows.map(({ name }) => name)
}

/** Every row over the same socket, through the driver, and away. */
async function copyAll(database: OneConnection['client'], tables: string[]): Promise<void> {
  for (const table of tables) for await (const _ of CopyOut.of(database, `copy ${table} to stdout`));
}

async function run(command: string, file: string, env: Record<string, string>): Promise<void> {
  const script = fileURLToPath(new URL(`../../packages/server/src/backup/${command}.ts`, import.meta.url))
  const child = spawn(process.execPath, [script, file], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The ${command} ended with ${code}`)
}

const sample = (milliseconds: number[]) => ({ milliseconds: milliseconds.sort((a, b) => a - b), rates: [] })

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
