import assert from 'node:assert/strict'
import type { Contract, ResponseBody } from '@parlance/contract'
import type { Caller, TestService } from './harness.ts'

export type ListedKey = ResponseBody<Contract['listKeys']>['data'][number]
export type Activity = ResponseBody<Contract['listActivity']>['activity'][number]

/** All keys of a project, page by page. */
export async function readKeys(service: TestService, caller: Caller, projectId: number, query: object = {}) {
  const found: ListedKey[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = { ...query, limit: 100, ...(cursor ? { cursor } : {}) }
    const { data, pagination } = await service.ok(caller, 'listKeys', { params: { projectId }, query: page })
    found.push(...data)
    cursor = pagination.nextCursor
  }
  return found
}

/** The history of a project or of one of its keys, oldest first. */
export async function readHistory(service: TestService, caller: Caller, projectId: number, query: object = {}) {
  const found: Activity[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = { ...query, limit: 100, ...(cursor ? { cursor } : {}) }
    const { activity, nextCursor } = await service.ok(caller, 'listActivity', { params: { projectId }, query: page })
    found.push(...activity)
    cursor = nextCursor
  }
  return found.reverse()
}

/** Every number the API tells about the keys of an organization is what a reader of all its keys counts. */
export async function assertCountsTrue(service: TestService, owner: Caller, orgId: number): Promise<void> {
  const { projects } = await service.ok(owner, 'listProjects', { params: { orgId } })
  let total = 0
  for (const { id: projectId } of projects) {
    const params = { projectId }
    const keys = await readKeys(service, owner, projectId)
    total += keys.length
    const { namespaces } = await service.ok(owner, 'listNamespaces', { params })
    for (const { id, name, keyCount } of namespaces) {
      assert.equal(keyCount, keys.filter(({ namespaceId }) => namespaceId === id).length, `keyCount of ${name}`)
    }
    const stats = await service.ok(owner, 'getStats', { params })
    assert.equal(stats.keys, keys.length, 'stats.keys')
    for (const { code, translated, notReviewed, notTranslated } of stats.locales) {
      const count = (status: string) =>
        keys.filter(({ translations }) => (translations[code]?.status ?? 'not_translated') === status).length
      const expected = {
        translated: count('translated'),
        notReviewed: count('not_reviewed'),
        notTranslated: count('not_translated'),
      }
      assert.deepEqual({ translated, notReviewed, notTranslated }, expected, `stats of ${code}`)
    }
    assert.equal((await service.ok(owner, 'listKeyIds', { params })).count, keys.length, 'count of ids')
    assert.equal((await service.ok(owner, 'countKeys', { params })).count, keys.length, 'count of keys')
    assert.equal((await service.ok(owner, 'getTypes', { params })).keys.length, keys.length, 'number of types')
  }
  const { usage } = await service.ok(owner, 'getOrganization', { params: { orgId } })
  assert.equal(usage.keys, total, 'usage of the organization')
}
