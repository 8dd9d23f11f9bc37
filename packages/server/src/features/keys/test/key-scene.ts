import assert from 'node:assert/strict'
import type { Caller, TestService } from '../../../../test/harness.ts'

export type Query = Record<string, unknown>
type NewKey = { key: string; [field: string]: unknown }

/** Projects in English, German and French with some keys, and the names of those that a filter finds. */
export const projectsOf =
  (service: TestService, owner: Caller, orgId: number) =>
  async (...keys: NewKey[]) => {
    const made = { name: 'Shop', sourceLocale: 'en', locales: ['de', 'fr'] }
    const { id: projectId } = await service.ok(owner, 'createProject', { params: { orgId }, body: made })
    const params = { projectId }
    const ids = new Map<string, number>()
    for (const body of keys) ids.set(body.key, (await service.ok(owner, 'createKey', { params, body })).id)
    return {
      params,
      ids,
      keyId: (key: string) => ids.get(key) ?? assert.fail(key),
      put: (key: string, locale: string, value: string, by: Caller = owner) =>
        service.ok(by, 'putValue', { params: { projectId, key }, body: { locale, value } }),
      find: (query: Query, caller: Caller = owner) => find(service, projectId, query, caller),
    }
  }

/** The list, the list by small pages, the ids and the count are of one mind. */
async function find(service: TestService, projectId: number, query: Query, caller: Caller): Promise<string[]> {
  const params = { projectId }
  const { data } = await service.ok(caller, 'listKeys', { params, query: { ...query, limit: 100 } })
  const found = data.map(({ id }) => id)
  assert.deepEqual(await service.ok(caller, 'listKeyIds', { params, query }), { ids: found, count: found.length })
  assert.deepEqual(await service.ok(caller, 'countKeys', { params, query }), { count: found.length })
  const walked: number[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = { ...query, limit: 2, ...(cursor ? { cursor } : {}) }
    const { data, pagination } = await service.ok(caller, 'listKeys', { params, query: page })
    walked.push(...data.map(({ id }) => id))
    cursor = pagination.nextCursor
  }
  assert.deepEqual(walked, found)
  return data.map(({ key }) => key)
}
