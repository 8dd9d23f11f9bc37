import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Contract, ResponseBody } from '@parlance/contract'
import { createScene } from './factories.ts'
import { type Answer, type Caller, startService } from './harness.ts'
import { type Activity, assertCountsTrue, type ListedKey, readHistory, readKeys } from './recount.ts'

const service = await startService()
const SLOWEST_MS = 30_000
const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))
const codeOf = ({ body }: Answer) => (body as { code?: string } | undefined)?.code

/** Runs the tasks a few at a time: hundreds at once would only wait for each other. */
async function inLanes<T>(tasks: (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = []
  const waiting = tasks.entries()
  const lane = async () => {
    for (const [at, task] of waiting) results[at] = await task()
  }
  await Promise.all(times(6, lane))
  return results
}

/** As many keys as asked for, all with a value in every language. */
function createKeys(owner: Caller, projectId: number, count: number, namespace = 'default'): Promise<number[]> {
  const value = (text: string) => ({ value: text, status: 'translated' })
  const create = async (n: number) => {
    const body = { key: `k${n}`, namespace, translations: { en: value(`{a${n}}`), de: value('b'), fr: value('c') } }
    return (await service.ok(owner, 'createKey', { params: { projectId }, body })).id
  }
  return inLanes(times(count, (n) => () => create(n)))
}

describe('batches in opposite order', () => {
  type BatchRoute = 'batchDeleteKeys' | 'batchSetStatus' | 'batchMoveKeys' | 'batchCopyValues' | 'batchClearValues'
  type Result = ResponseBody<Contract[BatchRoute]>

  /** Sends a batch until it is done. It may lose to others, but not for ever, and not without saying so. */
  async function send(caller: Caller, projectId: number, route: BatchRoute, body: object): Promise<Result> {
    for (let attempt = 1; attempt <= 10; attempt++) {
      const startedAt = performance.now()
      const answer = await service.call(caller, route, { params: { projectId }, body })
      assert.ok(performance.now() - startedAt < SLOWEST_MS, `${route} took over 30 s`)
      if (answer.status === 200) return answer.body as Result
      assert.deepEqual([answer.status, codeOf(answer)], [409, 'TRANSACTION_CONFLICT'], route)
    }
    return assert.fail(`${route} never came through`)
  }

  /** History is one chain for every value and every key, and ends at what is stored. */
  function assertHistoryEndsAt(keys: ListedKey[], history: Activity[]) {
    const values = new Map<string, unknown>()
    const namespaces = new Map<number, string | null>()
    const deleted = new Set<number>()
    for (const { event, keyId, locale, before, after, namespace } of history) {
      assert.ok(!deleted.has(keyId ?? 0), `${event} of a deleted key`)
      if (event === 'key.deleted') deleted.add(keyId ?? 0)
      if (keyId !== null && namespace !== null) {
        const came = event === 'key.updated' ? (before as { namespace: string }).namespace : namespace
        assert.equal(came, namespaces.get(keyId) ?? came, `${event}: a key was elsewhere`)
        namespaces.set(keyId, namespace)
      }
      if (!event.startsWith('translation.')) continue
      const cell = `${keyId} ${locale}`
      assert.deepEqual(before, values.get(cell) ?? null, `${event}: a gap in the history of ${cell}`)
      assert.notDeepEqual(before, after)
      values.set(cell, after)
    }
    for (const { id, namespace, translations } of keys) {
      assert.ok(!deleted.has(id))
      assert.equal(namespaces.get(id), namespace)
      for (const [locale, { value, status }] of Object.entries(translations)) {
        assert.deepEqual(values.get(`${id} ${locale}`), { value, status })
      }
    }
  }

  test('status, clear, copy, move and delete of the same 500 keys: all come through, and nothing is lost', async () => {
    const { owner, orgId, projectId, project } = await createScene(service)
    const params = { projectId }
    const keyIds = await createKeys(owner, projectId, 500)
    const reversed = keyIds.toReversed()
    const { id: attic } = await service.ok(owner, 'createNamespace', { params, body: { name: 'attic' } })
    const status = { localeCode: 'de', status: 'not_reviewed' }
    const copy = { fromLocaleCode: 'fr', toLocaleCode: 'de', overwriteExisting: true }
    const rounds = 3
    const slice = keyIds.length / 5
    for (const round of times(rounds, (n) => n)) {
      const doomed = keyIds.slice(round * slice, (round + 1) * slice)
      const run = (route: BatchRoute, body: object) => send(owner, projectId, route, body)
      const [first, second, ...others] = await Promise.all([
        run('batchDeleteKeys', { keyIds: doomed }),
        run('batchDeleteKeys', { keyIds: doomed.toReversed() }),
        run('batchSetStatus', { keyIds, ...status }),
        run('batchClearValues', { keyIds: reversed, localeCodes: ['de', 'en'] }),
        run('batchMoveKeys', { keyIds, targetNamespaceId: attic }),
        run('batchMoveKeys', { keyIds: reversed, targetNamespaceId: project.defaultNamespaceId }),
        run('batchSetStatus', { keyIds: reversed, ...status, status: 'translated' }),
        run('batchCopyValues', { keyIds, ...copy }),
        run('batchCopyValues', { keyIds: reversed, ...copy, toLocaleCode: 'en' }),
      ])
      assert.equal(first.processed + second.processed, doomed.length, 'each key is deleted by one of the two')
      for (const { processed, failed } of others) assert.equal(processed + failed, keyIds.length)
    }
    const keys = await readKeys(service, owner, projectId)
    assert.equal(keys.length, keyIds.length - rounds * slice)
    const history = await readHistory(service, owner, projectId)
    assertHistoryEndsAt(keys, history)
    assert.equal(history.filter(({ event }) => event === 'key.deleted').length, rounds * slice)
    await assertCountsTrue(service, owner, orgId)
  })

  test('moves of equal names into one namespace from two sides: one of each name arrives', async () => {
    const { owner, orgId, projectId } = await createScene(service)
    const params = { projectId }
    const [left, right] = [
      await createKeys(owner, projectId, 100, 'left'),
      await createKeys(owner, projectId, 100, 'right'),
    ]
    const { id: targetNamespaceId } = await service.ok(owner, 'createNamespace', { params, body: { name: 'middle' } })
    const move = (keyIds: number[]) => send(owner, projectId, 'batchMoveKeys', { keyIds, targetNamespaceId })
    const sent = [left, right.toReversed(), [...left, ...right].reverse()]
    const results = await Promise.all(sent.map(move))
    const keys = await readKeys(service, owner, projectId)
    const arrived = keys.filter(({ namespace }) => namespace === 'middle')
    assert.equal(arrived.length, 100)
    assert.equal(new Set(arrived.map(({ key }) => key)).size, 100)
    for (const [at, { errors }] of results.entries()) {
      const failed = new Set(errors.map(({ keyId }) => keyId))
      const there = new Set(arrived.map(({ id }) => id))
      for (const id of sent[at] ?? [])
        assert.equal(there.has(id), !failed.has(id), 'processed keys moved, failed ones not')
    }
    await assertCountsTrue(service, owner, orgId)
  })

  test('a key that was not found is left alone, even when it comes back meanwhile', async () => {
    const { owner, orgId, projectId } = await createScene(service)
    const keyIds = await createKeys(owner, projectId, 120)
    await send(owner, projectId, 'batchDeleteKeys', { keyIds })
    let processed = keyIds.length
    const restore = async (keyId: number) => {
      const { status } = await service.call(owner, 'restoreKey', { params: { projectId, keyId } })
      assert.ok([200, 404, 409].includes(status), `restoreKey answered ${status}`)
    }
    let running = true
    const restoring = inLanes(keyIds.map((keyId) => () => restore(keyId))).finally(() => {
      running = false
    })
    const deleting = async () => {
      while (running) processed += (await send(owner, projectId, 'batchDeleteKeys', { keyIds })).processed
    }
    await Promise.all([restoring, deleting()])
    const history = await readHistory(service, owner, projectId)
    assert.equal(history.filter(({ event }) => event === 'key.deleted').length, processed)
    await assertCountsTrue(service, owner, orgId)
  })
})
