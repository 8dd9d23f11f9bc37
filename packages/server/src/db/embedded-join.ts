import { existsSync, statSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedOptions, type EmbeddedServer, startEmbedded } from './embedded.ts'
import { ownUid } from './embedded-account.ts'
import { socketDirOf } from './embedded-cluster.ts'
import { connectionTo, type EmbeddedConnection, run } from './embedded-connection.ts'
import { FolderInUse } from './embedded-lock.ts'

const JOIN_WITHIN_MS = 30_000
const JOIN_POLL_MS = 200

/**
 * The database of a data folder, for a while: the one that a running service has, or else one that is started for the
 * purpose. Undefined when there is none in that folder.
 */
export async function joinEmbedded(options: EmbeddedOptions): Promise<Omit<EmbeddedServer, 'discard'> | undefined> {
  const dataDir = resolve(options.dataDir)
  if (!existsSync(join(dataDir, 'postgres'))) return undefined
  const began = Date.now()
  for (;;) {
    const connection = await findRunning(dataDir)
    if (connection) return { connection, stop: async () => {} }
    try {
      return await startEmbedded(options)
    } catch (error) {
      // Somebody who has the folder is about to bring the database up, or has just let go of it.
      if (!(error instanceof FolderInUse) || Date.now() - began > JOIN_WITHIN_MS) throw error
      await sleep(JOIN_POLL_MS)
    }
  }
}

/** Whoever asks may be another user than the service, and only the name of a folder elsewhere depends on that. */
async function findRunning(dataDir: string): Promise<EmbeddedConnection | undefined> {
  const real = await realpath(dataDir)
  const runDir = join(real, 'run')
  if (!existsSync(runDir)) return undefined
  const hosts = [ownUid(), statSync(real).uid].map((uid) => socketDirOf(real, runDir, uid))
  for (const host of new Set(hosts)) {
    const connection = connectionTo(host)
    const isUp = await run(connection, 'select 1').then(
      () => true,
      () => false,
    )
    if (isUp) return connection
  }
  return undefined
}
