import type { NamedKey } from '../keys/delete-keys.ts'
import type { Service } from '../service/service.ts'

export interface Sighting extends NamedKey {
  /** Null: it was seen, and nobody can tell when. */
  lastSeenAt: string | null
}

/** As many as one request may name. */
const AT_ONCE = 100

/** Those among some keys that a running application showed at a time or later. */
export async function sightingsOf(service: Service, keys: readonly NamedKey[], since: Date): Promise<Sighting[]> {
  const { client, params } = service
  const wanted = new Set(keys.map(nameOf))
  const all = wanted.size === 0 ? [] : (await client.getTypes({ params })).keys
  const ids = all.filter((key) => wanted.has(nameOf(key))).map(({ keyId }) => keyId)
  const seen: Sighting[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const keyIds = ids.slice(at, at + AT_ONCE)
    const query = { keyIds, observed: true, includeContext: true, limit: AT_ONCE }
    const { data } = await client.listKeys({ params, query })
    for (const { namespace, key, context } of data) {
      const lastSeenAt = context?.context?.lastSeenAt ?? null
      if (lastSeenAt === null || new Date(lastSeenAt) >= since) seen.push({ namespace, key, lastSeenAt })
    }
  }
  return seen
}

const nameOf = ({ namespace, key }: NamedKey) => `${namespace}\0${key}`
