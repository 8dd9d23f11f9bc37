import { checkTrigrams } from '../db/check.ts'
import { applyFunctions, FUNCTIONS } from '../db/functions.ts'
import { applyMigrations, takeTurn } from '../db/migrate.ts'
import { sql } from '../db/sql.ts'
import { resealAll } from '../reseal.ts'
import type { SecretBox } from '../secret-box.ts'
import { StartFault } from '../start-fault.ts'
import type { OneConnection } from './connection.ts'
import { copyIn } from './copy-in.ts'
import type { Ending, TableHead } from './format.ts'
import type { BackupFile } from './read-backup.ts'
import { assertSameTables, createSchema, type migrationsFor, putAside } from './schema.ts'
import { savedTables, setSequences, tablesHere } from './tables.ts'
import { named } from './write-backup.ts'

export interface Plan {
  file: BackupFile
  migrations: Awaited<ReturnType<typeof migrationsFor>>
  /** What the file holds, as it was found when it was checked. */
  tables: TableHead[]
  /** Undefined: secrets stay as they were sealed. */
  secrets: SecretBox | undefined
  webhooksOff: boolean
  /** What must be there before anything counts, such as the key that opens the secrets. */
  beforeCommit(): Promise<void>
}

export interface Loaded extends Ending {
  /** Secrets that no key opened, as `webhooks.secret of 7`. */
  unreadable: string[]
}

/**
 * Restores a backup into a database that holds nothing of ours, in one transaction, and brings it up to date. Instances
 * that start meanwhile wait as for a migration, and find it done.
 */
export async function load(db: OneConnection, plan: Plan): Promise<Loaded> {
  const { client } = db
  await client.query("begin; set local maintenance_work_mem = '256MB'")
  await takeTurn(client)
  await assertEmpty(db)
  await createSchema(db, plan.migrations)
  await assertSameTables(db, plan.file.path, plan.tables)
  const tables = (await savedTables(db)).map(({ table }) => table)
  const bringBack = await putAside(db, tables)
  // Migrations may have written rows, and the backup has them as they have become.
  await client.query(`truncate ${tables.map((table) => `"${table}"`).join(', ')}`)
  const ending = await plan.file.read(async (head, rows) => {
    // Nobody sees the rows before the commit, and everybody afterwards: no vacuum has to come by for that.
    await copyIn(client, `copy ${named(head)} from stdin (freeze)`, rows)
  })
  if (ending.sequences.length > 0) await db.run(setSequences(ending.sequences))
  await bringBack()
  await applyMigrations(client)
  await applyFunctions(client, FUNCTIONS)
  await checkTrigrams(db)
  const { unreadable } = plan.secrets ? await resealAll(db, plan.secrets) : { unreadable: [] }
  if (plan.webhooksOff) await db.run(sql`update webhooks set is_active = false`)
  await client.query(`analyze ${tables.map((table) => `"${table}"`).join(', ')}`)
  await plan.beforeCommit()
  await client.query('commit')
  return { ...ending, unreadable }
}

async function assertEmpty(db: OneConnection): Promise<void> {
  const [found] = await tablesHere(db)
  if (found === undefined) return
  throw new StartFault(
    `This database is not empty: it has the table ${found}. A backup is restored into an empty one only. ` +
      'Name another database with DATABASE_URL, or without that another folder with DATA_DIR.',
  )
}
