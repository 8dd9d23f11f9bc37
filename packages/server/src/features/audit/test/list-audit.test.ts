import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type AuditEvent, auditEventNames } from '@parlance/contract'
import { cookieOf, createApiKey, createScene, register } from '../../../../test/factories.ts'
import { nobody, startService } from '../../../../test/harness.ts'
import { sql } from '../../../db/sql.ts'
import { sweep } from '../../../sweeper.ts'
import { recordEntries } from '../index.ts'
import { auditSweeps } from '../sweep.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const params = { orgId }
const DAY = 86_400_000
const began = service.clock.now().getTime()

/** Something that was done now. */
const tell = (
  name: string,
  {
    event = 'project.created' as AuditEvent,
    actorId = owner.userId,
    type = 'user' as 'user' | 'api_key',
    at = service.clock.now(),
  } = {},
) =>
  recordEntries(service.db, { organizationId: orgId, actor: { type, id: actorId }, address: '192.0.2.7', at }, [
    { event, subject: { type: 'project', id: projectId, name }, details: { name } },
  ])

const list = (query: Record<string, unknown> = {}) => service.ok(owner, 'listAudit', { params, query })
/** Of what this file told, the names, in their order. */
const names = async (query: Record<string, unknown> = {}) =>
  (await list(query)).entries.flatMap(({ address, subject }) => (address === '192.0.2.7' ? [subject.name] : []))

/** Each in a time of its own, so that `since` and `until` can tell them apart. */
const told: { name: string; at: Date }[] = []
for (const name of ['a', 'b', 'c', 'd', 'e']) {
  service.clock.advance(1000)
  await tell(name, {
    event: name === 'b' ? 'api_key.revoked' : 'project.created',
    actorId: name === 'c' ? 999 : owner.userId,
  })
  told.push({ name, at: service.clock.now() })
}
const timeOf = (name: string) => told.find((one) => one.name === name)?.at.toISOString()

describe('listAudit', () => {
  test('200: what was done, by whom, to what, from where, newest first', async () => {
    const { entries } = await list()
    const entry = entries.find(({ subject }) => subject.name === 'e')
    assert.deepEqual(entry, {
      id: entry?.id,
      at: timeOf('e'),
      actor: { type: 'user', id: owner.userId, name: owner.name },
      event: 'project.created',
      subject: { type: 'project', id: projectId, name: 'e' },
      details: { name: 'e' },
      address: '192.0.2.7',
    })
    assert.deepEqual(await names(), ['e', 'd', 'c', 'b', 'a'])
  })

  test('pages neither skip nor repeat, also among entries of the same moment', async () => {
    service.clock.advance(1000)
    for (const name of ['f', 'g', 'h']) await tell(name)
    const since = timeOf('a')
    const seen: (string | null)[] = []
    let cursor: string | null = null
    do {
      const page = await list({ since, limit: 2, ...(cursor === null ? {} : { cursor }) })
      seen.push(...page.entries.map(({ subject }) => subject.name))
      assert.equal(page.hasMore, page.nextCursor !== null)
      // What comes meanwhile is newer, and moves nothing.
      await tell(`later ${seen.length}`, { at: new Date(service.clock.now().getTime() + 1) })
      cursor = page.nextCursor
    } while (cursor !== null)
    assert.deepEqual(seen, ['h', 'g', 'f', 'e', 'd', 'c', 'b', 'a'])
    await service.db.run(sql`delete from audit_entries where subject_name > 'e' and address = '192.0.2.7'`)
  })

  test('since is the first moment, until the one after the last', async () => {
    assert.deepEqual(await names({ since: timeOf('b'), until: timeOf('d') }), ['c', 'b'])
    assert.deepEqual(await names({ since: timeOf('d') }), ['e', 'd'])
    assert.deepEqual(await names({ until: timeOf('b') }), ['a'])
    assert.deepEqual(await names({ since: timeOf('d'), until: timeOf('b') }), [])
    const elsewhere = `${new Date(Date.parse(timeOf('d') ?? '') + 2 * 3_600_000).toISOString().slice(0, -1)}+02:00`
    assert.deepEqual(await names({ since: elsewhere }), ['e', 'd'])
  })

  test('actorId is a user, not the API key of the same number', async () => {
    await tell('by a key', { actorId: 999, type: 'api_key' })
    assert.ok((await names()).includes('by a key'))
    assert.deepEqual(await names({ actorId: 999 }), ['c'])
    await service.db.run(sql`delete from audit_entries where subject_name = 'by a key'`)
  })

  test('actorId and events narrow it, together with all else', async () => {
    assert.deepEqual(await names({ actorId: 999 }), ['c'])
    assert.deepEqual(await names({ events: 'api_key.revoked' }), ['b'])
    assert.deepEqual(await names({ events: 'api_key.revoked,project.created', actorId: owner.userId }), [
      'e',
      'd',
      'b',
      'a',
    ])
    assert.deepEqual(await names({ events: ['api_key.revoked'], since: timeOf('c') }), [])
  })

  test('422 for what is no time, no id, no event and no size of a page', async () => {
    const wrong: [Record<string, unknown>, string][] = [
      [{ limit: 0 }, 'limit'],
      [{ limit: 101 }, 'limit'],
      [{ since: 'yesterday' }, 'since'],
      [{ until: '2026-02-30T00:00:00Z' }, 'until'],
      [{ actorId: 0 }, 'actorId'],
      [{ events: 'project.created,project.dreamt' }, 'events.1'],
    ]
    for (const [query, field] of wrong)
      await service.refused(owner, 'listAudit', { params, query }, 'validationError', { field })
    await service.ok(owner, 'listAudit', { params, query: { limit: 100, events: auditEventNames.join() } })
  })

  test('400 INVALID_INPUT for a cursor that was issued for other filters, another organization, or not at all', async () => {
    const { nextCursor } = await list({ limit: 1 })
    const stranger = await register(service)
    await service.ok(owner, 'listAudit', { params, query: { cursor: nextCursor } })
    for (const query of [
      { since: timeOf('a') },
      { until: timeOf('e') },
      { actorId: 999 },
      { events: 'project.created' },
    ])
      await service.refused(owner, 'listAudit', { params, query: { ...query, cursor: nextCursor } }, 'invalidCursor')
    await service.refused(owner, 'listAudit', { params, query: { cursor: 'x' } }, 'invalidCursor')
    const theirs = { params: { orgId: stranger.orgId }, query: { cursor: nextCursor } }
    await service.refused(stranger, 'listAudit', theirs, 'invalidCursor')
  })

  test('tells nothing of other organizations, and nothing to API keys', async () => {
    const stranger = await register(service)
    const { entries } = await service.ok(stranger, 'listAudit', { params: { orgId: stranger.orgId } })
    assert.ok(entries.every(({ address }) => address !== '192.0.2.7'))
    await service.refused(stranger, 'listAudit', { params }, 'notFound')
    const key = await createApiKey(service, owner, projectId, ['translations:read'])
    await service.refused(key, 'listAudit', { params }, 'apiKeyOnOrganization')
  })

  test('is kept for 400 days, or as long as is set', async () => {
    service.clock.advance(began + 400 * DAY + 3000 - service.clock.now().getTime())
    await sweep(service.services, auditSweeps)
    const { email, password } = owner
    owner.cookie = cookieOf(await service.call(nobody, 'login', { body: { email, password } }))
    assert.deepEqual(await names(), ['e', 'd', 'c'], 'of the last 400 days')
    const config = { ...service.services.config, auditRetentionDays: 1 }
    await sweep({ ...service.services, config }, auditSweeps)
    assert.deepEqual(await names(), [])
  })
})
