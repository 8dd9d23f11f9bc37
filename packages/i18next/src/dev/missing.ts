import { ParlanceError } from '@parlance/sdk'
import { answerJson, BadRequest, readJson } from './answers.ts'
import { type MissingItem, type NewKey, newKeysOf } from './new-keys.ts'
import type { Project, Publishing } from './project.ts'
import type { Visit } from './visit.ts'

const AT_ONCE = 8

/** Keys that the application asked for in vain become keys of the project; those that it has stay as they are. */
export async function createMissing({ project, request, response }: Visit): Promise<void> {
  const publishing = await project.publishing()
  const items = itemsOf(await readJson(request))
  const wanted = newKeysOf(items, publishing, await project.hasIcuMessages(publishing))
  const fresh = await onlyNew(project, publishing, wanted)
  const created = fresh.length === 0 ? 0 : await create(project, publishing, fresh)
  answerJson(response, 200, { created, existing: wanted.length - created })
}

const MOST_ITEMS = 1_000

function itemsOf(body: unknown): MissingItem[] {
  const { items } = Object(body) as { items?: unknown }
  if (!Array.isArray(items) || items.length > MOST_ITEMS)
    throw new BadRequest(`"items" is a list of at most ${MOST_ITEMS}.`)
  return items.map((item) => {
    const { namespace = null, key, locale = null, value = '' } = Object(item) as Record<string, unknown>
    if (typeof key !== 'string' || key === '') throw new BadRequest('"key" of an item is a text.')
    if (!isNameOrNull(namespace) || !isNameOrNull(locale) || typeof value !== 'string')
      throw new BadRequest('"namespace", "locale" and "value" of an item are texts.')
    return { namespace, key, locale, value }
  })
}

const isNameOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string'

/** An import fills gaps of keys that are there: what has a key already is asked for one by one, where there is any. */
async function onlyNew({ client }: Project, { projectId }: Publishing, keys: readonly NewKey[]): Promise<NewKey[]> {
  if (keys.length === 0) return []
  const { stats } = await client.validateCliImport({ params: { projectId }, body: payloadOf(keys) })
  if (stats.existingKeys === 0) return [...keys]
  const fresh: NewKey[] = []
  const waiting = [...keys]
  const look = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { namespace, key } = next
      const isThere = await client.getKey({ params: { namespace, key } }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof ParlanceError && error.status === 404) return false
          throw error
        },
      )
      if (!isThere) fresh.push(next)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, look))
  return fresh
}

async function create({ client }: Project, { projectId }: Publishing, keys: readonly NewKey[]): Promise<number> {
  const body = {
    ...payloadOf(keys),
    // Somebody may have written one in the meantime.
    options: { conflictResolution: 'keep_server', createNamespaces: true },
  } as const
  const { stats } = await client.commitCliImport({ params: { projectId }, body })
  return stats.keysCreated
}

type Texts = Record<string, string>
type About = Record<string, Pick<NewKey, 'isPlural' | 'syntax'>>

function payloadOf(keys: readonly NewKey[]) {
  const namespaces = grouped(keys, 'namespace')
  return {
    namespaces: byName(namespaces.map(([name, own]) => [name, byName(textsOf(own))])),
    keys: byName<About>(
      namespaces.map(([name, own]) => [
        name,
        byName(own.map(({ key, isPlural, syntax }) => [key, { isPlural, syntax }])),
      ]),
    ),
  }
}

const textsOf = (keys: readonly NewKey[]): [locale: string, texts: Texts][] =>
  grouped(keys, 'locale').map(([locale, own]) => [locale, byName(own.map((one) => [one.key, one.value]))])

const grouped = (keys: readonly NewKey[], by: 'namespace' | 'locale'): [name: string, keys: NewKey[]][] =>
  [...new Set(keys.map((key) => key[by]))].map((name) => [name, keys.filter((key) => key[by] === name)])

/** `__proto__` is a name like any other. */
const byName = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> => Object.fromEntries(entries)
