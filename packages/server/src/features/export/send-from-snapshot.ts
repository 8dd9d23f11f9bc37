import type { FastifyReply } from 'fastify'
import type { Database } from '../../db/pool.ts'
import { Snapshot } from '../../db/snapshot.ts'

/**
 * Sends from a snapshot, which is closed as soon as its reader has gone: a count or a search that nobody waits for would
 * keep a connection to the database, though the seat of the download is somebody else's by then. Resolves to what
 * `send` does, and to undefined when the reader has left.
 */
export async function sendFromSnapshot<T>(
  db: Database,
  { raw }: FastifyReply,
  send: (snapshot: Snapshot) => Promise<T>,
): Promise<T | undefined> {
  const snapshot = await Snapshot.open(db)
  raw.once('close', () => snapshot.close())
  // Gone already: `close` has been told, and is told once.
  if (raw.destroyed) snapshot.close()
  try {
    return await send(snapshot)
  } catch (error) {
    // What was cancelled fails, and there is nobody left to tell.
    if (snapshot.isOpen) throw error
    return undefined
  } finally {
    snapshot.close()
  }
}
