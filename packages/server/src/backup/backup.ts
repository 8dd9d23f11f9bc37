import packageJson from '../../package.json' with { type: 'json' }
import { type Command, runCommand } from '../command.ts'
import type { Config } from '../config.ts'
import { joinEmbedded } from '../db/embedded-join.ts'
import { assertNotOlder, MIGRATIONS } from '../db/migrate.ts'
import { readSqlFiles } from '../db/sql-files.ts'
import { StartFault } from '../start-fault.ts'
import type { Header } from './format.ts'
import { aboutSecrets, describeSecrets, sealedKeysOf } from './secrets.ts'
import { migrationsOf, serverVersion, type TakenSnapshot, takeSnapshot } from './snapshot.ts'
import { refuseToReplace, writeWholeFile } from './whole-file.ts'
import { writeBackup } from './write-backup.ts'

await runCommand('Name the file to write: npm run backup -- <file>', [], async (command) => {
  const { config, named: path, log } = command
  refuseToReplace(path)
  const keys = sealedKeysOf(config)
  const { connection, stop } = await reach(config, log)
  try {
    const snapshot = await takeSnapshot(connection)
    try {
      await save(command, snapshot, await keys)
    } finally {
      await snapshot.db.close()
    }
  } finally {
    await stop()
  }
})

/** The database of the configuration, whether or not a service runs on it. It is read, and never brought up to date. */
async function reach({ databaseUrl, dataDir }: Config, log: Command['log']) {
  if (databaseUrl !== undefined) return { connection: { connectionString: databaseUrl }, stop: async () => {} }
  const joined = await joinEmbedded({ dataDir, log })
  if (joined) return joined
  throw new StartFault(
    `There is no database in ${dataDir}. Name the folder of the service with DATA_DIR, or its database with DATABASE_URL.`,
  )
}

async function save(
  { config, named: path, signal, say }: Command,
  snapshot: TakenSnapshot,
  keys: Header['secrets']['keys'],
) {
  const began = performance.now()
  const migrations = await migrationsOf(snapshot)
  assertNotOlder(await readSqlFiles(MIGRATIONS), migrations)
  const header: Header = {
    version: packageJson.version,
    postgres: await serverVersion(snapshot),
    madeAt: new Date().toISOString(),
    migrations,
    secrets: await describeSecrets(snapshot.db, config, keys),
  }
  const { rows, bytes } = await writeWholeFile(path, (file) => writeBackup(file, header, snapshot, signal))
  const count = Object.values(rows).reduce((sum, number) => sum + number, 0)
  say(
    `${path}: ${count} rows of ${snapshot.tables.length} tables, ${bytes} bytes, ${Math.ceil(performance.now() - began)} ms.`,
  )
  for (const line of aboutSecrets(header.secrets)) say(line)
}
