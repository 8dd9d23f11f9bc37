import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../problem.ts'
import type { Portion } from './payload.ts'

/** The service takes 50 MB; what stands around the texts has room in the rest. */
export const MAX_PART_BYTES = 45 * 1_000_000

/**
 * What goes in one request: as many namespaces as there is room for, and of a namespace that has no room in one the languages
 * one after the other. A language that has none by itself can only be refused.
 */
export function partsOf(portions: readonly Portion[], room = MAX_PART_BYTES): Portion[][] {
  const parts: Portion[][] = []
  let free = 0
  const put = (together: readonly Portion[], size: number) => {
    const last = parts.at(-1)
    if (last && size <= free) {
      last.push(...together)
      free -= size
    } else {
      parts.push([...together])
      free = room - size
    }
  }
  for (const namespace of new Set(portions.map((portion) => portion.namespace))) {
    const together = portions.filter((portion) => portion.namespace === namespace)
    const sizes = together.map(sizeOf)
    const whole = sizes.reduce((sum, size) => sum + size, 0)
    if (whole <= room) put(together, whole)
    else
      for (const [at, portion] of together.entries())
        put([portion], fitting(portion, sizes[at] ?? 0, { namespace, room }))
  }
  return parts
}

function fitting({ locale }: Portion, size: number, { namespace, room }: { namespace: string; room: number }): number {
  if (size <= room) return size
  const [is, most] = [size, room].map((bytes) => `${Math.ceil(bytes / 1_000_000)} MB`)
  const message = `"${namespace}" in ${locale} comes to ${is}, and one request takes ${most}: give it several namespaces.`
  throw new Failure({ exitCode: exitCodes.file, code: 'TOO_LARGE', message, namespace, locale })
}

const sizeOf = ({ texts, statuses, keys }: Portion) =>
  Buffer.byteLength(JSON.stringify(texts)) +
  Buffer.byteLength(JSON.stringify(statuses)) +
  Buffer.byteLength(JSON.stringify(keys))
