import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { join } from '../../../../../test/factories.ts'
import { startService } from '../../../../../test/harness.ts'
import { sql } from '../../../../db/sql.ts'
import { createImportScene, fileOf, hearOfImports } from '../../test/import-scene.ts'

const service = await startService({ webhookAllowNetworks: '127.0.0.0/8' })
const scene = await createImportScene(service)
const { owner, orgId, projectId, params, validate, begin, commit, values } = scene
const told = await hearOfImports(service, owner, params)

test('files go where they belong', async () => {
  const id = await begin([
    fileOf('en.json', { title: 'Shop', cart: { empty: 'Empty' } }),
    fileOf('common/de.json', { save: 'Sichern' }),
  ])
  const { duration, ...answer } = await commit(id)
  assert.ok(duration >= 0)
  assert.deepEqual(answer, {
    success: true,
    results: { added: 3, updated: 0, skipped: 0 },
    conflictsSummary: { total: 0, keepExisting: 0, useImported: 0 },
    details: [
      { filename: 'en.json', locale: 'en', namespace: 'default', added: 2, updated: 0, skipped: 0, errors: [] },
      { filename: 'common/de.json', locale: 'de', namespace: 'common', added: 1, updated: 0, skipped: 0, errors: [] },
    ],
    errors: [],
    warnings: [],
    // A namespace, three keys and their values.
    changes: { fromId: 1, toId: 7 },
  })
  assert.deepEqual(await values(), {
    'default/en': { 'cart.empty': 'Empty', title: 'Shop' },
    'common/de': { save: 'Sichern' },
  })
  const stats = { files: 2, added: 3, updated: 0, skipped: 0 }
  assert.deepEqual(await told(), [{ projectId, source: 'web', stats }])
  const { activity } = await service.ok(owner, 'listActivity', { params })
  assert.deepEqual(activity[0]?.after, { source: 'web', stats, changes: answer.changes })
})

test('an equal value is skipped', async () => {
  const { results } = await commit(await begin([fileOf('en.json', { title: 'Shop', fresh: 'New' })]))
  assert.deepEqual(results, { added: 1, updated: 0, skipped: 1 })
})

describe('mappings', () => {
  test('say where a file goes; what is not mapped stays behind', async () => {
    const id = await begin([fileOf('strings.json', { a: 'A' }), fileOf('de.json', { b: 'B' })])
    const { details } = await commit(id, {
      fileMappings: [{ filename: 'strings.json', locale: 'FR', namespace: 'mapped' }],
    })
    assert.deepEqual(
      details.map(({ filename, locale, namespace, added }) => [filename, locale, namespace, added]),
      [['strings.json', 'fr', 'mapped', 1]],
    )
  })

  test('overrideDetection false only helps out where there is no detection', async () => {
    const id = await begin([fileOf('de.json', { m: 'x' }), fileOf('m.json', { m: 'y' })])
    const { details } = await commit(id, {
      fileMappings: [
        { filename: 'de.json', locale: 'fr', overrideDetection: false },
        { filename: 'm.json', locale: 'fr', overrideDetection: false },
      ],
    })
    assert.deepEqual(
      details.map(({ filename, locale, namespace }) => [filename, locale, namespace]),
      [
        ['de.json', 'de', 'default'],
        ['m.json', 'fr', 'm'],
      ],
    )
  })

  test('two files for one place: the later has the last word', async () => {
    const id = await begin([fileOf('x.json', { twin: '1', one: '1' }), fileOf('y.json', { twin: '2' })])
    const to = { locale: 'en', namespace: 'twins' }
    const { results } = await commit(id, {
      fileMappings: [
        { filename: 'x.json', ...to },
        { filename: 'y.json', ...to },
      ],
    })
    assert.deepEqual(results, { added: 2, updated: 0, skipped: 1 })
    assert.deepEqual((await values())['twins/en'], { one: '1', twin: '2' })
  })
})

describe('all or nothing', () => {
  const unchanged = async (id: string, mappings: Parameters<typeof commit>[1] = {}) => {
    const before = await values()
    const answer = await commit(id, mappings)
    assert.equal(answer.success, false)
    assert.deepEqual(answer.results, { added: 0, updated: 0, skipped: 0 })
    assert.deepEqual(await values(), before)
    return answer
  }

  test('a file with a fault keeps the others out', async () => {
    const { errors, details } = await unchanged(
      await begin([fileOf('en.json', { good: 'x' }), fileOf('de.json', { bad: null })]),
    )
    assert.deepEqual(errors, [
      { filename: 'de.json', key: 'bad', code: 'null_value', message: 'null is no text', line: 1, column: 8 },
    ])
    assert.deepEqual(
      details.map(({ errors: found }) => found.length),
      [0, 1],
    )
  })

  test('so does a locale that the project lacks', async () => {
    await unchanged(await begin([fileOf('ja.json', { a: 'x' }), fileOf('en.json', { good: 'x' })]))
  })

  test('so does a file that was never sent', async () => {
    const id = await begin([fileOf('en.json', { good: 'x' })])
    await unchanged(id, { fileMappings: [{ filename: 'other.json', locale: 'en' }] })
  })

  test('so does a text that its key has no room for', async () => {
    await service.ok(owner, 'createKey', { params, body: { key: 'short', characterLimit: 3 } })
    const id = await begin([fileOf('en.json', { short: '1234', good: 'x' })])
    const { errors } = await unchanged(id)
    assert.deepEqual(errors[0]?.key, 'short')
  })

  test('so do limits that were crossed', async () => {
    const id = await begin([fileOf('en.json', { k1: '1', k2: '2' })], { maxTotalKeys: 1 })
    await unchanged(id)
  })
})

test('new locales are added when that is allowed', async () => {
  const id = await begin([fileOf('sv.json', { title: 'Butik' })], { allowNewLocales: true })
  const { success } = await commit(id)
  assert.equal(success, true)
  assert.deepEqual((await values())['default/sv'], { title: 'Butik' })
  const { activity } = await service.ok(owner, 'listActivity', { params, query: { limit: 3 } })
  assert.deepEqual(
    activity.map(({ event }) => event),
    ['import.completed', 'translation.created', 'project.locale_added'],
  )
})

test('a dry run answers the same and writes nothing', async () => {
  const id = await begin([fileOf('dry/en.json', { d: 'D' }), fileOf('pt.json', { d: 'D' })], { allowNewLocales: true })
  const before = [await values(), await service.ok(owner, 'listNamespaces', { params }), await told()]
  const { duration: _, ...dry } = await commit(id, { options: { dryRun: true } })
  assert.deepEqual([await values(), await service.ok(owner, 'listNamespaces', { params }), await told()], before)
  const { duration: __, ...real } = await commit(id)
  assert.deepEqual(dry, { ...real, changes: null })
})

test('a dry run over the limit of the plan is refused like the import', async () => {
  const small = await createImportScene(service)
  await service.db.run(sql`update organizations set key_limit = 2 where id = ${small.orgId}`)
  const sent = async (count: number) => {
    const texts = Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 'K']))
    const { validationId } = await small.validate([fileOf('en.json', texts), fileOf('de.json', texts)])
    return { validationId, fileMappings: [], conflictResolutions: [] }
  }
  const over = await sent(3)
  for (const options of [{ dryRun: true }, {}]) {
    const body = { ...over, options }
    await service.refused(small.owner, 'commitImport', { params: small.params, body }, 'limitExceeded')
  }
  const body = { ...(await sent(2)), options: { dryRun: true } }
  await service.ok(small.owner, 'commitImport', { params: small.params, body })
})

describe('fields', () => {
  const invalid: [body: object, situation: 'fieldRequired' | 'validationError' | 'fieldTooLong', field: string][] = [
    [{ fileMappings: [], conflictResolutions: [] }, 'fieldRequired', 'validationId'],
    [{ validationId: 'x', conflictResolutions: [] }, 'fieldRequired', 'fileMappings'],
    [{ validationId: 'x', fileMappings: [] }, 'fieldRequired', 'conflictResolutions'],
    [{ validationId: 'x', fileMappings: [{ filename: 'a' }] }, 'fieldRequired', 'fileMappings.0.locale'],
    [{ validationId: 'x', fileMappings: [{ locale: 'a' }] }, 'fieldRequired', 'fileMappings.0.filename'],
    [
      { validationId: 'x', fileMappings: [{ filename: 'a', locale: 'en', namespace: '' }] },
      'validationError',
      'fileMappings.0.namespace',
    ],
    [
      { validationId: 'x', fileMappings: [], conflictResolutions: [{ key: 'a', locale: 'en', existingValue: '' }] },
      'fieldRequired',
      'conflictResolutions.0.newValue',
    ],
    [
      {
        validationId: 'x',
        fileMappings: [],
        conflictResolutions: [{ key: 'a', locale: 'en', existingValue: '', newValue: '', resolution: 'x' }],
      },
      'validationError',
      'conflictResolutions.0.resolution',
    ],
    [
      {
        validationId: 'x',
        fileMappings: [],
        conflictResolutions: [],
        options: { progressTrackingId: 'x'.repeat(129) },
      },
      'fieldTooLong',
      'options.progressTrackingId',
    ],
    [
      { validationId: 'x', fileMappings: [], conflictResolutions: [], options: { progressTrackingId: '' } },
      'validationError',
      'options.progressTrackingId',
    ],
  ]
  for (const [body, situation, field] of invalid) {
    test(`${field} ${situation}`, () => service.refused(owner, 'commitImport', { params, body }, situation, { field }))
  }
})

describe('a restricted member may not name a language they cannot see', () => {
  const resolution = { key: 'r', existingValue: '', newValue: 'R' }
  const naming: [title: string, body: (locale: string) => object][] = [
    ['for a file', (locale) => ({ fileMappings: [{ filename: 'de.json', locale }] })],
    [
      'for a file whose own is kept',
      (locale) => ({ fileMappings: [{ filename: 'de.json', locale, overrideDetection: false }] }),
    ],
    ['for a file that is not there', (locale) => ({ fileMappings: [{ filename: 'none.json', locale }] })],
    ['for a conflict', (locale) => ({ conflictResolutions: [{ ...resolution, locale }] })],
  ]
  for (const [title, bodyOf] of naming) {
    test(title, async () => {
      const member = await join(service, owner, orgId, 'developer', ['de'])
      const { validationId } = await validate([fileOf('de.json', { r: 'R' })], undefined, member)
      const send = (locale: string) => ({
        params,
        body: { validationId, fileMappings: [], conflictResolutions: [], ...bodyOf(locale) },
      })
      await service.refused(member, 'commitImport', send('EN'), 'localeForbidden')
      await service.refused(member, 'revalidateImport', send('en'), 'localeForbidden')
      await service.ok(member, 'revalidateImport', send('DE'))
    })
  }
})
