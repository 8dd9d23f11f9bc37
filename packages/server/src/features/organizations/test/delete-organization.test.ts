import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as pathOf } from 'node:path'
import { describe, test } from 'node:test'
import { createApiKey, join, register } from '../../../../test/factories.ts'
import { atEnd, nobody, startService } from '../../../../test/harness.ts'
import { park } from '../../../../test/parked-request.ts'
import { until } from '../../../../test/until.ts'
import { sql } from '../../../db/sql.ts'
import { sweep } from '../../../sweeper.ts'
import { cdnSweeps } from '../../cdn/sweep.ts'
import { streamsOf } from '../../stream/test/reader.ts'
import { createWebhookScene } from '../../webhooks/test/webhook-scene.ts'
import { organizationSweeps } from '../sweep.ts'

const HOUR = 3_600_000
const dataDir = mkdtempSync(pathOf(tmpdir(), 'parlance-closing-'))
atEnd(async () => rmSync(dataDir, { recursive: true, force: true }))
const scene = await createWebhookScene({ dataDir })
const { service, owner, orgId, projectId, project, createKey } = scene
const beside = await startService({ dataDir }, service)
const streams = await Promise.all([service, beside].map(streamsOf))
const params = { orgId }
const { name } = await service.ok(owner, 'getOrganization', { params })
const close = (body: unknown) => service.ok(owner, 'deleteOrganization', { params, body })

describe('12.18 an organization is closed', () => {
  test('422: by its name alone, exactly as it is', async () => {
    const request = (body: unknown) => ({ params, body })
    await service.refused(owner, 'deleteOrganization', { params }, 'fieldRequired', { field: 'name' })
    for (const wrong of ['', name.toLowerCase(), `${name} `, 5, null, 'x'.repeat(300)]) {
      const body = { name: wrong }
      await service.refused(owner, 'deleteOrganization', request(body), 'validationError', { field: 'name' })
    }
    assert.equal((await service.ok(owner, 'getOrganization', { params })).name, name)
  })

  test('403: by nobody but an owner who may see all languages, whatever the body', async () => {
    const admin = await join(service, owner, orgId, 'admin')
    const developer = await join(service, owner, orgId, 'developer')
    const german = await join(service, owner, orgId, 'owner', ['de'])
    for (const body of [{ name }, {}]) {
      await service.refused(admin, 'deleteOrganization', { params, body }, 'ownerOnly')
      await service.refused(german, 'deleteOrganization', { params, body }, 'restrictedToLocales')
      const needed = { requiredPermission: 'organization.manage_settings' }
      await service.refused(developer, 'deleteOrganization', { params, body }, 'missingPermission', needed)
    }
  })

  test('403: by nobody who was an owner when the request began, and is none any more', async () => {
    const second = await join(service, owner, orgId, 'owner')
    const finish = await park(service, second, 'deleteOrganization', { params, body: { name } })
    const demoted = { params: { orgId, userId: second.userId }, body: { role: 'admin' } }
    await service.ok(owner, 'updateMember', demoted)
    assert.deepEqual(await finish(), { status: 403, code: 'FORBIDDEN' })
    await service.ok(owner, 'getOrganization', { params })
  })

  test('204: it is gone for everybody at once, on every instance', async () => {
    const [viewer, developer] = [
      await join(service, owner, orgId, 'viewer'),
      await join(service, owner, orgId, 'developer'),
    ]
    const key = await createApiKey(service, developer, projectId, ['translations:read'])
    const { inviteToken } = await service.ok(owner, 'createMember', {
      params,
      body: { email: 'late@example.com', role: 'viewer' },
    })
    const memory = { name: 'All', sourceLocaleId: project.sourceLocaleId }
    const { id: tmId } = await service.ok(owner, 'createMemory', { params, body: memory })
    await service.ok(owner, 'createTerm', { params, body: { term: 'cart' } })
    const hook = await scene.createHook(['key.created'], 500)
    await createKey({ translations: { en: { value: 'Hello', status: 'translated' } } })
    const [waiting] = await scene.quiet(hook.id)
    const arrived = hook.receiver.arrivals.length
    const file = `/cdn/${project.cdnToken}/en.json`
    const served = async (by = service) => (await by.app.inject({ url: file })).statusCode
    await service.ok(owner, 'deployCdn', { params: { projectId } })
    await until('the files to be published', async () => (await served()) === 200 && (await served(beside)) === 200)
    const jobs = sql`insert into jobs (kind, project_id, lane, actor_type, actor_id, user_id, created_at, due_at)
      values ('cdn_deploy', ${projectId}, 'later', 'user', ${owner.userId}, ${owner.userId}, now(), now() + interval '1 day')`
    await service.db.run(jobs)
    const readers = await Promise.all([
      ...streams.map(({ open }) => open(viewer, `/projects/${projectId}/keys/events`)),
      ...streams.map(({ open }) => open(key, '/keys/events/stream')),
    ])

    await close({ name, reason: 'unknown fields are ignored' })

    for (const instance of [service, beside]) {
      for (const caller of [owner, viewer]) {
        await instance.refused(caller, 'getOrganization', { params }, 'notFound')
        await instance.refused(caller, 'getProject', { params: { projectId } }, 'projectNotFound')
        await instance.refused(caller, 'getMemory', { params: { tmId } }, 'notFound')
        await instance.refused(caller, 'getGlossary', { params }, 'glossaryNotFound')
        await instance.refused(caller, 'getWebhook', { params: { id: hook.id } }, 'webhookNotFound')
      }
      await instance.refused(owner, 'deleteOrganization', { params, body: { name } }, 'notFound')
      await instance.refused(key, 'getProject', { params: { projectId } }, 'authenticationRequired')
      const accepting = { token: inviteToken, name: 'Late', password: 'correct horse battery' }
      await instance.refused(nobody, 'acceptInvite', { body: accepting }, 'notFound')
      assert.deepEqual((await instance.ok(viewer, 'getSession')).organizations, [])
      assert.deepEqual((await instance.ok(owner, 'listOrganizations')).organizations, [])
      assert.equal(await served(instance), 404)
    }
    await until('the streams to end', () => readers.every(({ isEnded }) => isEnded))
    const ended = sql`select 1 from jobs where project_id = ${projectId} and due_at is not null`
    assert.equal(await service.db.run(ended), 0)
    service.clock.advance(HOUR)
    const delivery = sql`select error_message as why from deliveries where id = ${waiting?.id} and due_at is null`
    await until('the delivery to be given up', () => service.db.row(delivery))
    assert.match((await service.db.one<{ why: string }>(delivery)).why, /not active/)
    assert.equal(hook.receiver.arrivals.length, arrived)
  })

  test('204: it makes room for another one, and whoever closed it is told in what outlives it', async () => {
    assert.equal((await service.ok(owner, 'createOrganization', { body: { name } })).name, name)
    const [entry] = await service.db.rows<{ actor: number; name: string; details: object }>(sql`
      select actor_id as actor, subject_name as name, details from audit_entries
      where organization_id = ${orgId} and event = 'organization.closed'`)
    assert.partialDeepStrictEqual(entry, { actor: owner.userId, name, details: { projects: 1 } })
  })

  test('what it held is removed an hour later, step by step, and nothing of others', async () => {
    const stranger = await register(service)
    const body = { name: 'Shop', sourceLocale: 'en' }
    const theirs = await service.ok(stranger, 'createProject', { params: { orgId: stranger.orgId }, body })
    const values = { en: { value: 'Hi', status: 'translated' } }
    for (const key of ['a', 'b']) {
      const request = { params: { projectId: theirs.id }, body: { key, translations: values } }
      await service.ok(stranger, 'createKey', request)
    }
    const left = () =>
      service.db.one<Record<string, number>>(sql`
        select (select count(*) from keys where project_id = ${projectId}) as keys,
               (select count(*) from translations where project_id = ${projectId}) as values,
               (select count(*) from changes where project_id = ${projectId}) as changes,
               (select count(*) from webhooks where project_id = ${projectId}) as webhooks,
               (select count(*) from deliveries) as deliveries, (select count(*) from delivery_data) as data,
               (select count(*) from api_keys where project_id = ${projectId}) as "apiKeys",
               (select count(*) from jobs where project_id = ${projectId}) as jobs,
               (select count(*) from memories where organization_id = ${orgId}) as memories,
               (select count(*) from glossaries where organization_id = ${orgId}) as glossaries,
               (select count(*) from writers where organization_id = ${orgId}) as writers`)
    const before = await left()
    assert.ok(
      Object.values(before).every((count) => count > 0),
      JSON.stringify(before),
    )
    await sweep(service.services, organizationSweeps)
    assert.ok((await left())['jobs'], 'published files are withdrawn first')
    const sweeps = [...cdnSweeps, ...organizationSweeps]
    await Promise.all([service, beside].map(({ services }) => sweep(services, sweeps)))
    await sweep(service.services, sweeps)
    assert.deepEqual(new Set(Object.values(await left())), new Set([0]))
    const remains = await service.db.rows<{ name: string }>(sql`
      select name from organizations where id = ${orgId} union all
      select name from projects where id = ${projectId} union all
      select name from namespaces where project_id = ${projectId}`)
    assert.deepEqual(
      remains.filter((row) => row.name !== ''),
      [],
    )
    const kept = sql`select 1 from audit_entries where organization_id = ${orgId}`
    assert.ok((await service.db.run(kept)) > 0, 'the audit log is kept for its time')
    assert.equal((await service.ok(stranger, 'listKeys', { params: { projectId: theirs.id } })).data.length, 2)
  })
})
