import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHECKS_VERSION, NO_TERMS } from '@parlance/checks'
import fc from 'fast-check'
import { createApiKey } from '../../../../../test/factories.ts'
import { startService } from '../../../../../test/harness.ts'
import { until } from '../../../../../test/until.ts'
import { sql } from '../../../../db/sql.ts'
import { transaction } from '../../../../db/transaction.ts'
import { assertAsFromScratch, checkNow, storedIssues } from '../../test/check-now.ts'
import { Checker } from '../checker.ts'
import { Examiner } from '../examiner.ts'
import { nextOfSweep } from '../next-keys.ts'
import { findBehind, lockPosition } from '../position.ts'
import { checkKeys, followChanges } from '../step.ts'
import { CountingExaminer, createCheckedProjects } from './checked-project.ts'
import { anyStep, takeStep } from './random-steps.ts'

const RUNS = process.env['PARLANCE_TEST_FULL'] === '1' ? 300 : 15
const CHECKED_WITHIN_MS = 2_000

const service = await startService()
const { services, db, clock } = service
const createProject = await createCheckedProjects(service)

test('qa 5 a value that is written is looked at, and no other', async () => {
  const { write, check, found, projectId } = await createProject({
    a: { en: 'Hello {name}', de: 'Hallo {name}', fr: 'Bonjour {name}' },
    b: { en: 'Hello {name}', de: 'Hallo {name}' },
  })
  assert.deepEqual(await found(), [])
  await write('a', 'de', 'Hallo')
  assert.equal(await check(), 1)
  assert.deepEqual(await found(), ['de placeholder_missing'])
  // Written five times, it is looked at once, as it is then.
  for (const value of ['A', 'B', 'C', 'D', ' {name}']) await write('a', 'de', value)
  assert.equal(await check(), 1)
  assert.deepEqual(await found(), ['de edge_space'])
  await write('a', 'de', '')
  await check()
  assert.deepEqual(await found(), [], 'what is empty is checked by nothing')
  assert.equal(await check(), 0)
  await assertAsFromScratch(services, projectId)
})

test('qa 5 another source text, another reading of the texts: all values of the key', async () => {
  const { write, check, found, owner, projectId, keyId } = await createProject({
    a: { en: 'Hello', de: 'Hallo', fr: 'Bonjour' },
    b: { en: 'Hello', de: 'Hallo' },
  })
  await write('a', 'en', 'Hello {name}')
  assert.equal(await check(), 3)
  assert.deepEqual(
    (await found()).filter((name) => name.endsWith('missing')),
    ['de placeholder_missing', 'fr placeholder_missing'],
  )
  const update = (body: object) => service.ok(owner, 'updateKey', { params: { projectId, keyId: keyId('a') }, body })
  await update({ isPlural: true })
  assert.equal(await check(), 3)
  await update({ isPlural: false, syntax: 'none' })
  assert.equal(await check(), 3)
  assert.ok(!(await found()).includes('de placeholder_missing'))
  await update({ description: 'another', key: 'renamed' })
  assert.equal(await check(), 0, 'names and descriptions change nothing')
  await assertAsFromScratch(services, projectId)
})

test('qa 3 what lasts keeps its id and its time, in another place and with another fix', async () => {
  const { write, check, issue, found } = await createProject({ a: { en: 'Two words', de: 'zwei  Worte' } })
  const before = await issue('de', 'double_space')
  clock.advance(60_000)
  await write('a', 'de', 'genau zwei  Worte')
  await check()
  const after = await issue('de', 'double_space')
  assert.deepEqual([after.id, after.detectedAt], [before.id, before.detectedAt])
  assert.notDeepEqual([after.start, after.fix], [before.start, before.fix])
  await write('a', 'de', 'zwei Worte')
  await check()
  assert.ok(!(await found()).includes('de double_space'))
  await write('a', 'de', 'zwei  Worte')
  await check()
  const again = await issue('de', 'double_space')
  assert.equal(again.id, before.id)
  assert.ok(again.detectedAt > before.detectedAt, 'it was gone in between')
})

test('qa 5 what is deleted has no findings, and what comes back has them again', async () => {
  const { check, found, owner, projectId, params, keyId } = await createProject({
    a: { en: 'Hello {name}', de: 'Hallo', fr: 'Bonjour' },
    b: { en: 'Hello {name}', de: 'Hallo', fr: 'Bonjour {name}' },
  })
  const all = ['de placeholder_missing', 'de placeholder_missing', 'fr placeholder_missing']
  assert.deepEqual(await found(), all)
  await service.ok(owner, 'deleteKey', { params: { projectId, keyId: keyId('a') } })
  await check()
  assert.deepEqual(await found(), ['de placeholder_missing'])
  await service.ok(owner, 'restoreKey', { params: { projectId, keyId: keyId('a') } })
  assert.equal(await check(), 3)
  assert.deepEqual(await found(), all)
  await service.ok(owner, 'removeProjectLocale', { params: { projectId, code: 'de' } })
  await check()
  assert.deepEqual(await found(), ['fr placeholder_missing'])
  await service.ok(owner, 'addProjectLocale', { params, body: { code: 'de' } })
  await check()
  assert.deepEqual(await found(), all)
  // And back before anybody has looked.
  await service.ok(owner, 'removeProjectLocale', { params: { projectId, code: 'de' } })
  await service.ok(owner, 'addProjectLocale', { params, body: { code: 'de' } })
  await check()
  assert.deepEqual(await found(), all)
})

test('qa 5 other settings: the whole project is looked at again, and a check that is off finds nothing', async () => {
  const { setSeverities, check, found, issue, projectId, ignore } = await createProject({
    a: { en: 'Hello {name}', de: 'Hallo', fr: 'Bonjour' },
    b: { en: 'Two words', de: 'zwei  Worte' },
  })
  await ignore(await issue('fr', 'placeholder_missing'), 'value')
  await setSeverities({ placeholder_missing: { localeSeverities: { fr: 'off' } }, double_space: { severity: 'error' } })
  assert.equal(await check(), 5)
  assert.deepEqual(await found(), ['de double_space', 'de placeholder_missing'])
  assert.equal((await issue('de', 'double_space')).severity, 'error')
  await setSeverities({})
  await check()
  assert.equal((await issue('de', 'double_space')).severity, 'warning')
  assert.equal((await issue('fr', 'placeholder_missing')).isIgnored, true, 'ignored ones come back as ignored')
  await assertAsFromScratch(services, projectId)
})

test('qa 5 a new version of the checks, or a project from before them: everything is looked at once', async () => {
  const { check, found, projectId } = await createProject({ a: { en: 'Hello {name}', de: 'Hallo' } })
  const all = await found()
  await db.run(sql`update issue_positions set checks_version = ${CHECKS_VERSION - 1} where project_id = ${projectId}`)
  await db.run(sql`delete from issues where project_id = ${projectId}`)
  assert.equal(await check(), 2)
  assert.deepEqual(await found(), all)
  await db.run(sql`delete from issue_positions where project_id = ${projectId}`)
  assert.equal(await check(), 2)
  assert.equal(await check(), 0)
})

test('qa 4 what is ignored stays so in another text; for the key, in all languages and branches', async () => {
  const { write, check, issue, ignore, projectId, create, found } = await createProject({
    a: { en: 'Hello {name}', de: 'Hallo', fr: 'Bonjour' },
  })
  await ignore(await issue('de', 'placeholder_missing'), 'value')
  await write('a', 'de', 'Guten Tag')
  await write('a', 'fr', 'Salut')
  await check()
  assert.equal((await issue('de', 'placeholder_missing')).isIgnored, true)
  assert.equal((await issue('fr', 'placeholder_missing')).isIgnored, false)
  await write('a', 'de', 'Tag  auch')
  await check()
  assert.equal((await issue('de', 'double_space')).isIgnored, false, 'another finding is not ignored')
  await write('a', 'de', 'Hallo {name}')
  await check()
  await write('a', 'de', 'Hallo')
  await check()
  assert.equal((await issue('de', 'placeholder_missing')).isIgnored, true)

  const plural = (one: string, other: string) => `{n, plural, one {${one}} other {${other}}}`
  const source = plural('{a} file', '{a} files')
  await create('p', { en: source, de: plural('{a} Datei', 'Dateien') }, { isPlural: true })
  await check()
  const [missing] = (await storedIssues(services, projectId)).filter(({ branch }) => branch === 'n.other')
  assert.ok(missing, `${await found()}`)
  await ignore(missing, 'key')
  await write('p', 'fr', plural('fichier', 'fichiers'))
  await check()
  const ofKey = (await storedIssues(services, projectId)).filter(
    ({ keyId, check }) => keyId === missing.keyId && check === 'placeholder_missing',
  )
  const french = ofKey.filter(({ locale, params }) => locale === 'fr' && params['placeholder'] === '{a}')
  assert.deepEqual([french.length, french.every(({ isIgnored }) => isIgnored)], [2, true])
})

test('qa 5 many values, or long ones, are looked at on a thread, and one that fails is replaced', async () => {
  const { projectId, check, params, owner, found } = await createProject()
  const texts = (text: string) =>
    Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`key ${n}`, `${text} ${n}`]))
  const namespaces = { default: { en: texts('Hello {name},'), de: texts('Hallo') } }
  const files = { namespaces, options: { conflictResolution: 'keep_local' as const } }
  const builder = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])
  await service.ok(builder, 'commitCliImport', { params, body: files })
  assert.ok((await check()) >= 1_200)
  assert.equal((await found()).filter((name) => name === 'de placeholder_missing').length, 600)
  await assertAsFromScratch(services, projectId)

  const examiner = new Examiner()
  const settings = { severities: {}, blockReview: false }
  const glossary = { prepared: async () => NO_TERMS, list: async () => undefined }
  await assert.rejects(examiner.examine({ subjects: 'no JSON', settings }, glossary, true), /thread/)
  const examined = await examiner.examine({ subjects: '[]', settings }, glossary, true)
  assert.deepEqual(examined, { judgments: [], faults: [] })
  await examiner.close()
})

test('qa 5 two who look at the same time share the work', async () => {
  const { projectId, write, params, owner, found } = await createProject({ a: { en: 'Hello {name}' } })
  const builder = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])
  const texts = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`key ${n}`, 'Hallo  du']))
  const files = { namespaces: { default: { de: texts } }, options: { conflictResolution: 'keep_local' as const } }
  await service.ok(builder, 'commitCliImport', { params, body: files })
  await write('a', 'de', 'Hallo')
  const examiners = [new CountingExaminer(), new CountingExaminer()]
  await Promise.all(examiners.map((examiner) => checkNow(services, projectId, examiner)))
  assert.equal(
    examiners.reduce((sum, { count }) => sum + count, 0),
    301,
  )
  assert.equal((await found()).length, 1)
})

test('who fails in the middle leaves nothing half done', async () => {
  const { write, projectId, check, found } = await createProject({ a: { en: 'Hello {name}', de: 'Hallo {name}' } })
  class Failing extends Examiner {
    override async examine(): Promise<never> {
      throw new Error('killed')
    }
  }
  await write('a', 'de', 'Hallo')
  await assert.rejects(followChanges({ ...services, examiner: new Failing() }, projectId), /killed/)
  assert.deepEqual(await found(), [])
  assert.equal(await check(), 1)
  assert.deepEqual(await found(), ['de placeholder_missing'])
})

/** Behind the back of the service, in English alone. */
const insertKeys = (projectId: number, count: number, length: number) =>
  db.run(sql`
    with made as (
      insert into keys (project_id, namespace_id, name, created_by, created_at, updated_at)
      select n.project_id, n.id, 'key ' || number, (select min(id) from users), ${clock.now()}::timestamptz,
             ${clock.now()}::timestamptz
      from namespaces n, generate_series(1, ${count}::int) as number where n.project_id = ${projectId}
      returning *
    )
    insert into translations (project_id, key_id, locale_id, value, status, created_by, created_at, updated_at)
    select m.project_id, m.id, p.source_locale_id, repeat('x', ${length}::int), 'translated', m.created_by, m.created_at,
           m.created_at
    from made m join projects p on p.id = m.project_id`)

test('a step has so much text and no more, whatever the number of its values', async () => {
  const { projectId } = await createProject()
  await insertKeys(projectId, 100, 65_536)
  await transaction(db, async (tx) => {
    const position = (await lockPosition(tx, projectId)) ?? assert.fail()
    const { keyIds, hasMore } = await nextOfSweep(tx, position, 0)
    assert.deepEqual([keyIds.length, hasMore], [64, true])
  })
})

test('qa 4 what a sweep of many keys has still to look at is told, and goes down to none', async () => {
  const { projectId, params, owner, setSeverities, check } = await createProject()
  await insertKeys(projectId, 1_500, 1)
  await setSeverities({})
  const pending = async () => (await service.ok(owner, 'getQa', { params })).pending
  assert.equal(await pending(), 1_500)
  const examiner = new Examiner()
  await checkKeys({ ...services, examiner }, projectId)
  await examiner.close()
  assert.ok((await pending()) < 1_500)
  await check()
  assert.equal(await pending(), 0)
})

test('projects that are deleted, or of closed organizations, are left alone', async () => {
  const { owner, orgId, projectId, write } = await createProject({ a: { en: 'Hello {name}', de: 'Hallo {name}' } })
  const isBehind = async () => (await findBehind(db)).some(({ id }) => id === projectId)
  assert.equal(await isBehind(), false)
  await write('a', 'de', 'Hallo')
  assert.equal(await isBehind(), true)
  await db.run(sql`update organizations set deleted_at = ${clock.now()} where id = ${orgId}`)
  assert.equal(await isBehind(), false)
  await db.run(sql`update organizations set deleted_at = null where id = ${orgId}`)
  await service.ok(owner, 'deleteProject', { params: { projectId } })
  assert.equal(await isBehind(), false)
})

test('qa 5 the worker finds what was written within two seconds', async () => {
  const checker = new Checker(services)
  const { write, found } = await createProject({ a: { en: 'Hello {name}', de: 'Hallo {name}' } })
  for (const value of ['Hallo', 'Hallo {name}', 'Tag']) {
    await write('a', 'de', value)
    const expected = value.includes('{') ? [] : ['de placeholder_missing']
    await until('the value to be checked', async () => `${await found()}` === `${expected}`, CHECKED_WITHIN_MS)
  }
  await checker.close()
})

test('after any changes, stops and failures, stored is what comes out when everything is looked at anew', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 2, maxLength: 14 }), async (steps) => {
      const project = await createProject({
        a: { en: 'Hello {name}', de: 'Hallo' },
        b: { en: 'Two words here', de: 'zwei  Worte', fr: 'Two words here' },
      })
      for (const step of steps) await takeStep(service, project, step)
      await project.check()
      await assertAsFromScratch(services, project.projectId)
    }),
    { numRuns: RUNS },
  )
})
