import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const params = { projectId }
const reader = await createApiKey(service, owner, projectId, ['translations:read'])
const value = (text: string, status = 'translated') => ({ value: text, status })
await service.ok(owner, 'createKey', {
  params,
  body: { key: 'title', namespace: 'shop', translations: { en: value('Shop'), de: value('Laden', 'not_reviewed') } },
})

const refused = (body: object, field: string) =>
  service.refused(owner, 'exportKeys', { params, body }, 'validationError', { field })

describe('14.5 an export', () => {
  test('that names a locale or namespace which the project lacks is refused, by its place in the list', async () => {
    await refused({ localeCodes: ['ja'] }, 'localeCodes.0')
    await refused({ localeCodes: ['en', 'DE', 'no locale'] }, 'localeCodes.2')
    await refused({ localeCodes: [''] }, 'localeCodes.0')
    await refused({ namespaces: ['shop', 'shops'] }, 'namespaces.1')
    await refused({ namespaces: ['shops'], localeCodes: ['en'] }, 'namespaces.0')
    await refused({ namespaces: ['shops'], localeCodes: ['ja'] }, 'localeCodes.0')
    await refused({ keyIds: [1], namespaces: ['shop', 'default', '__proto__'] }, 'namespaces.2')
  })

  test('of a build names the parameter', async () => {
    for (const [query, field] of [
      [{ locales: 'en,ja' }, 'locales'],
      [{ namespaces: 'shop,shops' }, 'namespaces'],
      [{ locales: ['ja', 'en'], namespaces: 'shops' }, 'locales'],
    ] as const) {
      await service.refused(reader, 'exportProject', { params, query }, 'validationError', { field })
      await service.refused(reader, 'exportTranslations', { query }, 'validationError', { field })
    }
  })

  test('that names a hidden locale stays forbidden, whether the project has it or not', async () => {
    const german = await join(service, owner, orgId, 'developer', ['de'])
    for (const code of ['en', 'ja'])
      await service.refused(german, 'exportKeys', { params, body: { localeCodes: ['de', code] } }, 'localeForbidden')
    const restricted = await createApiKey(service, german, projectId, ['translations:read'])
    for (const code of ['en', 'ja'])
      await service.refused(restricted, 'exportTranslations', { query: { locales: code } }, 'localeForbidden')
    const body = { localeCodes: ['de'], namespaces: ['shops'] }
    await service.refused(german, 'exportKeys', { params, body }, 'validationError', { field: 'namespaces.0' })
  })

  test('that names what is there, in any spelling, and no status at all, has everything of it', async () => {
    const body = { localeCodes: ['DE'], namespaces: ['shop'], statuses: [] }
    const answer = await service.call(owner, 'exportKeys', { params, body })
    assert.deepEqual(JSON.parse(String(answer.body)), { title: 'Laden' })
    const query = { locales: 'EN,de', namespaces: 'shop', statuses: '' }
    assert.deepEqual((await service.ok(reader, 'exportTranslations', { query })).namespaces, {
      shop: { en: { title: 'Shop' }, de: { title: 'Laden' } },
    })
  })

  test('leaves out what was taken off the project', async () => {
    await service.ok(owner, 'addProjectLocale', { params, body: { code: 'it' } })
    await service.ok(owner, 'removeProjectLocale', { params: { projectId, code: 'it' } })
    await refused({ localeCodes: ['it'] }, 'localeCodes.0')
  })
})
