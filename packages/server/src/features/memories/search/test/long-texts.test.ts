import assert from 'node:assert/strict'
import { type ClientRequest, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, describe, test } from 'node:test'
import { expectedSimilarity } from '../../../../../test/expected-similarity.ts'
import { join } from '../../../../../test/factories.ts'
import { credentials, startService } from '../../../../../test/harness.ts'
import { longText, longTexts } from '../../../../../test/long-texts.ts'
import { longestTurn } from '../../../../../test/longest-turn.ts'
import { onThisMachine } from '../../../../../test/this-machine.ts'
import { until } from '../../../../../test/until.ts'
import { sql } from '../../../../db/sql.ts'
import { createMemoryScene } from '../../test/memory-scene.ts'

const service = await startService()
const scene = await createMemoryScene(service)
const { owner, orgId, projectId, de, createMemory } = scene
const viewer = await join(service, owner, orgId, 'viewer')
const params = { projectId }
const { texts } = service.services

/** 300 entries of 10,000 characters, none of which is told apart before it is compared. */
async function fill(tmId: number, stored: readonly string[]) {
  await service.db.run(sql`
    insert into memory_entries (memory_id, locale_id, source_text, target_text, created_at, updated_at)
    select ${tmId}, ${de}, text, 'x', now(), now() from unnest(${stored}::text[]) as text`)
}

before(async () => {
  const { id: tmId } = await createMemory({ isShared: true })
  await fill(tmId, longTexts())
})

const searchAs = (caller: typeof viewer, sourceText: string) =>
  service.ok(caller, 'searchProjectMemories', { params, body: { sourceText, targetLocaleId: de, minSimilarity: 50 } })

describe('searches among 300 entries of 10,000 characters', () => {
  test('find what there is', async () => {
    const nearly = `${longText(7).slice(0, 9_000)}${longText(8).slice(9_000)}`
    const { matches } = await searchAs(viewer, nearly)
    assert.deepEqual(matches.map(({ sourceText, similarity }) => [sourceText === longText(7), similarity])[0], [
      true,
      expectedSimilarity(nearly, longText(7)),
    ])
  })

  test('eight at a time keep nobody waiting: neither the event loop nor a short search', async () => {
    const order: string[] = []
    let turn = 0
    const long = longestTurn(async () => {
      const searches = Array.from({ length: 8 }, (_, at) => searchAs(viewer, longText(1_000 + at)))
      await until('they are under way', () => texts.searches.running > 0)
      const short = searchAs(owner, 'Save').then(() => order.push('short'))
      await Promise.all([short, ...searches])
      order.push('long')
    })
    turn = await long
    assert.deepEqual(order, ['short', 'long'])
    assert.ok(turn < onThisMachine(50), `a turn of ${turn} ms`)
  })

  test('end when their clients go', async () => {
    await until('all is quiet', () => texts.searches.running === 0)
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

  test('503 SERVICE_UNAVAILABLE with Retry-After when too many wait, for one and not for others', async () => {
    const searching = Array.from({ length: 60 }, (_, at) =>
      service.call(viewer, 'searchProjectMemories', {
        params,
        body: { sourceText: longText(3_000 + at), targetLocaleId: de, minSimilarity: 90 },
      }),
    )
    const other = searchAs(owner, longText(5_000))
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
