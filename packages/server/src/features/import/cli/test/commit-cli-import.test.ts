import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join } from '../../../../../test/factories.ts'
import { startService } from '../../../../../test/harness.ts'
import { sql } from '../../../../db/sql.ts'

const service = await startService({ webhookAllowNetworks: '127.0.0.0/8' })
const { owner, orgId, projectId } = await createScene(service)
const params = { projectId }
const build = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])
const keeper = await createApiKey(service, owner, projectId, ['translations:write', 'translations:delete'])
const hook = { name: 'Imports', url: 'http://127.0.0.1:9/', events: ['import.completed'] }
const { id: hookId } = await service.ok(owner, 'createWebhook', { params, body: hook })

type Namespaces = Record<string, Record<string, Record<string, string>>>
const commit = (namespaces: Namespaces, options: object = {}, caller = build) =>
  service.ok(caller, 'commitCliImport', {
    params,
    body: { namespaces, options: { conflictResolution: 'keep_local', ...options } },
  })
const exported = async () => (await service.ok(build, 'exportTranslations')).namespaces
const told = async () =>
  (await service.ok(owner, 'listDeliveries', { params: { id: hookId } })).deliveries.map(
    ({ payload }) => payload?.['data'],
  )

test('keys and values come as they are, and are told', async () => {
  const answer = await commit({ default: { en: { 'cart.title': 'Cart {n}', plain: 'Plain' }, de: { plain: '' } } })
  const { affectedKeyIds, ...rest } = answer
  const stats = {
    keysCreated: 2,
    keysUpdated: 0,
    keysDeleted: 0,
    translationsCreated: 3,
    translationsUpdated: 0,
    namespacesCreated: [],
  }
  const changes = { fromId: 1, toId: 6 }
  assert.deepEqual(rest, { success: true, stats, errors: [], warnings: [], changes })
  const { data } = await service.ok(owner, 'listKeys', { params })
  assert.deepEqual(
    data.map(({ id }) => id),
    affectedKeyIds,
  )
  const statuses = data.map(({ key, translations }) => [
    key,
    Object.entries(translations).map(([locale, { status }]) => `${locale} ${status}`),
  ])
  assert.deepEqual(statuses, [
    ['cart.title', ['en not_reviewed']],
    ['plain', ['de not_translated', 'en not_reviewed']],
  ])
  assert.deepEqual(await told(), [{ projectId, source: 'cli', stats }])
  const { keys } = await service.ok(owner, 'getTypes', { params })
  assert.deepEqual(
    keys.map(({ key, params: asked }) => [key, asked.length]),
    [
      ['cart.title', 1],
      ['plain', 0],
    ],
  )
  const { activity } = await service.ok(owner, 'listActivity', { params })
  assert.deepEqual(activity.map(({ event }) => event).reverse(), [
    'key.created',
    'key.created',
    'translation.created',
    'translation.created',
    'translation.created',
    'schema.updated',
    'import.completed',
  ])
  assert.deepEqual(activity[0]?.after, { source: 'cli', stats, changes })
})

test('the same again changes nothing', async () => {
  const before = await service.ok(owner, 'listKeys', { params })
  const { stats, affectedKeyIds, success } = await commit({ default: { en: { plain: 'Plain' } } })
  assert.deepEqual({ success, affectedKeyIds }, { success: true, affectedKeyIds: [] })
  assert.equal(stats.translationsUpdated, 0)
  assert.deepEqual(await service.ok(owner, 'listKeys', { params }), before)
})

describe('conflicts', () => {
  test('keep_local overwrites, an empty text too', async () => {
    const { stats } = await commit({ default: { en: { plain: 'Local', 'cart.title': '' } } })
    assert.equal(stats.keysUpdated, 2)
    assert.equal(stats.translationsUpdated, 2)
    assert.deepEqual((await exported())['default']?.['en'], { plain: 'Local' })
  })

  test('keep_server keeps, and writes what is in nobody’s way', async () => {
    const namespaces = { default: { en: { plain: 'Other', 'cart.title': 'Cart' }, fr: { plain: 'Simple' } } }
    const { stats } = await commit(namespaces, { conflictResolution: 'keep_server' })
    assert.deepEqual([stats.keysUpdated, stats.translationsCreated, stats.translationsUpdated], [2, 1, 1])
    const { default: values } = await exported()
    assert.deepEqual(values, { en: { 'cart.title': 'Cart', plain: 'Local' }, de: {}, fr: { plain: 'Simple' } })
  })

  test('fail writes nothing, also of what would not be in the way', async () => {
    const before = await exported()
    const namespaces = { default: { en: { plain: 'Other', fresh: 'New' } }, newer: { en: { a: 'A' } } }
    const answer = await commit(namespaces, { conflictResolution: 'fail', createNamespaces: true })
    assert.equal(answer.success, false)
    assert.deepEqual(answer.errors, [
      { key: 'plain', namespace: 'default', message: 'The value in "en" differs from the one on the server' },
    ])
    assert.deepEqual(answer.stats.namespacesCreated, [])
    assert.deepEqual(await exported(), before)
  })

  test('fail without a conflict is an import', async () => {
    const { success, stats } = await commit({ default: { en: { fresh: 'New' } } }, { conflictResolution: 'fail' })
    assert.deepEqual([success, stats.keysCreated], [true, 1])
  })
})

describe('14.12 a value over the limit of its key', () => {
  const warningsOf = async (namespaces: Namespaces) =>
    (await service.ok(build, 'validateCliImport', { params, body: { namespaces } })).warnings

  test('is left out with a warning, and the rest is imported', async () => {
    await service.ok(owner, 'createKey', { params, body: { key: 'short', characterLimit: 3 } })
    const namespaces = { default: { en: { short: '1234', other: 'x' }, de: { short: '😀😀😀' } } }
    const warnings = await warningsOf(namespaces)
    assert.deepEqual(
      warnings.map(({ message, ...place }) => place),
      [{ type: 'value_too_long', namespace: 'default', locale: 'en', key: 'short' }],
    )
    assert.match(warnings[0]?.message ?? '', /"short" in "en" is longer than the key's limit of 3 characters/)
    const answer = await commit(namespaces)
    assert.deepEqual([answer.success, answer.errors, answer.warnings], [true, [], warnings])
    assert.deepEqual([answer.stats.translationsCreated, answer.stats.keysUpdated], [2, 1])
    const { en, de } = (await exported())['default'] ?? {}
    assert.deepEqual([en?.['short'], en?.['other'], de?.['short']], [undefined, 'x', '😀😀😀'])
  })

  test('is in conflict with nothing, whatever is to become of conflicts', async () => {
    const namespaces = { default: { de: { short: '12345' } } }
    const told = await service.ok(build, 'validateCliImport', { params, body: { namespaces } })
    assert.deepEqual([told.valid, told.conflicts, told.warnings.length], [true, [], 1])
    assert.deepEqual(told.stats, { totalKeys: 0, newKeys: 0, existingKeys: 0, totalTranslations: 0 })
    for (const conflictResolution of ['keep_local', 'keep_server', 'fail']) {
      const { success, warnings, stats } = await commit(namespaces, { conflictResolution })
      assert.deepEqual([success, warnings, stats.translationsUpdated], [true, told.warnings, 0])
    }
    assert.equal((await exported())['default']?.['de']?.['short'], '😀😀😀')
  })

  test('counts as present where orphans are deleted', async () => {
    await service.ok(owner, 'createKey', { params, body: { key: 'tiny', namespace: 'kept', characterLimit: 1 } })
    const { stats, warnings } = await commit({ kept: { en: { tiny: 'ab' } } }, { deleteOrphans: true }, keeper)
    assert.deepEqual([stats.keysDeleted, warnings.length], [0, 1])
  })
})

test('14.20 a commit warns of what it leaves out as the validation does, also when it is refused', async () => {
  const known = { default: { en: { known: 'Here' } } }
  await commit(known)
  const namespaces = {
    nowhere: { en: { a: 'A' } },
    default: { en: { known: 'There' }, ja: { known: 'x' }, fr: { short: '1234' } },
  }
  const { warnings } = await service.ok(build, 'validateCliImport', { params, body: { namespaces } })
  assert.deepEqual(
    warnings.map(({ type }) => type),
    ['unknown_namespace', 'unknown_locale', 'value_too_long'],
  )
  const refused = await commit(namespaces, { conflictResolution: 'fail' })
  assert.deepEqual([refused.success, refused.errors.length, refused.warnings], [false, 1, warnings])
  const done = await commit(namespaces)
  assert.deepEqual([done.success, done.errors, done.warnings], [true, [], warnings])
})

test('unknown namespaces are left out, or created when asked for', async () => {
  const namespaces = { fresh: { en: { a: 'A' } }, default: { en: { kept: 'Kept' }, ja: { kept: 'x' } } }
  const left = await commit(namespaces)
  assert.deepEqual([left.success, left.errors, left.stats.namespacesCreated], [true, [], []])
  assert.equal((await exported())['fresh'], undefined)
  const made = await commit(namespaces, { createNamespaces: true })
  assert.deepEqual(made.stats.namespacesCreated, ['fresh'])
  const { activity } = await service.ok(owner, 'listActivity', { params, query: { limit: 4 } })
  assert.deepEqual(
    activity.map(({ event }) => event),
    ['import.completed', 'translation.created', 'key.created', 'namespace.created'],
  )
  assert.deepEqual((await exported())['fresh'], { en: { a: 'A' }, de: {}, fr: {} })
})

test('spellings of one locale are merged, and the later wins', async () => {
  await service.ok(owner, 'addProjectLocale', { params, body: { code: 'pt-BR' } })
  await commit({ default: { 'pt-BR': { a: '1', b: '1' }, pt_br: { b: '2', c: '2' } } })
  assert.deepEqual((await exported())['default']?.['pt-BR'], { a: '1', b: '2', c: '2' })
})

test('names of the language are names', async () => {
  const namespaces = JSON.parse('{"__proto__":{"en":{"__proto__":"1","a.__proto__.b":"2","constructor":"3"}}}')
  await commit(namespaces, { createNamespaces: true })
  const values = Object.fromEntries(Object.entries(await exported()).map(([name, value]) => [`ns ${name}`, value]))
  assert.equal(
    JSON.stringify(values['ns __proto__']?.['en']),
    '{"__proto__":"1","a.__proto__.b":"2","constructor":"3"}',
  )
})

test('formats 11.8 new keys are plurals where their text in the source language is, or else the first there is', async () => {
  const plural = '{n, plural, offset:1 one {x} other {y}}'
  const keys = { plurals: { c: { syntax: 'i18next' } } }
  const texts = { de: { a: plural, b: 'x', c: plural, d: `x ${plural}` }, en: { a: 'x', b: plural, c: '' } }
  await service.ok(build, 'commitCliImport', {
    params,
    body: { namespaces: { plurals: texts }, keys, options: { conflictResolution: 'fail', createNamespaces: true } },
  })
  const { data } = await service.ok(owner, 'listKeys', { params, query: { limit: 100 } })
  assert.deepEqual(
    data.flatMap(({ namespace, key, isPlural, syntax }) => (namespace === 'plurals' ? [[key, isPlural, syntax]] : [])),
    [
      ['a', false, null],
      ['b', true, null],
      ['c', true, 'i18next'],
      ['d', false, null],
    ],
  )
})

describe('deleteOrphans', () => {
  const restore = (keyId: number) => ({ params: { projectId, keyId } })

  test('removes for good what the payload lacks, in its namespaces only', async () => {
    await commit({ o1: { en: { a: '1', b: '2', c: '3' } }, o2: { en: { x: '1' } } }, { createNamespaces: true })
    const { data } = await service.ok(owner, 'listKeys', { params, query: { limit: 100 } })
    const gone = data.find(({ key, namespace }) => key === 'b' && namespace === 'o1')
    // A key that only has a text in a language that the project lacks is in use.
    const answer = await commit({ o1: { en: { a: '1' }, ja: { c: '3' } } }, { deleteOrphans: true }, keeper)
    assert.equal(answer.stats.keysDeleted, 1)
    assert.deepEqual(answer.affectedKeyIds, [gone?.id])
    const { o1, o2 } = await exported()
    assert.deepEqual([o1?.['en'], o2?.['en']], [{ a: '1', c: '3' }, { x: '1' }])
    await service.refused(owner, 'restoreKey', restore(gone?.id ?? 0), 'keyNotFound')
    const { activity } = await service.ok(owner, 'listActivity', { params, query: { keyId: gone?.id } })
    assert.equal(activity[0]?.event, 'key.deleted')
  })

  test('an empty namespace in the payload is emptied', async () => {
    const { stats } = await commit({ o2: {} }, { deleteOrphans: true }, keeper)
    assert.equal(stats.keysDeleted, 1)
  })

  test('needs translations:delete and no restriction to languages', async () => {
    const body = { namespaces: {}, options: { conflictResolution: 'fail', deleteOrphans: true } }
    await service.refused(build, 'commitCliImport', { params, body }, 'missingPermission', {
      requiredPermission: 'translation.delete',
    })
    const developer = await join(service, owner, orgId, 'developer', ['de'])
    const key = await createApiKey(service, developer, projectId, ['translations:write', 'translations:delete'])
    await service.refused(key, 'commitCliImport', { params, body }, 'restrictedToLocales')
  })
})

describe('refusals', () => {
  const send = (body: unknown, caller = build) => ({ caller, request: { params, body } })

  const invalid: [
    title: string,
    body: unknown,
    situation: 'fieldRequired' | 'validationError' | 'fieldTooLong',
    field: string,
  ][] = [
    ['no namespaces', { options: {} }, 'fieldRequired', 'namespaces'],
    ['no options', { namespaces: {} }, 'fieldRequired', 'options'],
    ['no resolution', { namespaces: {}, options: {} }, 'fieldRequired', 'options.conflictResolution'],
    [
      'another resolution',
      { namespaces: {}, options: { conflictResolution: 'x' } },
      'validationError',
      'options.conflictResolution',
    ],
    ['a list', { namespaces: [], options: {} }, 'validationError', 'namespaces'],
    ['a number', { namespaces: { a: { en: { k: 1 } } }, options: {} }, 'validationError', 'namespaces.a.en.k'],
    ['null', { namespaces: { a: { en: { k: null } } }, options: {} }, 'validationError', 'namespaces.a.en.k'],
    ['nested', { namespaces: { a: { en: { k: {} } } }, options: {} }, 'validationError', 'namespaces.a.en.k'],
    ['U+0000', { namespaces: { a: { en: { k: '\0' } } }, options: {} }, 'validationError', 'namespaces.a.en.k'],
    ['no name', { namespaces: { a: { en: { '': 'x' } } }, options: {} }, 'fieldRequired', 'namespaces.a.en.'],
    ['a namespace without a name', { namespaces: { '': {} }, options: {} }, 'validationError', 'namespaces.'],
    [
      'a long name',
      { namespaces: { a: { en: { ['k'.repeat(769)]: '' } } }, options: {} },
      'fieldTooLong',
      `namespaces.a.en.${'k'.repeat(769)}`,
    ],
    [
      'a long namespace',
      { namespaces: { ['n'.repeat(256)]: {} }, options: {} },
      'fieldTooLong',
      `namespaces.${'n'.repeat(256)}`,
    ],
    [
      'a long text',
      { namespaces: { a: { en: { k: 'v'.repeat(65_537) } } }, options: {} },
      'fieldTooLong',
      'namespaces.a.en.k',
    ],
  ]
  for (const [title, body, situation, field] of invalid) {
    test(title, async () => {
      const { caller, request } = send(body)
      await service.refused(caller, 'commitCliImport', request, situation, { field })
    })
  }

  test('the longest names and texts are taken', async () => {
    const key = '😀'.repeat(768)
    const { success } = await commit(
      { ['ü'.repeat(255)]: { en: { [key]: 'ü'.repeat(65_536) } } },
      { createNamespaces: true },
    )
    assert.equal(success, true)
  })

  test('a session, another project, a language that the creator may not see', async () => {
    const body = { namespaces: { default: { en: { a: 'x' } } }, options: { conflictResolution: 'fail' } }
    await service.refused(owner, 'commitCliImport', { params, body }, 'apiKeyRequired')
    await service.refused(build, 'commitCliImport', { params: { projectId: 999 }, body }, 'otherProjectsKey')
    const developer = await join(service, owner, orgId, 'developer', ['de'])
    const key = await createApiKey(service, developer, projectId, ['translations:write'])
    await service.refused(key, 'commitCliImport', { params, body }, 'localeForbidden')
    await service.refused(key, 'validateCliImport', { params, body }, 'localeForbidden')
  })

  test('no more keys than the plan allows, and none at all when it is passed', async () => {
    const { owner: other, orgId: otherOrg, projectId: otherProject } = await createScene(service)
    const key = await createApiKey(service, other, otherProject, ['translations:write', 'translations:delete'])
    const send = (texts: Record<string, string>, options: object = {}) =>
      service.call(key, 'commitCliImport', {
        params: { projectId: otherProject },
        body: { namespaces: { default: { en: texts } }, options: { conflictResolution: 'keep_local', ...options } },
      })
    await service.db.run(sql`update organizations set key_limit = 2 where id = ${otherOrg}`)
    const refused = await send({ a: '1', b: '2', c: '3' })
    assert.equal(refused.status, 403)
    assert.deepEqual((refused.body as { meta: unknown }).meta, { metric: 'keys', current: 0, limit: 2 })
    assert.equal((await send({ a: '1', b: '2' })).status, 200)
    assert.equal((await send({ c: '3', d: '4' }, { deleteOrphans: true })).status, 200)
    assert.equal((await send({ a: '1' })).status, 403)
  })
})
