import assert from 'node:assert/strict'
import type { RouteName, Situation, Status } from '@parlance/contract'
import { createScene } from '../../../../test/factories.ts'
import type { Caller, TestService } from '../../../../test/harness.ts'
import { assertCountsTrue, readHistory, readKeys } from '../../../../test/recount.ts'

export type BatchRoute = Extract<RouteName, `batch${string}`>

type BatchBody = { keyIds: number[] } & Record<string, unknown>

export const text = (value: string, status: Status = 'translated') => ({ value, status })

let names = 0

/** A project with what the tests of all batches do to it and ask of it. */
export async function createBatchScene(service: TestService) {
  const scene = await createScene(service)
  const { owner, orgId, projectId } = scene
  const params = { projectId }

  /** Runs a batch and proves that its counts are those of the ids sent. */
  async function run(route: BatchRoute, body: BatchBody, caller: Caller = owner) {
    const result = await service.ok(caller, route, { params, body })
    const sent = new Set(body.keyIds)
    const failed = new Set(result.errors.map(({ keyId }) => keyId))
    assert.equal(result.processed + result.failed, sent.size)
    assert.equal(result.errors.length, result.failed)
    assert.equal(failed.size, result.failed, 'an id fails once')
    assert.ok(failed.isSubsetOf(sent))
    assert.equal(result.success, result.failed === 0)
    assert.ok((result.duration ?? 0) >= 0)
    return result
  }

  return {
    ...scene,
    params,
    run,
    /** Runs a batch in which no key fails. */
    async succeed(route: BatchRoute, body: BatchBody, caller: Caller = owner) {
      const { errors } = await run(route, body, caller)
      assert.deepEqual(errors, [])
    },
    refused: (
      route: BatchRoute,
      body: object,
      situation: Situation,
      meta?: Record<string, unknown>,
      caller: Caller = owner,
    ) => service.refused(caller, route, { params, body }, situation, meta),
    createKey: (fields: object = {}, at = projectId) =>
      service.ok(owner, 'createKey', { params: { projectId: at }, body: { key: `key ${++names}`, ...fields } }),
    put: (key: string, locale: string, value: string) =>
      service.ok(owner, 'putValue', { params: { projectId, key }, body: { locale, value } }),
    async readKey(keyId: number) {
      return (await readKeys(service, owner, projectId)).find(({ id }) => id === keyId) ?? assert.fail('no such key')
    },
    history: (keyId: number) => readHistory(service, owner, projectId, { keyId }),
    async paramsOf(keyId: number) {
      const { keys } = await service.ok(owner, 'getTypes', { params })
      return keys.find((key) => key.keyId === keyId)?.params.map(({ name }) => name)
    },
    assertCountsTrue: () => assertCountsTrue(service, owner, orgId),
  }
}
