import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join } from '../../../../test/factories.ts'
import { credentials, startService } from '../../../../test/harness.ts'

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

describe('include', () => {
  test('meta tells of every key what is known, with its format data', async () => {
    const body = { key: 'files', isPlural: true, description: 'In a list', characterLimit: 20, syntax: 'printf' }
    const { id: keyId } = await service.ok(owner, 'createKey', { params, body })
    await service.ok(owner, 'putFormatData', { params: { projectId, keyId }, body: { po: { flags: ['c-format'] } } })
    const { keys, statuses } = await service.ok(reader, 'exportProject', { params, query: { include: 'meta' } })
    const nothing = { isPlural: false, description: null, characterLimit: null, syntax: null, formatData: null }
    assert.deepEqual(keys?.['default'], {
      files: {
        isPlural: true,
        description: 'In a list',
        characterLimit: 20,
        syntax: 'printf',
        formatData: { po: { flags: ['c-format'] } },
      },
      none: nothing,
      title: nothing,
    })
    assert.deepEqual(keys?.['constructor'], { ['__proto__']: nothing })
    assert.equal(statuses, undefined)
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId } })
  })

  test('statuses tells those of the values that are told', async () => {
    const { statuses } = await service.ok(reader, 'exportProject', {
      params,
      query: { include: 'statuses', locales: 'en,de' },
    })
    assert.deepEqual(statuses?.['default'], { en: { title: 'translated' }, de: { title: 'not_reviewed' } })
  })

  test('members who see some languages get no format data', async () => {
    const german = await join(service, owner, orgId, 'developer', ['de'])
    const key = await createApiKey(service, german, projectId, ['translations:read'])
    const { keys } = await service.ok(key, 'exportTranslations', { query: { include: ['meta'] } })
    assert.equal(keys?.['default']?.['title']?.formatData, null)
  })
})

describe('ETag', () => {
  const ask = (query: string, etag?: string) =>
    service.app.inject({
      url: `/v1/translations${query}`,
      headers: { ...credentials(reader), ...(etag === undefined ? {} : { 'if-none-match': etag }) },
    })
  const tagOf = async (query = '') => String((await ask(query)).headers['etag'])

  const keyIdOf = async (search: string) => {
    const { data } = await service.ok(owner, 'listKeys', { params, query: { search } })
    return data[0]?.id ?? 0
  }
  const put = (locale: string, text: string) =>
    service.ok(owner, 'putValue', { params: { projectId, key: 'title' }, body: { locale, value: text } })

  test('what is the same is not sent again', async () => {
    const etag = await tagOf()
    const again = await ask('', etag)
    assert.deepEqual([again.statusCode, again.body, again.headers['etag']], [304, '', etag])
    assert.equal((await ask('', `W/${etag}`)).statusCode, 304)
    assert.equal((await ask('?locales=de', etag)).statusCode, 200)
  })

  const changes: Record<string, () => Promise<unknown>> = {
    'another text': () => put('de', 'Geschäft'),
    'a key': () => service.ok(owner, 'createKey', { params, body: { key: 'fresh' } }),
    'a language': () => service.ok(owner, 'addProjectLocale', { params, body: { code: 'it' } }),
    'format data': async () => {
      const keyId = await keyIdOf('title')
      await service.ok(owner, 'putFormatData', { params: { projectId, keyId }, body: { po: { flags: [] } } })
    },
  }
  for (const [name, change] of Object.entries(changes))
    test(`${name} makes another`, async () => {
      const etag = await tagOf()
      await change()
      assert.equal((await ask('', etag)).statusCode, 200)
      assert.equal((await ask('', await tagOf())).statusCode, 304)
    })

  const seenInFrench: Record<string, [change: () => Promise<unknown>, isSeen: boolean]> = {
    'a text in German': [() => put('de', 'Kaufhaus'), false],
    'a text in French': [() => put('fr', 'Magasin'), true],
    'a namespace with another name': [
      async () => {
        const { namespaces } = await service.ok(owner, 'listNamespaces', { params })
        const namespaceId = namespaces.find(({ name }) => name === 'constructor')?.id ?? 0
        await service.ok(owner, 'updateNamespace', { params: { projectId, namespaceId }, body: { name: 'made' } })
      },
      true,
    ],
    'a key that is deleted': [
      async () => service.ok(owner, 'deleteKey', { params: { projectId, keyId: await keyIdOf('fresh') } }),
      true,
    ],
  }
  for (const [name, [change, isSeen]] of Object.entries(seenInFrench))
    test(`${name} makes ${isSeen ? 'another' : 'no other'} of French alone`, async () => {
      const etag = await tagOf('?locales=fr')
      await change()
      assert.equal((await ask('?locales=fr', etag)).statusCode, isSeen ? 200 : 304)
      assert.equal((await ask('?locales=fr', await tagOf('?locales=fr'))).statusCode, 304)
    })
})
