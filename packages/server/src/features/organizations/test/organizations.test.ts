import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createScene, join, register } from '../../../../test/factories.ts'
import { type Caller, startService } from '../../../../test/harness.ts'

const service = await startService()
// The first to register administers the instance.
const { owner: admin, orgId } = await createScene(service)
const stranger = await register(service)
const developer = await join(service, admin, orgId, 'developer')
const viewer = await join(service, admin, orgId, 'viewer')

const create = (by: Caller, name: string) => service.ok(by, 'createOrganization', { body: { name } })
const get = (by: Caller, id: number) => service.ok(by, 'getOrganization', { params: { orgId: id } })
const update = (by: Caller, id: number, body: unknown) =>
  service.ok(by, 'updateOrganization', { params: { orgId: id }, body })

describe('create-organization', () => {
  test('201: the organization, owned by whoever made it, without limits', async () => {
    const organization = await create(viewer, 'Side project')
    const now = service.clock.now().toISOString()
    assert.deepEqual(organization, {
      id: organization.id,
      name: 'Side project',
      role: 'owner',
      limits: { keys: null },
      usage: { keys: 0 },
      isReadOnly: false,
      createdAt: now,
      updatedAt: now,
    })
    assert.deepEqual(await get(viewer, organization.id), organization)
    await service.refused(admin, 'getOrganization', { params: { orgId: organization.id } }, 'notFound')
  })

  test('201: KEY_LIMIT is the limit of new organizations', async () => {
    const limited = await startService({ keyLimit: 5 })
    const owner = await register(limited)
    const made = await limited.ok(owner, 'createOrganization', { body: { name: 'Second' } })
    const first = await limited.ok(owner, 'getOrganization', { params: { orgId: owner.orgId } })
    assert.deepEqual([made.limits.keys, first.limits.keys], [5, 5])
  })

  test('14.18 403: with REGISTRATION=first it is for the instance administrator, whatever the body', async () => {
    const closed = await startService({ registration: 'first' }, service)
    for (const caller of [stranger, developer, viewer]) {
      for (const body of [{ name: 'Own' }, {}, 'no JSON at all']) {
        await closed.refused(caller, 'createOrganization', { body }, 'organizationsClosed')
      }
    }
    assert.equal((await closed.ok(admin, 'createOrganization', { body: { name: 'Third' } })).role, 'owner')
  })

  test('422: a name is required, and is text', async () => {
    await service.refused(admin, 'createOrganization', { body: {} }, 'fieldRequired', { field: 'name' })
    for (const name of [5, null, ['x'], 'a\0b', 'a\udfff']) {
      await service.refused(admin, 'createOrganization', { body: { name } }, 'validationError', { field: 'name' })
    }
    const empty = await service.call(admin, 'createOrganization', { body: { name: '' } })
    assert.equal(empty.status, 422)
    await service.refused(admin, 'createOrganization', { body: { name: 'x'.repeat(256) } }, 'fieldTooLong', {
      field: 'name',
    })
  })
})

describe('list-organizations', () => {
  test('200: the organizations one belongs to, and no others', async () => {
    const person = await join(service, stranger, stranger.orgId, 'reviewer')
    const own = await create(person, 'Own')
    const { organizations } = await service.ok(person, 'listOrganizations')
    assert.deepEqual(
      organizations.map(({ id, role }) => ({ id, role })),
      [
        { id: stranger.orgId, role: 'reviewer' },
        { id: own.id, role: 'owner' },
      ],
    )
    assert.deepEqual(organizations[1], own)
  })
})

describe('update-organization', () => {
  test('200: a new name; updatedAt moves when something changed, and only then', async () => {
    const { id, createdAt } = await create(admin, 'Before')
    service.clock.advance(1000)
    const renamed = await update(admin, id, { name: 'After', id: 1, role: 'viewer', createdAt: null })
    assert.deepEqual([renamed.id, renamed.name, renamed.role, renamed.createdAt], [id, 'After', 'owner', createdAt])
    assert.equal(renamed.updatedAt, service.clock.now().toISOString())
    service.clock.advance(1000)
    for (const body of [{}, { name: 'After' }, { limits: { keys: null } }]) {
      assert.deepEqual(await update(admin, id, body), renamed)
    }
    assert.deepEqual(await get(admin, id), renamed)
  })

  test('403: only members who manage settings', async () => {
    for (const caller of [developer, viewer]) {
      await service.refused(
        caller,
        'updateOrganization',
        { params: { orgId }, body: { name: 'X' } },
        'missingPermission',
        {
          requiredPermission: 'organization.manage_settings',
        },
      )
    }
    const manager = await join(service, admin, orgId, 'admin')
    assert.equal((await update(manager, orgId, { name: 'Managed' })).name, 'Managed')
  })

  test('403: limits are for the instance administrator, and nothing is written without', async () => {
    const { orgId: id } = stranger
    const before = await get(stranger, id)
    const body = { name: 'Renamed', limits: { keys: 10 } }
    await service.refused(stranger, 'updateOrganization', { params: { orgId: id }, body }, 'instanceAdminOnly')
    assert.deepEqual(await get(stranger, id), before)
  })

  test('422 names the field', async () => {
    const cases: [object, 'fieldRequired' | 'validationError', string][] = [
      [{ name: 5, limits: 5 }, 'validationError', 'name'],
      [{ limits: 5 }, 'validationError', 'limits'],
      [{ limits: {} }, 'fieldRequired', 'limits.keys'],
      [{ limits: { keys: -1 } }, 'validationError', 'limits.keys'],
      [{ limits: { keys: 1.5 } }, 'validationError', 'limits.keys'],
      [{ limits: { keys: '5' } }, 'validationError', 'limits.keys'],
    ]
    for (const [body, situation, field] of cases) {
      await service.refused(admin, 'updateOrganization', { params: { orgId }, body }, situation, { field })
    }
  })
})

describe('limits', () => {
  test('usage counts the living keys of all projects; the organization is read-only while it is over', async () => {
    const { id } = await create(admin, 'Limited')
    const projects = []
    for (const name of ['A', 'B']) {
      const body = { name, sourceLocale: 'en' }
      projects.push(await service.ok(admin, 'createProject', { params: { orgId: id }, body }))
    }
    const keys = []
    for (const { id: projectId } of projects) {
      keys.push(await service.ok(admin, 'createKey', { params: { projectId }, body: { key: 'k' } }))
    }
    const standing = async (organization = get(admin, id)) => {
      const { limits, usage, isReadOnly } = await organization
      return [limits.keys, usage.keys, isReadOnly]
    }
    assert.deepEqual(await standing(), [null, 2, false])
    assert.deepEqual(await standing(update(admin, id, { limits: { keys: 2 } })), [2, 2, false])
    assert.deepEqual(await standing(update(admin, id, { limits: { keys: 1 } })), [1, 2, true])
    assert.deepEqual(await standing(), [1, 2, true])
    await service.refused(
      admin,
      'createOrganizationLocale',
      { params: { orgId: id }, body: { code: 'de' } },
      'readOnly',
    )

    const [first] = projects
    assert.ok(first && keys[0])
    await service.ok(admin, 'deleteKey', { params: { projectId: first.id, keyId: keys[0].id } })
    assert.deepEqual(await standing(), [1, 1, false])
    assert.deepEqual(await standing(update(admin, id, { limits: { keys: 0 } })), [0, 1, true])
    assert.deepEqual(await standing(update(admin, id, { limits: { keys: null } })), [null, 1, false])
  })
})

describe('organization locales', () => {
  const add = (body: object) => service.call(admin, 'createOrganizationLocale', { params: { orgId }, body })

  test('201: in canonical spelling, with a name and a direction; 200 with the same one when it is there', async () => {
    const created = await add({ code: 'pt_br' })
    assert.equal(created.status, 201)
    const locale = created.body as { id: number; name: string }
    assert.deepEqual(created.body, { id: locale.id, code: 'pt-BR', name: locale.name, direction: 'ltr' })
    assert.ok(locale.name.length > 0)
    for (const code of ['pt-BR', 'PT-br', 'pt_BR']) {
      const again = await add({ code, name: 'Another name' })
      assert.deepEqual([again.status, again.body], [200, created.body])
    }
    const { locales } = await service.ok(viewer, 'listOrganizationLocales', { params: { orgId } })
    assert.deepEqual(
      locales.filter(({ id }) => id === locale.id),
      [created.body],
    )
    const codes = locales.map(({ code }) => code)
    for (const code of ['en', 'de', 'fr']) assert.ok(codes.includes(code), 'those of projects are there too')
  })

  test('201: the name that was given; right-to-left is known', async () => {
    assert.partialDeepStrictEqual((await add({ code: 'ar', name: 'عربي' })).body, { name: 'عربي', direction: 'rtl' })
    assert.partialDeepStrictEqual((await add({ code: 'ZH-hant-tw' })).body, { code: 'zh-Hant-TW', direction: 'ltr' })
  })

  test('one locale, added many times at the same moment, is one', async () => {
    const answers = await Promise.all(['sr-Latn', 'sr_latn', 'SR-LATN', 'sr-Latn'].map((code) => add({ code })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 201])
    assert.equal(new Set(answers.map(({ body }) => (body as { id: number }).id)).size, 1)
  })

  test('422: what is no BCP 47 code', async () => {
    const params = { orgId }
    await service.refused(admin, 'createOrganizationLocale', { params, body: {} }, 'fieldRequired', { field: 'code' })
    for (const code of ['', 'e', 'english language', '../de', '__proto__', 'de\0', 5, null]) {
      await service.refused(admin, 'createOrganizationLocale', { params, body: { code } }, 'validationError', {
        field: 'code',
      })
    }
  })

  test('403: a manager adds no language that they may not see', async () => {
    const restricted = await join(service, admin, orgId, 'developer', ['nl-BE'])
    const request = { params: { orgId }, body: { code: 'fi' } }
    await service.refused(restricted, 'createOrganizationLocale', request, 'localeForbidden')
    const { locales } = await service.ok(admin, 'listOrganizationLocales', { params: { orgId } })
    assert.ok(!locales.some(({ code }) => code === 'fi'))
    const own = { params: { orgId }, body: { code: 'NL_be' } }
    assert.equal((await service.call(restricted, 'createOrganizationLocale', own)).status, 201)
  })

  test('403: needs project.manage; everyone may read', async () => {
    assert.equal(
      (await service.call(developer, 'createOrganizationLocale', { params: { orgId }, body: { code: 'sv' } })).status,
      201,
    )
    await service.refused(
      viewer,
      'createOrganizationLocale',
      { params: { orgId }, body: { code: 'da' } },
      'missingPermission',
      {
        requiredPermission: 'project.manage',
      },
    )
  })
})
