import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, project, projectId } = await createScene(service)
const stranger = await register(service)
const viewer = await join(service, owner, orgId, 'viewer')
const restricted = await join(service, owner, orgId, 'developer', ['fr'])
const reader = await createApiKey(service, owner, projectId, ['translations:read'])
const writer = await createApiKey(service, owner, projectId, ['translations:write'])
const params = { projectId }
const manage = { requiredPermission: 'project.manage' }

const add = (code: unknown, caller: Caller = owner) =>
  service.call(caller, 'addProjectLocale', { params, body: { code } })
const remove = (code: string) => service.ok(owner, 'removeProjectLocale', { params: { projectId, code } })
const put = (key: string, body: object) => service.ok(owner, 'putValue', { params: { projectId, key }, body })
const keys = async () => (await service.ok(owner, 'listKeys', { params })).data
const codes = async () =>
  (await service.ok(owner, 'listProjectLocales', { params })).locales.map(({ code }) => code).sort()

describe('listProjectLocales', () => {
  test('200 for members and for a key that may read: the locales of the project, the source marked', async () => {
    for (const caller of [owner, viewer, reader]) {
      const { locales } = await service.ok(caller, 'listProjectLocales', { params })
      assert.deepEqual(locales, project.locales)
      assert.deepEqual(
        locales.filter(({ isSource }) => isSource).map(({ code }) => code),
        ['en'],
      )
    }
  })

  test('401, 403, 404', async () => {
    await service.refused(nobody, 'listProjectLocales', { params }, 'authenticationRequired')
    await service.refused(writer, 'listProjectLocales', { params }, 'missingPermission', {
      requiredPermission: 'translation.view',
    })
    await service.refused(stranger, 'listProjectLocales', { params }, 'projectNotFound')
  })
})

describe('addProjectLocale', () => {
  test('201 for a new one in canonical spelling, 200 with the same one in any other spelling', async () => {
    const added = await add('PT_br')
    assert.equal(added.status, 201)
    const locale = added.body as { id: number; code: string; isSource: boolean }
    assert.deepEqual({ code: locale.code, isSource: locale.isSource }, { code: 'pt-BR', isSource: false })
    for (const code of ['pt-BR', 'pt_br', 'PT-br']) {
      assert.deepEqual(await add(code).then(({ status, body }) => ({ status, body })), { status: 200, body: locale })
    }
    assert.deepEqual(await codes(), ['de', 'en', 'fr', 'pt-BR'])
    const { locales } = await service.ok(owner, 'listOrganizationLocales', { params: { orgId } })
    assert.deepEqual(
      locales.filter(({ code }) => code.startsWith('pt')).map(({ id }) => id),
      [locale.id],
    )
    await remove('pt-BR')
  })

  test('201 exactly once when several people add a language at the same moment', async () => {
    const spellings = ['sr-Latn-RS', 'sr_latn_rs', 'SR-LATN-RS', 'sr-latn-rs']
    const answers = await Promise.all([...spellings, ...spellings].map((code) => add(code)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 200, 200, 201])
    assert.deepEqual(await codes(), ['de', 'en', 'fr', 'sr-Latn-RS'])
    await remove('sr_latn_rs')
  })

  test('422 for a code that is missing or no BCP 47', async () => {
    await service.refused(owner, 'addProjectLocale', { params, body: {} }, 'fieldRequired', { field: 'code' })
    for (const code of ['', 'x', 'en US', 'de-', 'd\0e', '__proto__', 'constructor', null, ['de']]) {
      const request = { params, body: { code } }
      await service.refused(owner, 'addProjectLocale', request, 'validationError', { field: 'code' })
    }
    assert.deepEqual(await codes(), ['de', 'en', 'fr'])
  })

  test('403 for a manager who may not see the language', async () => {
    await service.refused(restricted, 'addProjectLocale', { params, body: { code: 'it' } }, 'localeForbidden')
    assert.equal((await add('FR', restricted)).status, 200)
    assert.deepEqual(await codes(), ['de', 'en', 'fr'])
  })

  test('401, 403, 404', async () => {
    const request = { params, body: { code: 'it' } }
    await service.refused(nobody, 'addProjectLocale', request, 'authenticationRequired')
    for (const caller of [viewer, writer]) {
      await service.refused(caller, 'addProjectLocale', request, 'missingPermission', manage)
    }
    await service.refused(stranger, 'addProjectLocale', request, 'projectNotFound')
  })
})

describe('removeProjectLocale 204', () => {
  test('its values leave lists and stats; the keys stay; added again, the very same values are back', async () => {
    const translations = {
      en: { value: 'Cart', status: 'translated' },
      de: { value: 'Warenkorb', status: 'translated' },
      fr: { value: 'Panier', status: 'not_reviewed' },
    }
    const { id } = await service.ok(owner, 'createKey', { params, body: { key: 'cart', translations } })
    const before = await keys()
    const stats = await service.ok(owner, 'getStats', { params })
    const { locales } = await service.ok(owner, 'getProject', { params })

    await remove('DE')
    assert.deepEqual(await codes(), ['en', 'fr'])
    const [without] = await keys()
    assert.equal(without?.id, id)
    assert.deepEqual(Object.keys(without?.translations ?? {}).sort(), ['en', 'fr'])
    const reduced = await service.ok(owner, 'getStats', { params })
    assert.deepEqual(
      reduced.locales,
      stats.locales.filter(({ code }) => code !== 'de'),
    )
    assert.equal(reduced.keys, 1)

    service.clock.advance(1000)
    assert.equal((await add('de_')).status, 422)
    assert.equal((await add('de')).status, 201)
    const after = await keys()
    assert.deepEqual(
      after.map(({ translations }) => translations),
      before.map(({ translations }) => translations),
    )
    assert.deepEqual(await service.ok(owner, 'getStats', { params }), stats)
    const project = await service.ok(owner, 'getProject', { params })
    assert.deepEqual(new Set(project.locales), new Set(locales))
  })

  test('nothing can be written in it while it is away', async () => {
    await remove('fr')
    const away = { locale: 'fr', value: 'Chariot' }
    await service.refused(owner, 'putValue', { params: { projectId, key: 'cart' }, body: away }, 'localeNotEnabled')
    await add('fr')
    assert.equal((await put('cart', away)).value, 'Chariot')
  })

  test('a key deleted meanwhile does not come back with the language', async () => {
    const body = { key: 'gone', translations: { de: { value: 'weg', status: 'translated' } } }
    const gone = await service.ok(owner, 'createKey', { params, body })
    await remove('de')
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: gone.id } })
    await add('de')
    assert.ok(!(await keys()).some(({ id }) => id === gone.id))
  })

  test('other projects of the organization keep the language and their values', async () => {
    const body = { name: 'Other', sourceLocale: 'en', locales: ['de'] }
    const other = await service.ok(owner, 'createProject', { params: { orgId }, body })
    const there = { params: { projectId: other.id } }
    const key = { key: 'a', translations: { de: { value: 'A', status: 'translated' } } }
    await service.ok(owner, 'createKey', { ...there, body: key })
    await remove('de')
    assert.equal((await service.ok(owner, 'listKeys', there)).data[0]?.translations['de']?.value, 'A')
    await add('de')
  })
})

describe('removeProjectLocale refusals', () => {
  const refused = (code: string, ...rest: ['sourceLocaleStays' | 'localeNotEnabled']) =>
    service.refused(owner, 'removeProjectLocale', { params: { projectId, code } }, ...rest)

  test('400 for the source locale, in any spelling', async () => {
    for (const code of ['en', 'EN']) await refused(code, 'sourceLocaleStays')
    assert.ok((await codes()).includes('en'))
  })

  test('400 for a locale that is not on the project, or not any more', async () => {
    for (const code of ['it', 'no locale', '__proto__', 'toString']) await refused(code, 'localeNotEnabled')
    await remove('de')
    await refused('de', 'localeNotEnabled')
    await add('de')
  })

  test('422 for text that no code can be', () => {
    const request = { params: { projectId, code: 'd\0e' } }
    return service.refused(owner, 'removeProjectLocale', request, 'validationError', { field: 'code' })
  })

  test('403 for a manager who may not see the language', async () => {
    const request = { params: { projectId, code: 'DE' } }
    await service.refused(restricted, 'removeProjectLocale', request, 'localeForbidden')
    assert.ok((await codes()).includes('de'))
  })

  test('401, 403, 404', async () => {
    const request = { params: { projectId, code: 'de' } }
    await service.refused(nobody, 'removeProjectLocale', request, 'authenticationRequired')
    for (const caller of [viewer, writer]) {
      await service.refused(caller, 'removeProjectLocale', request, 'missingPermission', manage)
    }
    await service.refused(stranger, 'removeProjectLocale', request, 'projectNotFound')
    assert.ok((await codes()).includes('de'))
  })
})
