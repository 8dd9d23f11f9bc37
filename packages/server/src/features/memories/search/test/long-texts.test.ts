import assert from 'node:assert/strict'
import { type ClientRequest, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { join } from '../../../../../test/factories.ts'
import { type Caller, credentials, startService } from '../../../../../test/harness.ts'
import { longText, longTexts } from '../../../../../test/long-texts.ts'
import { longestTurn } from '../../../../../test/longest-turn.ts'
import { onThisMachine, workedMs } from '../../../../../test/this-machine.ts'
import { until } from '../../../../../test/until.ts'
import { sql } from '../../../../db/sql.ts'
import { createMemoryScene } from '../../test/memory-scene.ts'

/** A project with a memory of 300 entries of 10,000 characters, none of which is told apart before it is compared. */
async function createLong(memoryIndexBytes: number) {
  const service = await startService({ memoryIndexBytes })
  const scene = await createMemoryScene(service)
  const { owner, orgId, projectId, de, createMemory } = scene
  const { id: tmId } = await createMemory({ isShared: true })
  await service.db.run(sql`
    insert into memory_entries (memory_id, locale_id, source_text, target_text, created_at, updated_at)
    select ${tmId}, ${de}, text, 'x', now(), now() from unnest(${longTexts()}::text[]) as text`)
  const viewer = await join(service, owner, orgId, 'viewer')
  const params = { projectId }
  const call = (caller: Caller, sourceText: string, minSimilarity = 50) =>
    service.call(caller, 'searchProjectMemories', { params, body: { sourceText, targetLocaleId: de, minSimilarity } })
  const search = (caller: Caller, sourceText: string) =>
    service.ok(caller, 'searchProjectMemories', { params, body: { sourceText, targetLocaleId: de } })
  return { service, owner, viewer, projectId, de, texts: service.services.texts, call, search }
}

for (const [name, memoryIndexBytes] of [
  ['with an index', 2 ** 30],
  ['without room for one', 0],
] as const) {
  describe(`searches among 300 entries of 10,000 characters, ${name},`, async () => {
    const { service, viewer, projectId, de, texts, search } = await createLong(memoryIndexBytes)

    test('find what there is', async () => {
      const { matches } = await search(viewer, longText(7).slice(500))
      const found = matches.map(({ sourceText, similarity }) => [sourceText === longText(7), similarity])
      assert.deepEqual(found, [[true, 95]])
    })

    test('end when their clients go', async () => {
      await service.app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = service.app.server.address() as AddressInfo
      const send = (at: number): ClientRequest => {
        const sent = request({
          port,
          method: 'POST',
          path: `/v1/projects/${projectId}/tm/search`,
          headers: { ...credentials(viewer), 'content-type': 'application/json' },
        })
        sent.on('error', () => {})
        sent.end(JSON.stringify({ sourceText: longText(2_000 + at), targetLocaleId: de }))
        return sent
      }
      // More than are done before the first client could go.
      const sent = Array.from({ length: 24 }, (_, at) => send(at))
      await until('most wait', () => texts.searches.waiting > 12)
      for (const each of sent) each.destroy()
      await until('nothing waits', () => texts.searches.waiting === 0, 1_000)
      await until('nothing is compared', () => texts.searches.running === 0, 1_000)
    })
  })
}

describe('many long searches at a time', async () => {
  const { owner, viewer, texts, call, search } = await createLong(2 ** 30)

  test('keep nobody waiting: neither the event loop nor a short search', async () => {
    const order: string[] = []
    const [before, all] = [workedMs(), process.cpuUsage()]
    const turn = await longestTurn(async () => {
      const searches = Array.from({ length: 8 }, (_, at) => search(viewer, longText(1_000 + at)))
      await until('they are under way', () => texts.searches.waiting > 0)
      const short = search(owner, 'Save').then(() => order.push('short'))
      await Promise.all([short, ...searches])
      order.push('long')
    })
    assert.deepEqual(order, ['short', 'long'])
    assert.ok(turn < onThisMachine(50), `a turn of ${turn} ms`)
    const { user, system } = process.cpuUsage(all)
    const here = workedMs() - before
    assert.ok(here < (user + system) / 1000 / 4, `${here} ms of ${(user + system) / 1000} on the main thread`)
  })

  test('503 SERVICE_UNAVAILABLE with Retry-After when too many wait, for one and not for others', async () => {
    const searching = Array.from({ length: 60 }, (_, at) => call(viewer, longText(3_000 + at), 95))
    const other = search(owner, longText(5_000))
    const answers = await Promise.all(searching)
    const refused = answers.filter(({ status }) => status !== 200)
    assert.ok(refused.length > 0, 'all were taken')
    for (const { status, body, headers } of refused) {
      assert.equal(status, 503)
      assert.equal((body as { code: string }).code, 'SERVICE_UNAVAILABLE')
      assert.match(String(headers['retry-after']), /^[1-9]\d*$/)
    }
    assert.ok(answers.some(({ status }) => status === 200))
    assert.equal((await other).total, 0)
  })
})
