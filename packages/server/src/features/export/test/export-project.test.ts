import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApiKey, createScene, join } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, project, projectId } = await createScene(service)
const params = { projectId }
const reader = await createApiKey(service, owner, projectId, ['translations:read'])

const value = (text: string, status = 'not_reviewed') => ({ value: text, status })
for (const body of [
  { key: 'title', translations: { en: value('Shop', 'translated'), de: value('Laden') } },
  { key: '__proto__', namespace: 'constructor', translations: { fr: value('Oui') } },
  { key: 'none' },
])
  await service.ok(owner, 'createKey', { params, body })

const everything = {
  locales: ['en', 'de', 'fr'],
  namespaces: {
    default: { en: { title: 'Shop' }, de: { title: 'Laden' }, fr: {} },
    constructor: { en: {}, de: {}, fr: { ['__proto__']: 'Oui' } },
  },
}

test('namespace, locale, key: all of it', async () => {
  assert.deepEqual(await service.ok(reader, 'exportProject', { params }), everything)
})

test('without a project in the path, that of the key', async () => {
  assert.deepEqual(await service.ok(reader, 'exportTranslations'), everything)
})

test('locales, namespaces and statuses narrow it', async () => {
  assert.deepEqual(
    await service.ok(reader, 'exportProject', { params, query: { locales: 'EN,fr', namespaces: 'default' } }),
    { locales: ['en', 'fr'], namespaces: { default: { en: { title: 'Shop' }, fr: {} } } },
  )
  const translated = await service.ok(reader, 'exportTranslations', {
    query: { statuses: 'translated', locales: 'en' },
  })
  assert.deepEqual(translated.namespaces['default'], { en: { title: 'Shop' } })
})

test('includeEmpty has every key', async () => {
  const { namespaces } = await service.ok(reader, 'exportProject', { params, query: { includeEmpty: true } })
  assert.deepEqual(namespaces['default']?.['fr'], { none: '', title: '' })
})

test('a status outside its list', () =>
  service.refused(reader, 'exportProject', { params, query: { statuses: 'done' } }, 'validationError', {
    field: 'statuses.0',
  }))

test('a session is told to come with a key; a key stays in its project', async () => {
  await service.refused(owner, 'exportProject', { params }, 'apiKeyRequired')
  await service.refused(owner, 'exportTranslations', {}, 'apiKeyRequired')
  const other = { projectId: project.id + 1 }
  await service.refused(reader, 'exportProject', { params: other }, 'otherProjectsKey')
})

test('a key sees the languages that its creator may see, and may not name another', async () => {
  const developer = await join(service, owner, orgId, 'developer', ['de'])
  const restricted = await createApiKey(service, developer, projectId, ['translations:read'])
  const exported = await service.ok(restricted, 'exportTranslations')
  assert.deepEqual(exported.locales, ['de'])
  assert.deepEqual(exported.namespaces['default'], { de: { title: 'Laden' } })
  await service.refused(restricted, 'exportTranslations', { query: { locales: 'en' } }, 'localeForbidden')
})
