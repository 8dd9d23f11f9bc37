import { createHash } from 'node:crypto'
import type { Body, contract } from '@parlance/contract'
import { eachInTurns } from '../../../turns.ts'
import type { Once } from '../idempotency.ts'

type Sent = Body<typeof contract.commitImport>

/**
 * What a key stands for: all of the body, in whatever order its fields came. How its progress is followed is no part of
 * what is asked for.
 */
export async function onceOf(key: string, sent: Sent): Promise<Once> {
  const { validationId, fileMappings, conflictResolutions, conflictDefaults = [] } = sent
  const hash = createHash('sha256').update(JSON.stringify(validationId))
  // Those of files came later: without any, a key stands for what it stood for before.
  const ofFiles = conflictDefaults.length > 0 ? [conflictDefaults] : []
  for (const list of [fileMappings, conflictResolutions, ...ofFiles]) {
    hash.update('[')
    await eachInTurns<object>(list, (item) => hash.update(JSON.stringify(sorted(item))))
  }
  return { key, bodyHash: hash.digest() }
}

const sorted = (item: object) => Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))
