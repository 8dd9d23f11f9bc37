import { createHash } from 'node:crypto'
import type { Body, contract } from '@parlance/contract'
import type { Received } from '../../../http/received.ts'
import { WideMap } from '../../../json/wide-map.ts'
import { eachInTurns } from '../../../turns.ts'
import type { Once } from '../idempotency.ts'

/** What a key stands for: all of the body, in the order in which it came, because a build sends the same once more. */
export async function onceOf(key: string, sent: Received<Body<typeof contract.commitCliImport>>): Promise<Once> {
  const hash = createHash('sha256')
  await eachInTurns(pieces(sent), (piece) => hash.update(piece))
  return { key, bodyHash: hash.digest() }
}

function* pieces(value: unknown): Generator<string, void, void> {
  if (value instanceof WideMap) {
    yield '{'
    for (const [name, member] of value) {
      yield JSON.stringify(name)
      yield* pieces(member)
    }
    yield '}'
  } else if (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((one) => one instanceof WideMap)
  ) {
    for (const [name, member] of Object.entries(value)) {
      yield name
      yield* pieces(member)
    }
  } else yield JSON.stringify(value) ?? ''
}
