import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { sql } from '../../../db/sql.ts'
import { createImportScene, fileOf } from './import-scene.ts'

const service = await startService({ webhookAllowNetworks: '127.0.0.0/8' })
const scene = await createImportScene(service)
const { owner, orgId, projectId, params, validate, commit, values } = scene
const hook = { name: 'Imports', url: 'http://127.0.0.1:9/', events: ['import.completed'] }
const { id: hookId } = await service.ok(owner, 'createWebhook', { params, body: hook })
const told = async () =>
  (await service.ok(owner, 'listDeliveries', { params: { id: hookId } })).deliveries.map(
    ({ payload }) => payload?.['data'],
  )
const begin = async (files: Parameters<typeof validate>[0], options?: object) =>
  (await validate(files, options)).validationId

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
  })
  assert.deepEqual(await values(), {
    'default/en': { 'cart.empty': 'Empty', title: 'Shop' },
    'common/de': { save: 'Sichern' },
  })
  assert.deepEqual(await told(), [{ projectId, source: 'web', stats: { files: 2, added: 3, updated: 0, skipped: 0 } }])
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
    assert.deepEqual(errors, [{ filename: 'de.json', key: 'bad', message: 'null is no text' }])
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

describe('conflicts', () => {
  const conflict = (key: string, existingValue: string, newValue: string, resolution?: string) => ({
    key,
    locale: 'en',
    existingValue,
    newValue,
    ...(resolution ? { resolution } : {}),
  })
  const reset = async () => {
    const id = await begin([fileOf('en.json', { c1: 'old 1', c2: 'old 2', c3: 'old 3' })], {
      defaultConflictResolution: 'use_imported',
    })
    await commit(id)
  }
  const changed = [fileOf('en.json', { c1: 'new 1', c2: 'new 2', c3: 'new 3' })]
  const now = async () => {
    const { c1, c2, c3 } = (await values())['default/en'] ?? {}
    return [c1, c2, c3]
  }

  test('with neither a resolution nor a default, what is there stays', async () => {
    await reset()
    const { results, conflictsSummary } = await commit(await begin(changed))
    assert.deepEqual(results, { added: 0, updated: 0, skipped: 3 })
    assert.deepEqual(conflictsSummary, { total: 3, keepExisting: 3, useImported: 0 })
    assert.deepEqual(await now(), ['old 1', 'old 2', 'old 3'])
  })

  test('resolutions decide, then the default', async () => {
    await reset()
    const id = await begin(changed, { defaultConflictResolution: 'use_imported' })
    const answer = await commit(id, {
      conflictResolutions: [conflict('c1', 'old 1', 'new 1', 'keep_existing'), conflict('c2', 'old 2', 'new 2')],
    })
    assert.deepEqual(answer.conflictsSummary, { total: 3, keepExisting: 1, useImported: 2 })
    assert.deepEqual(answer.results, { added: 0, updated: 2, skipped: 1 })
    assert.deepEqual(await now(), ['old 1', 'new 2', 'new 3'])
  })

  test('one whose value has changed since is reported and skipped, the rest is written', async () => {
    await reset()
    const id = await begin(changed)
    await service.ok(owner, 'putValue', { params: { projectId, key: 'c1' }, body: { locale: 'en', value: 'late' } })
    const keyId = (await service.ok(owner, 'listKeys', { params, query: { search: 'c2' } })).data[0]?.id ?? 0
    await service.ok(owner, 'batchClearValues', { params, body: { keyIds: [keyId], localeCodes: ['en'] } })
    const conflictResolutions = [1, 2, 3].map((n) => conflict(`c${n}`, `old ${n}`, `new ${n}`, 'use_imported'))
    for (const options of [{ dryRun: true }, {}]) {
      const answer = await commit(id, { conflictResolutions, options })
      assert.equal(answer.success, true)
      assert.deepEqual(
        answer.errors.map(({ key }) => key),
        ['c1', 'c2'],
      )
      assert.deepEqual(answer.results, { added: 0, updated: 1, skipped: 2 })
      assert.deepEqual(answer.conflictsSummary, { total: 3, keepExisting: 2, useImported: 1 })
    }
    assert.deepEqual(await now(), ['late', '', 'new 3'])
  })

  test('revalidate shows them for other places, and how they are resolved', async () => {
    await reset()
    const id = await begin([fileOf('other.json', { c1: 'new 1', c2: 'old 2' })])
    const body = {
      validationId: id,
      fileMappings: [{ filename: 'other.json', locale: 'en', namespace: 'default' }],
      conflictResolutions: [conflict('c1', 'old 1', 'new 1', 'use_imported')],
    }
    assert.deepEqual(await service.ok(owner, 'revalidateImport', { params, body }), {
      conflicts: [
        {
          filename: 'other.json',
          key: 'c1',
          namespace: 'default',
          locale: 'en',
          existingValue: 'old 1',
          newValue: 'new 1',
          resolution: 'use_imported',
        },
      ],
      warnings: [],
    })
    const elsewhere = { validationId: id, fileMappings: [{ filename: 'other.json', locale: 'ja' }] }
    const { conflicts, warnings } = await service.ok(owner, 'revalidateImport', { params, body: elsewhere })
    assert.deepEqual([conflicts, warnings.length], [[], 1])
  })
})

test('a dry run answers the same and writes nothing', async () => {
  const id = await begin([fileOf('dry/en.json', { d: 'D' }), fileOf('pt.json', { d: 'D' })], { allowNewLocales: true })
  const before = [await values(), await service.ok(owner, 'listNamespaces', { params }), await told()]
  const { duration: _, ...dry } = await commit(id, { options: { dryRun: true } })
  assert.deepEqual([await values(), await service.ok(owner, 'listNamespaces', { params }), await told()], before)
  const { duration: __, ...real } = await commit(id)
  assert.deepEqual(dry, real)
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

describe('idempotency', () => {
  test('the same key gives the first answer again, for a day', async () => {
    const id = await begin([fileOf('idem/en.json', { i: 'I' })])
    const options = { idempotencyKey: 'once' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => commit(id, { options })))
    for (const answer of answers) assert.deepEqual(answer, answers[0])
    assert.equal(answers[0]?.results.added, 1)
    const count = (await told()).length
    service.clock.advance(1000)
    assert.deepEqual(await commit(id, { options }), answers[0])
    assert.equal((await told()).length, count)
  })

  test('whatever else is sent with it, and when the validation is long over', async () => {
    const options = { idempotencyKey: 'run again' }
    const id = await begin([fileOf('idem/en.json', { j: 'J' })])
    const first = await commit(id, { options })
    const again = await begin([fileOf('idem/en.json', { j: 'Other', k: 'K' })])
    assert.deepEqual(await commit(again, { options }), first)
    service.clock.advance(24 * 3_600_000 - 1000)
    assert.deepEqual(await commit(id, { options }), first)
    assert.equal((await values())['idem/en']?.['k'], undefined)
    service.clock.advance(1000)
    const body = { validationId: id, fileMappings: [], conflictResolutions: [], options }
    await service.refused(owner, 'commitImport', { params, body }, 'importSessionExpired')
  })
})

describe('sessions', () => {
  const body = (validationId: string) => ({ validationId, fileMappings: [], conflictResolutions: [] })

  test('belong to their user and project', async () => {
    const id = await begin([fileOf('en.json', { s: 'S' })])
    const developer = await join(service, owner, orgId, 'developer')
    const sister = await service.ok(owner, 'createProject', {
      params: { orgId },
      body: { name: 'Sister', sourceLocale: 'en' },
    })
    for (const name of ['revalidateImport', 'commitImport'] as const) {
      await service.refused(developer, name, { params, body: body(id) }, 'importSessionMismatch')
      const elsewhere = { params: { projectId: sister.id }, body: body(id) }
      await service.refused(owner, name, elsewhere, 'importSessionMismatch')
      await service.refused(owner, name, { params, body: body('never issued') }, 'notFound')
    }
  })

  test('last an hour', async () => {
    const id = await begin([fileOf('en.json', { s: 'S' })])
    service.clock.advance(3_599_999)
    await service.ok(owner, 'revalidateImport', { params, body: body(id) })
    service.clock.advance(1)
    await service.refused(owner, 'revalidateImport', { params, body: body(id) }, 'importSessionExpired')
    await begin([])
    await service.refused(owner, 'commitImport', { params, body: body(id) }, 'importSessionExpired')
  })
})

describe('progress', () => {
  const read = (trackingId: string) => service.call(owner, 'getImportProgress', { params: { projectId, trackingId } })

  test('of a commit that is done, for two hours', async () => {
    const id = await begin([fileOf('p/en.json', { p: 'P' }), fileOf('p/de.json', { p: 'P' })])
    const startedAt = service.clock.now().toISOString()
    await commit(id, { options: { progressTrackingId: 'track/1 ü' } })
    assert.deepEqual((await read('track/1 ü')).body, {
      status: 'completed',
      totalFiles: 2,
      processedFiles: 2,
      currentFile: null,
      results: { added: 2, updated: 0, skipped: 0 },
      startedAt,
    })
    service.clock.advance(7_199_999)
    assert.equal((await read('track/1 ü')).status, 200)
    service.clock.advance(1)
    assert.equal((await read('track/1 ü')).status, 404)
  })

  test('of a commit that was refused', async () => {
    const id = await begin([fileOf('en.json', { p: null })])
    await commit(id, { options: { progressTrackingId: 'failed' } })
    assert.equal(((await read('failed')).body as { status: string }).status, 'failed')
  })

  test('unknown, or of another project', async () => {
    assert.equal((await read('never')).status, 404)
    const { owner: stranger, projectId: theirs } = await createScene(service)
    const elsewhere = { params: { projectId: theirs, trackingId: 'failed' } }
    await service.refused(stranger, 'getImportProgress', elsewhere, 'notFound')
  })
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

test('a bucket of 100 that refills by 20 a minute, for each caller and project', async () => {
  const key = await createApiKey(service, owner, projectId, ['translations:write'])
  const body = { validationId: 'x', fileMappings: [], conflictResolutions: [], files: [] }
  const post = async (name: 'validateImport' | 'revalidateImport' | 'commitImport') =>
    (await service.call(key, name, { params, body })).status
  for (let sent = 0; sent < 100; sent++)
    assert.notEqual(await post(sent % 2 ? 'revalidateImport' : 'commitImport'), 429, `request ${sent + 1}`)
  for (const name of ['validateImport', 'revalidateImport', 'commitImport'] as const)
    await service.refused(key, name, { params, body }, 'tooManyImports')
  service.clock.advance(2_999)
  assert.equal(await post('commitImport'), 429)
  service.clock.advance(1)
  assert.equal(await post('commitImport'), 404)
  assert.equal(await post('commitImport'), 429)
  await validate([])
})
