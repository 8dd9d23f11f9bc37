import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApiKey } from '../../../../../test/factories.ts'
import { startService } from '../../../../../test/harness.ts'
import { createImportScene, fileOf } from '../../test/import-scene.ts'

const service = await startService()
const { owner, projectId, params, validate, begin, commit, values } = await createImportScene(service)

const conflict = (key: string, existingValue: string | null, newValue: string, resolution?: string) => ({
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

test('14.11 a caller who may not read decides without seeing what is there', async () => {
  await reset()
  const writing = await createApiKey(service, owner, projectId, ['translations:write'])
  const { validationId, files } = await validate(changed, undefined, writing)
  assert.deepEqual(
    files[0]?.conflicts.map(({ key, existingValue, newValue }) => [key, existingValue, newValue]),
    [1, 2, 3].map((n) => [`c${n}`, null, `new ${n}`]),
  )
  const revalidation = { params, body: { validationId } }
  const { conflicts } = await service.ok(writing, 'revalidateImport', revalidation)
  assert.deepEqual(new Set(conflicts.map(({ existingValue }) => existingValue)), new Set([null]))

  await service.ok(owner, 'putValue', { params: { projectId, key: 'c2' }, body: { locale: 'en', value: 'late' } })
  const conflictResolutions = [
    conflict('c1', null, 'new 1', 'use_imported'),
    conflict('c2', null, 'new 2', 'use_imported'),
    conflict('c3', null, 'new 3', 'keep_existing'),
    conflict('c4', null, 'new 4', 'use_imported'),
  ]
  const body = { validationId, fileMappings: [], conflictResolutions }
  const answer = await service.ok(writing, 'commitImport', { params, body })
  assert.deepEqual([answer.success, answer.errors], [true, []])
  assert.deepEqual(answer.results, { added: 0, updated: 2, skipped: 1 })
  assert.deepEqual(await now(), ['new 1', 'new 2', 'old 3'])
})

test('14.11 those who may read see it, and may leave it open as well', async () => {
  await reset()
  const { validationId, files } = await validate(changed)
  assert.equal(files[0]?.conflicts[0]?.existingValue, 'old 1')
  const { results } = await commit(validationId, {
    conflictResolutions: [conflict('c1', null, 'new 1', 'use_imported')],
  })
  assert.deepEqual(results, { added: 0, updated: 1, skipped: 2 })
  assert.deepEqual(await now(), ['new 1', 'old 2', 'old 3'])
  const { existingValue: _, ...missing } = conflict('c1', null, 'x')
  const body = { validationId, fileMappings: [], conflictResolutions: [missing] }
  const field = 'conflictResolutions.0.existingValue'
  await service.refused(owner, 'commitImport', { params, body }, 'fieldRequired', { field })
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

test('values of a language that was taken off the project are in the way of a file that brings it back', async () => {
  const value = { value: 'vieux', status: 'translated' }
  await service.ok(owner, 'createKey', { params, body: { key: 'back', translations: { fr: value } } })
  await service.ok(owner, 'removeProjectLocale', { params: { projectId, code: 'fr' } })
  const { validationId, files } = await validate([fileOf('fr.json', { back: 'neuf' })], { allowNewLocales: true })
  assert.deepEqual(
    files[0]?.conflicts.map(({ key, existingValue, newValue }) => [key, existingValue, newValue]),
    [['back', 'vieux', 'neuf']],
  )
  const conflictResolutions = [{ ...conflict('back', 'vieux', 'neuf', 'use_imported'), locale: 'fr' }]
  const tried = await commit(validationId, { conflictResolutions, options: { dryRun: true } })
  const done = await commit(validationId, { conflictResolutions })
  assert.deepEqual({ ...tried, duration: 0 }, { ...done, changes: null, duration: 0 })
  assert.deepEqual(done.results, { added: 0, updated: 1, skipped: 0 })
  assert.equal((await values())['default/fr']?.['back'], 'neuf')
})
