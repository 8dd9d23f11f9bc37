import { type Command, runCommand } from '../command.ts'
import type { Config } from '../config.ts'
import { checkServer } from '../db/check.ts'
import { startEmbedded } from '../db/embedded.ts'
import { writeKeyFile } from '../secret-box.ts'
import { OneConnection } from './connection.ts'
import type { TableHead } from './format.ts'
import { type Loaded, load, type Plan } from './load.ts'
import { BackupFile } from './read-backup.ts'
import { migrationsFor } from './schema.ts'
import { keysFor } from './secrets.ts'

const WITHOUT_SECRETS = '--without-secrets'
const WEBHOOKS_OFF = '--webhooks-off'
const USAGE = `Name the file to restore: npm run restore -- <file> [${WEBHOOKS_OFF}] [${WITHOUT_SECRETS}]`

await runCommand(USAGE, [WITHOUT_SECRETS, WEBHOOKS_OFF], async (command) => {
  const { config, named: path, flags, say } = command
  const file = await BackupFile.open(path)
  try {
    const { header } = file
    const migrations = await migrationsFor(path, header)
    const { keys: _, ...withoutKeys } = header.secrets
    const secrets = flags.has(WITHOUT_SECRETS) ? withoutKeys : header.secrets
    const { box, keyForFile } = await keysFor(path, { ...header, secrets }, config)
    const began = performance.now()
    const tables: TableHead[] = []
    await file.read(async (head) => void tables.push(head))
    const plan: Plan = {
      file,
      migrations,
      tables,
      secrets: box,
      webhooksOff: flags.has(WEBHOOKS_OFF),
      beforeCommit: async () => {
        command.signal.throwIfAborted()
        // Before the commit: a key too many does no harm, and rows whose key is missing do.
        if (keyForFile !== undefined) await writeKeyFile(config.dataDir, keyForFile)
      },
    }
    const loaded = await intoDatabase(command, plan)
    const count = Object.values(loaded.rows).reduce((sum, number) => sum + number, 0)
    say(
      `Restored ${count} rows of ${tables.length} tables, as they were at ${header.madeAt}, in ${Math.ceil(performance.now() - began)} ms.`,
    )
    for (const line of aboutLoaded(loaded, plan, header.secrets.count, config)) say(line)
  } finally {
    await file.close()
  }
})

/** Takes the database away again that was made for this, should it come to nothing. */
async function intoDatabase({ config, log, signal }: Command, plan: Plan): Promise<Loaded> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl !== undefined) return loadOver({ connectionString: databaseUrl }, plan, signal)
  const embedded = await startEmbedded({ dataDir, log })
  try {
    const loaded = await loadOver(embedded.connection, plan, signal)
    await embedded.stop()
    return loaded
  } catch (error) {
    await embedded.discard()
    throw error
  }
}

async function loadOver(
  connection: Parameters<typeof OneConnection.open>[0],
  plan: Plan,
  signal: AbortSignal,
): Promise<Loaded> {
  const db = await OneConnection.open(connection)
  const stop = () => db.cutOff()
  signal.addEventListener('abort', stop, { once: true })
  try {
    signal.throwIfAborted()
    await checkServer(db)
    const loaded = await load(db, plan)
    return loaded
  } finally {
    signal.removeEventListener('abort', stop)
    await db.close()
  }
}

function aboutLoaded(
  { unreadable }: Loaded,
  { secrets, webhooksOff }: Plan,
  count: number,
  { dataDir }: Config,
): string[] {
  const lines: string[] = []
  const lost = secrets ? unreadable.length : count
  if (lost > 0)
    lines.push(
      `${lost} secrets cannot be opened with the keys here: give webhooks new ones, under "Webhooks" in the console, and tell their receivers. People whose app is refused come in with a recovery code, or have their second factor removed.`,
    )
  if (webhooksOff) lines.push('All webhooks are switched off.')
  lines.push(`Start the service as before${dataDir === './data' ? '' : ', with the same DATA_DIR'}.`)
  return lines
}
