import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cookieOf, createScene } from '../../../../test/factories.ts'
import { nobody, startService } from '../../../../test/harness.ts'
import { until } from '../../../../test/until.ts'
import { sql } from '../../../db/sql.ts'
import { sweep } from '../../../sweeper.ts'
import { streamsOf } from '../../stream/test/reader.ts'
import { activitySweeps } from '../sweep.ts'

const service = await startService()
const { owner, projectId } = await createScene(service)
const streams = await streamsOf(service)
const params = { projectId }
const DAY = 86_400_000

const put = (key: string, locale: string, value: string) =>
  service.ok(owner, 'putValue', { params: { projectId, key }, body: { locale, value } })
const told = async () =>
  (await service.ok(owner, 'listActivity', { params, query: { limit: 100 } })).activity
    .map(({ event, key, locale, after }) => [event, key, locale, (after as { value?: string } | null)?.value ?? null])
    .reverse()
const pass = async (days: number) => {
  service.clock.advance(days * DAY)
  owner.cookie = cookieOf(
    await service.call(nobody, 'login', { body: { email: owner.email, password: owner.password } }),
  )
}
const keepFor = (historyKeepDays: number | null) =>
  sweep({ ...service.services, config: { ...service.services.config, historyKeepDays } }, activitySweeps)

describe('the history', () => {
  test('is kept for good unless something else is set', async () => {
    await service.ok(owner, 'createKey', {
      params,
      body: { key: 'a', translations: { en: { value: 'One', status: 'not_reviewed' } } },
    })
    await put('a', 'en', 'Two')
    await put('a', 'de', 'Zwei')
    await service.ok(owner, 'exportKeys', { params, body: {} })
    await until('the export to be told', async () => (await told()).some(([event]) => event === 'export.completed'))
    await pass(400)
    const before = await told()
    await keepFor(null)
    assert.deepEqual(await told(), before)
  })

  test('loses what is older, but for the last of each value and key', async () => {
    await put('a', 'en', 'Three')
    await keepFor(90)
    assert.deepEqual(await told(), [
      ['key.created', 'a', null, null],
      ['translation.updated', 'a', 'en', 'Two'],
      ['translation.created', 'a', 'de', 'Zwei'],
      ['translation.updated', 'a', 'en', 'Three'],
    ])
    await pass(91)
    await keepFor(90)
    assert.deepEqual(
      (await told()).map(([, , , value]) => value),
      [null, 'Zwei', 'Three'],
    )
    // What is gone on is the history alone.
    const { data } = await service.ok(owner, 'listKeys', { params })
    assert.equal(data[0]?.translations['en']?.value, 'Three')
  })

  test('whoever follows from a change that is gone begins anew', async () => {
    const gone = await service.services.db.rows<{ seq: number }>(sql`
      select s as seq from generate_series(2, 4) s
      where not exists (select from changes where project_id = ${projectId} and seq = s)`)
    assert.ok(gone[0], 'nothing is gone')
    const path = `/projects/${projectId}/keys/events?lastEventId=${gone[0].seq - 1}`
    const reader = await streams.open(owner, path)
    await until('the first event', () => reader.events.length > 0)
    reader.close()
    assert.deepEqual(
      reader.events.map(({ event }) => event),
      ['reset'],
    )
  })
})
