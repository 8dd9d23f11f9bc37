import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Syntax, syntaxes } from '@parlance/contract'
import { createApiKey } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { createImportScene, fileOf, zipOf } from '../../import/test/import-scene.ts'

const service = await startService()
const { owner, projectId, params, validate, begin, commit } = await createImportScene(service)
const build = await createApiKey(service, owner, projectId, [
  'translations:read',
  'translations:write',
  'translations:delete',
])

let names = 0
const name = () => `key ${++names}`
const text = (value: string) => ({ value, status: 'translated' })
const create = (fields: object = {}) => service.ok(owner, 'createKey', { params, body: { key: name(), ...fields } })
const patch = (keyId: number, body: object) => service.ok(owner, 'updateKey', { params: { projectId, keyId }, body })
const push = (body: object) => service.ok(build, 'pushKey', { body })
const read = (keyId: number) => service.ok(owner, 'getKeyById', { params: { projectId, keyId } })
const named = (key: string, namespace = 'default') => service.ok(build, 'getKey', { params: { namespace, key } })
const history = async (keyId: number) => {
  const { activity } = await service.ok(owner, 'listActivity', { params, query: { keyId, limit: 100 } })
  return activity.map(({ event, before, after }) => ({ event, before, after: after as { syntax?: unknown } | null }))
}
const lastChange = async () =>
  (await service.ok(owner, 'listActivity', { params, query: { limit: 1 } })).activity[0]?.id
const asked = async (keyId: number) => {
  const { keys } = await service.ok(owner, 'getTypes', { params })
  return keys.find((key) => key.keyId === keyId)?.params.map((parameter) => `${parameter.type} ${parameter.name}`)
}

describe('formats 2 the syntax of a key', () => {
  test('formats 2 is null until somebody says it, and each of the eighteen comes back from create, push and PATCH', async () => {
    assert.equal((await create()).syntax, null)
    assert.equal(syntaxes.length, 18)
    const patched = await create()
    for (const syntax of syntaxes) {
      assert.equal((await create({ syntax })).syntax, syntax)
      assert.equal((await push({ key: name(), syntax })).syntax, syntax)
      assert.equal((await patch(patched.id, { syntax })).syntax, syntax)
    }
    assert.equal((await create({ syntax: null })).syntax, null)
  })

  test('formats 2 is part of the key wherever a key is answered', async () => {
    const { id, key } = await create({ syntax: 'ruby', namespace: 'told' })
    const query = { keyIds: [id] }
    const [listed] = (await service.ok(owner, 'listKeys', { params, query })).data
    const answers = [await read(id), await named(key, 'told'), listed, await push({ key, namespace: 'told' })]
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: id } })
    answers.push(await service.ok(owner, 'restoreKey', { params: { projectId, keyId: id } }))
    assert.deepEqual(
      answers.map((answer) => answer?.syntax),
      Array(5).fill('ruby'),
    )
    const [change] = await history(id)
    assert.deepEqual([change?.event, change?.after?.syntax], ['key.restored', 'ruby'])
  })

  test('formats 2 422 VALIDATION_ERROR with its field for another value, wherever it is accepted', async () => {
    const { id } = await create()
    for (const syntax of ['', 'ICU', 'xml', 'icu ', 5, true, [], {}]) {
      const field = { field: 'syntax' }
      await service.refused(owner, 'createKey', { params, body: { key: name(), syntax } }, 'validationError', field)
      await service.refused(build, 'pushKey', { body: { key: name(), syntax } }, 'validationError', field)
      const request = { params: { projectId, keyId: id }, body: { syntax } }
      await service.refused(owner, 'updateKey', request, 'validationError', field)
    }
    const wrong = { files: [fileOf('de.json', {}), { ...fileOf('en.json', {}), syntax: 'xml' }] }
    const inFile = { field: 'files.1.syntax' }
    await service.refused(owner, 'validateImport', { params, body: wrong }, 'validationError', inFile)
    const keys = { default: { a: { syntax: 'icu' }, b: { syntax: 'xml' } } }
    const body = { namespaces: {}, keys, options: { conflictResolution: 'fail' } }
    const ofKey = { field: 'keys.default.b.syntax' }
    await service.refused(build, 'validateCliImport', { params, body }, 'validationError', ofKey)
    await service.refused(build, 'commitCliImport', { params, body }, 'validationError', ofKey)
  })

  test('formats 2 a change of it is one of the key: told once, left alone by a push without it, gone with null', async () => {
    const { id, key, updatedAt } = await create({ syntax: 'printf' })
    service.clock.advance(1000)
    assert.equal((await patch(id, { syntax: 'printf' })).updatedAt, updatedAt)
    assert.equal((await push({ key })).updatedAt, updatedAt)
    assert.equal((await patch(id, { syntax: 'java' })).updatedAt, service.clock.now().toISOString())
    assert.equal((await push({ key, syntax: null })).syntax, null)
    const told = (await history(id)).map(({ event, before, after }) => [event, before, after?.syntax])
    assert.deepEqual(told.reverse(), [
      ['key.created', null, 'printf'],
      ['key.updated', { syntax: 'printf' }, 'java'],
      ['key.updated', { syntax: 'java' }, null],
    ])
  })

  test('formats 2 a revert brings it back, a newer change of it stays', async () => {
    const { id } = await create({ syntax: 'qt', translations: { en: text('{a}') } })
    const from = (await lastChange()) ?? 0
    await patch(id, { syntax: null })
    assert.deepEqual(await asked(id), ['string a'])
    const body = { fromId: from + 1, toId: (await lastChange()) ?? 0 }
    await service.ok(owner, 'revertActivity', { params, body })
    assert.deepEqual([(await read(id)).syntax, await asked(id)], ['qt', []])
    await patch(id, { syntax: 'php' })
    const { skipped } = await service.ok(owner, 'revertActivity', { params, body })
    assert.deepEqual(
      skipped.map(({ reason }) => reason),
      ['changed_since'],
    )
    assert.equal((await read(id)).syntax, 'php')
  })
})

describe('formats 2 what a text asks for', () => {
  const plural = "{count, plural, one {<b>'{'x'}'</b>} other {%d}}"

  test('formats 2 is read from messages: other texts ask for nothing, and what stands in their plurals is text', async () => {
    const cases: [fields: { syntax?: Syntax; isPlural?: boolean }, source: string, params: string[]][] = [
      [{}, 'Hi {a} <b>you</b>', ['string a', 'tag b']],
      [{ syntax: 'icu' }, 'Hi {a} <b>you</b>', ['string a', 'tag b']],
      [{ syntax: 'python-brace' }, 'Hi {a} <b>you</b>', []],
      [{ syntax: 'none' }, 'Hi {a}', []],
      [{ isPlural: true }, plural, ['number count', 'tag b']],
      [{ syntax: 'printf', isPlural: true }, plural, ['number count']],
    ]
    for (const [fields, source, expected] of cases) {
      const { id, key } = await create({ ...fields, translations: { en: text(source) } })
      assert.deepEqual(await asked(id), expected, JSON.stringify(fields))
      await push({ key, translations: { en: text('nothing') } })
      await push({ key, translations: { en: text(source) } })
      assert.deepEqual(await asked(id), expected, JSON.stringify(fields))
    }
  })

  test('formats 2 changes with the syntax and with isPlural, and is told then', async () => {
    const { id } = await create({ translations: { en: text(plural) } })
    const seen: (string[] | undefined)[] = []
    for (const body of [{ syntax: 'java' }, { isPlural: true }, { syntax: 'icu' }, { isPlural: false }]) {
      await patch(id, body)
      seen.push(await asked(id))
    }
    const whole = ['number count', 'tag b']
    assert.deepEqual(seen, [[], ['number count'], whole, whole])
    const events = (await history(id)).map(({ event }) => event).filter((event) => event === 'schema.updated')
    assert.equal(events.length, 4)
  })
})

describe('formats 2 imports', () => {
  const importFiles = async (files: object[]) => {
    const validationId = await begin(files as Parameters<typeof begin>[0])
    const { success, changes } = await commit(validationId)
    assert.ok(success)
    return changes
  }
  const inBuild = (namespaces: object, keys: object, options: object = {}) =>
    service.ok(build, 'commitCliImport', {
      params,
      body: { namespaces, keys, options: { conflictResolution: 'keep_local', ...options } },
    })

  test('formats 2 of files: it is that of the keys that a file creates, an archive speaks for its files', async () => {
    const kept = await create({ syntax: 'vue', translations: { en: text('old') } })
    const plain = await create({ translations: { en: text('old') } })
    const archive = await zipOf({ 'zipped/en.json': { inside: '%s' } })
    await importFiles([
      { ...fileOf('en.json', { [kept.key]: 'old', [plain.key]: 'old', fresh: '%s {x}' }), syntax: 'printf' },
      { ...fileOf('de.json', { fresh: '%s', german: '{0}' }), syntax: 'dotnet' },
      { ...fileOf('all.zip', archive), syntax: 'ruby' },
      { ...fileOf('other/en.json', { none: 'x' }), syntax: null },
      fileOf('other/fr.json', { unsaid: 'x' }),
    ])
    const found = [
      await read(kept.id),
      await read(plain.id),
      await named('fresh'),
      await named('german'),
      await named('inside', 'zipped'),
      await named('none', 'other'),
      await named('unsaid', 'other'),
    ]
    assert.deepEqual(
      found.map(({ syntax }) => syntax),
      ['vue', null, 'printf', 'dotnet', 'ruby', null, null],
    )
    const { id } = await named('fresh')
    assert.deepEqual(await asked(id), [])
    assert.equal((await history(id)).find(({ event }) => event === 'key.created')?.after?.syntax, 'printf')
  })

  test('formats 2 of files: without it nothing is different from before', async () => {
    const { files } = await validate([fileOf('en.json', { 'as before': 'Hi {{name}} {a}' })])
    assert.ok(files[0]?.isValid)
    await importFiles([fileOf('en.json', { 'as before': 'Hi {a}' })])
    assert.deepEqual(
      [(await named('as before')).syntax, await asked((await named('as before')).id)],
      [null, ['string a']],
    )
  })

  test('formats 2 of a build: said of a key it counts, for new ones and for those that are there', async () => {
    const old = await create({ translations: { en: text('Hi {a}') } })
    const same = await create({ syntax: 'php', translations: { en: text('x') } })
    const reset = await create({ syntax: 'php', translations: { en: text('Hi {a}') } })
    const quiet = await create({ syntax: 'php', translations: { en: text('x') } })
    const texts = {
      [old.key]: 'Hi {a}',
      [same.key]: 'x',
      [reset.key]: 'Hi {a}',
      [quiet.key]: 'x',
      built: '%s',
      bare: 'y',
    }
    const keys = {
      [old.key]: { syntax: 'java' },
      [same.key]: { syntax: 'php' },
      [reset.key]: { syntax: null },
      [quiet.key]: {},
      built: { syntax: 'printf' },
      unheard: { syntax: 'printf' },
    }
    const { stats, affectedKeyIds, changes } = await inBuild(
      { default: { en: texts, xx: { 'only there': 'x' } } },
      { default: { ...keys, 'only there': { syntax: 'qt' } }, nowhere: { built: { syntax: 'qt' } } },
    )
    const [built, bare] = [await named('built'), await named('bare')]
    const found = [await read(old.id), await read(same.id), await read(reset.id), await read(quiet.id), built, bare]
    assert.deepEqual(
      found.map(({ syntax }) => syntax),
      ['java', 'php', null, 'php', 'printf', null],
    )
    assert.deepEqual([stats.keysCreated, stats.keysUpdated, stats.translationsUpdated], [2, 2, 0])
    assert.deepEqual(
      affectedKeyIds,
      [old.id, reset.id, built.id, bare.id].toSorted((a, b) => a - b),
    )
    assert.deepEqual([await asked(old.id), await asked(reset.id)], [[], ['string a']])
    const [change] = (await history(old.id)).filter(({ event }) => event === 'key.updated')
    assert.deepEqual([change?.before, change?.after], [{ syntax: null }, { syntax: 'java' }])
    await service.ok(owner, 'revertActivity', { params, body: changes ?? assert.fail('nothing changed') })
    assert.deepEqual([(await read(old.id)).syntax, (await read(reset.id)).syntax], [null, 'php'])
    assert.deepEqual([await asked(old.id), await asked(reset.id)], [['string a'], []])
  })

  test('formats 2 of a build: what deleteOrphans removed comes back with it', async () => {
    const namespaces = { orphans: { en: { stays: 'x', goes: '%s' } } }
    await inBuild(namespaces, { orphans: { goes: { syntax: 'printf' } } }, { createNamespaces: true })
    const { id } = await named('goes', 'orphans')
    const { changes } = await inBuild({ orphans: { en: { stays: 'x' } } }, {}, { deleteOrphans: true })
    await service.ok(owner, 'revertActivity', { params, body: changes ?? assert.fail('nothing changed') })
    assert.equal((await read(id)).syntax, 'printf')
  })
})

describe('formats 2 exports', () => {
  test('formats 2 to i18next: what is no ICU message leaves as it is stored, without a warning', async () => {
    const texts = {
      ours: 'Hi {name}',
      theirs: "It's {{name}}",
      braced: "{} isn't {",
      counted: '{n, plural, other {#}}',
    }
    const keyIds: number[] = []
    for (const [key, value] of Object.entries(texts)) {
      const syntax = key === 'ours' ? null : 'i18next'
      keyIds.push((await create({ key, syntax, translations: { en: text(value) } })).id)
    }
    const body = { format: 'i18next-v4' as const, localeCodes: ['en'], keyIds }
    const { headers, body: file } = await service.call(owner, 'exportKeys', { params, body })
    assert.equal(headers['x-parlance-warnings'], '0')
    assert.deepEqual(JSON.parse(String(file)), { ...texts, ours: 'Hi {{name}}' })
  })
})
