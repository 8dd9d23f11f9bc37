import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, join } from '../../../../test/factories.ts'
import { sql } from '../../../db/sql.ts'
import { createTranslationScene } from './translation-scene.ts'

const scene = await createTranslationScene()
const {
  service,
  owner,
  orgId,
  project,
  projectId,
  params,
  createKey,
  valueIn,
  translate,
  schedule,
  ended,
  told,
  toldOf,
} = scene

const localeId = (code: string) => project.locales.find((locale) => locale.code === code)?.id ?? 0
const memory = await service.ok(owner, 'createMemory', {
  params: { orgId },
  body: { name: 'Shop', sourceLocaleId: localeId('en'), autoPopulate: false },
})
const tmId = memory.id
const assign = (penalty: number) =>
  service.ok(owner, 'updateMemorySettings', {
    params,
    body: { assignments: [{ tmId, priority: 50, isWritable: false, penalty }] },
  })
await assign(0)
const remember = (sourceText: string, targetText: string, fields: object = {}) =>
  service.ok(owner, 'putMemoryEntry', {
    params: { tmId },
    body: { sourceText, targetText, targetLocaleId: localeId('de'), ...fields },
  })

describe('a job', () => {
  test('writes what was translated before, to be reviewed, and tells how it went from beginning to end', async () => {
    await remember('Your cart', 'Dein Warenkorb')
    const [known, unknown, empty] = [
      await createKey('Your  cart '),
      await createKey('Nobody said this'),
      await createKey(''),
    ]
    const keyIds = [known.id, unknown.id, empty.id, 99_999, known.id]
    const answer = await schedule(keyIds, ['de'])
    const { jobId = 0 } = answer.jobs[0] ?? {}
    assert.deepEqual(answer, { jobs: [{ jobId, targetLocale: 'de', keyCount: 4 }], totalKeys: 4 })
    const job = await ended(jobId)
    assert.deepEqual([job.status, job.total, job.processed, job.failed, job.error], ['completed', 4, 1, 3, null])
    const errors = [
      { keyId: unknown.id, key: unknown.key, message: 'No translation was found', type: 'no_translation' },
      { keyId: empty.id, key: empty.key, message: 'No text in the source language', type: 'no_source' },
      { keyId: 99_999, key: null, message: 'Key not found', type: 'unknown' },
    ]
    assert.deepEqual(job.errors, errors)
    const value = await valueIn(known.id, 'de')
    assert.deepEqual([value?.value, value?.status], ['Dein Warenkorb', 'not_reviewed'])

    const [scheduled, ...others] = await told()
    assert.deepEqual(
      [scheduled?.event, scheduled?.after],
      ['batch_mt.scheduled', { sourceLocale: 'en', jobs: answer.jobs, totalKeys: 4 }],
    )
    assert.deepEqual(others, [
      {
        event: 'batch_mt.started',
        locale: 'de',
        after: { jobId, totalKeys: 4, sourceLocale: 'en', targetLocale: 'de' },
      },
      { event: 'batch_mt.progress', locale: 'de', after: { jobId, processed: 4, total: 4, currentKey: empty.key } },
      {
        event: 'batch_mt.completed',
        locale: 'de',
        after: { jobId, processed: 1, failed: 3, failedKeyIds: [unknown.id, empty.id, 99_999], errors, duration: 0 },
      },
    ])
  })

  test('qa 4 blockReview: what a machine wrote is never refused', async () => {
    const configure = (blockReview: boolean) =>
      service.ok(owner, 'updateQa', { params, body: { checks: {}, blockReview } })
    await configure(true)
    try {
      await remember('About us', 'Ãœber uns')
      const { id } = await createKey('About us')
      const { status, failed } = await translate([id])
      assert.deepEqual([status, failed], ['completed', 0])
      const { id: translationId = 0, value, status: left } = (await valueIn(id, 'de')) ?? {}
      assert.deepEqual([value, left], ['Ãœber uns', 'not_reviewed'])
      const approve = { params: { projectId, translationId }, body: { status: 'translated' } }
      await service.refused(owner, 'setStatus', approve, 'qaErrors', { errors: 1 })
    } finally {
      await configure(false)
    }
  })

  test('takes the entry of the same key first, and none that a penalty pushed below 100', async () => {
    await remember('Open', 'Offen', { contextKey: 'door.open' })
    await remember('Open', 'Öffnen')
    const key = await createKey('Open', { key: 'door.open' })
    assert.equal((await translate([key.id])).processed, 1)
    assert.equal((await valueIn(key.id, 'de'))?.value, 'Offen')
    const other = await createKey('Open')
    await assign(1)
    assert.equal((await translate([other.id])).errors[0]?.type, 'no_translation')
    assert.equal((await translate([key.id], 'de', { overwriteExisting: true })).processed, 1, 'perfect is 101')
    await assign(0)
    assert.equal((await translate([other.id])).processed, 1)
    assert.equal((await valueIn(other.id, 'de'))?.value, 'Öffnen')
  })

  test('leaves a text alone unless it may be overwritten, and its status when it is the same', async () => {
    await remember('Close', 'Schließen')
    const key = await createKey('Close', {}, { de: 'Zu' })
    assert.equal((await translate([key.id])).processed, 1)
    assert.equal((await valueIn(key.id, 'de'))?.value, 'Zu')
    assert.equal((await translate([key.id], 'de', { overwriteExisting: true })).processed, 1)
    assert.deepEqual((await valueIn(key.id, 'de'))?.status, 'not_reviewed')
    assert.equal((await valueIn(key.id, 'de'))?.value, 'Schließen')
    const same = await createKey('Close', {}, { de: 'Schließen' })
    await translate([same.id], 'de', { overwriteExisting: true })
    assert.equal((await valueIn(same.id, 'de'))?.status, 'translated')
  })

  test('does not write what lost a placeholder or is too long', async () => {
    await remember('Hello {name}', 'Hallo')
    await remember('Short', 'Gar nicht so kurz')
    const [lost, long] = [await createKey('Hello {name}'), await createKey('Short', { characterLimit: 5 })]
    const { errors, failed } = await translate([lost.id, long.id])
    assert.deepEqual([failed, errors.map(({ type }) => type)], [2, ['provider_error', 'unknown']])
    assert.equal(await valueIn(lost.id, 'de'), undefined)
  })

  test('formats 2 knows placeholders by the syntax of the key', async () => {
    await remember('Press {enter}', '{Eingabe} drücken')
    const [icu, none] = [await createKey('Press {enter}'), await createKey('Press {enter}', { syntax: 'none' })]
    const { errors } = await translate([icu.id, none.id])
    assert.deepEqual(
      errors.map(({ keyId, type }) => [keyId, type]),
      [[icu.id, 'provider_error']],
    )
    assert.equal((await valueIn(none.id, 'de'))?.value, '{Eingabe} drücken')
  })

  test('is made for each language, in any spelling, once', async () => {
    const key = await createKey('Anything')
    const { jobs, totalKeys } = await schedule([key.id], ['FR', 'de', 'fr'])
    assert.deepEqual(
      jobs.map(({ targetLocale }) => targetLocale),
      ['de', 'fr'],
    )
    assert.equal(totalKeys, 1)
    for (const { jobId } of jobs) assert.equal((await ended(jobId)).status, 'completed')
  })

  test('may take another language as its source', async () => {
    const key = await createKey('', {}, { fr: 'Bonjour' })
    const { errors } = await translate([key.id], 'de', { sourceLocaleCode: 'fr' })
    assert.deepEqual(
      errors.map(({ type }) => type),
      ['no_translation'],
      'memories are for the source language',
    )
  })

  test('12.17 names the changes of its values, so that they can be taken back', async () => {
    await remember('Undo me', 'Nimm mich zurück')
    const [one, two] = [await createKey('Undo me'), await createKey('Undo me', {}, { de: 'Schon da' })]
    const nothing = await translate([two.id])
    assert.equal(nothing.changes, null)
    const { changes } = await translate([one.id, two.id], 'de', { overwriteExisting: true })
    const { activity } = await service.ok(owner, 'listActivity', { params, query: { limit: 10 } })
    const written = activity.filter(({ event }) => event.startsWith('translation.')).map(({ id }) => id)
    assert.deepEqual(changes, { fromId: written[1], toId: written[0] })
    const body = changes ?? assert.fail()
    assert.equal((await service.ok(owner, 'revertActivity', { params, body })).reverted, 2)
    assert.deepEqual([(await valueIn(one.id, 'de'))?.value, (await valueIn(two.id, 'de'))?.value], [null, 'Schon da'])
  })

  test('that a crash interrupted goes on with what is left, and begins once', async () => {
    await remember('Again', 'Wieder')
    const [done, left] = [await createKey('Again'), await createKey('Again')]
    const release = await scene.blockLane()
    const { jobs } = await schedule([done.id, left.id], ['de'])
    const { jobId = 0 } = jobs[0] ?? {}
    // As a process leaves it that died after its first step.
    const now = service.clock.now()
    await service.db.run(sql`update jobs set state = 'running', attempt = 1, started_at = ${now} where id = ${jobId}`)
    await service.db.run(sql`update translation_jobs set processed = 1, told_at = ${now} where job_id = ${jobId}`)
    await service.db.run(sql`delete from translation_job_keys where job_id = ${jobId} and key_id = ${done.id}`)
    await release()
    const { status, processed, total } = await ended(jobId)
    assert.deepEqual([status, processed, total], ['completed', 2, 2])
    assert.deepEqual(
      (await toldOf(jobId)).map(({ event }) => event),
      ['batch_mt.completed'],
    )
    assert.equal((await valueIn(left.id, 'de'))?.value, 'Wieder')
    assert.equal(await valueIn(done.id, 'de'), undefined, 'nothing is done twice')
  })

  test('can be cancelled, and stays as it is once it has ended', async () => {
    const key = await createKey('Whatever')
    const release = await scene.blockLane()
    const { jobs } = await schedule([key.id], ['de'])
    const { jobId = 0 } = jobs[0] ?? {}
    const of = { params: { projectId, jobId } }
    assert.equal((await scene.readJob(jobId)).status, 'waiting')
    await service.ok(owner, 'cancelMachineTranslationJob', of)
    await release()
    const { status, error, finishedAt } = await scene.readJob(jobId)
    assert.deepEqual([status, error, finishedAt === null], ['cancelled', 'The job was cancelled.', false])
    assert.deepEqual(await toldOf(jobId), [
      { event: 'batch_mt.failed', locale: 'de', after: { jobId, error: 'The job was cancelled.' } },
    ])
    await service.ok(owner, 'cancelMachineTranslationJob', of)
    assert.equal((await toldOf(jobId)).length, 1)
  })

  test('of 2,000 keys is told key by key where it fails, and in counts otherwise', async () => {
    await remember('Mass', 'Masse')
    const inserted = await service.db.rows<{ id: number }>(sql`
      insert into keys (project_id, namespace_id, name, created_by, created_at, updated_at)
      select ${projectId}, ${project.defaultNamespaceId}, 'mass ' || n, ${owner.userId}, now(), now()
      from generate_series(1, 2000) n returning id`)
    const ids = inserted.map(({ id }) => id)
    await service.db.run(sql`
      insert into translations (project_id, key_id, locale_id, value, status, created_by, created_at, updated_at)
      select ${projectId}, id, ${localeId('en')}, 'Mass', 'translated', ${owner.userId}, now(), now()
      from unnest(${ids}::bigint[]) id`)
    const { processed, failed, total } = await translate(ids)
    assert.deepEqual([processed, failed, total], [2000, 0, 2000])
    const written = await service.db.row<{ n: number }>(sql`
      select count(*) as n from translations
      where value = 'Masse' and status = 'not_reviewed' and key_id = any(${ids}::bigint[])`)
    assert.equal(written?.n, 2000)
  })
})

describe('a request is refused', () => {
  const body = { keyIds: [1], targetLocaleCodes: ['de'] }

  test('for a language that is not on the project, or is its own source', async () => {
    await service.refused(
      owner,
      'machineTranslateKeys',
      { params, body: { ...body, targetLocaleCodes: ['it'] } },
      'localeNotEnabled',
    )
    await service.refused(
      owner,
      'machineTranslateKeys',
      { params, body: { ...body, sourceLocaleCode: 'it' } },
      'localeNotEnabled',
    )
    await service.refused(
      owner,
      'machineTranslateKeys',
      { params, body: { ...body, targetLocaleCodes: ['de', 'EN'] } },
      'sourceIsTarget',
    )
  })

  test('for a language that a member may not touch, as a target or as a source', async () => {
    const restricted = await join(service, owner, orgId, 'translator', ['en', 'de'])
    await service.refused(
      restricted,
      'machineTranslateKeys',
      { params, body: { ...body, targetLocaleCodes: ['fr'] } },
      'localeForbidden',
    )
    // Its translation would tell what is in a source that they may not see.
    const german = await join(service, owner, orgId, 'translator', ['de'])
    for (const source of [{}, { sourceLocaleCode: 'EN' }]) {
      const request = { params, body: { ...body, ...source } }
      await service.refused(german, 'machineTranslateKeys', request, 'localeForbidden')
    }
    const { jobs } = await schedule([1], ['fr'])
    const of = { params: { projectId, jobId: jobs[0]?.jobId ?? 0 } }
    await service.refused(restricted, 'getMachineTranslationJob', of, 'localeForbidden')
    await service.refused(restricted, 'cancelMachineTranslationJob', of, 'localeForbidden')
    await ended(jobs[0]?.jobId ?? 0)
  })

  const bad: [
    what: string,
    fields: object,
    situation: 'fieldRequired' | 'validationError' | 'fieldTooShort',
    field: string,
  ][] = [
    ['without keys', { keyIds: undefined }, 'fieldRequired', 'keyIds'],
    ['with no keys', { keyIds: [] }, 'validationError', 'keyIds'],
    ['with 10,001 keys', { keyIds: Array.from({ length: 10_001 }, (_, at) => at + 1) }, 'validationError', 'keyIds'],
    ['with an id that is none', { keyIds: [1, 0] }, 'validationError', 'keyIds.1'],
    ['without languages', { targetLocaleCodes: undefined }, 'fieldRequired', 'targetLocaleCodes'],
    ['with no language', { targetLocaleCodes: [] }, 'validationError', 'targetLocaleCodes'],
    ['with a wrong type', { overwriteExisting: 'yes' }, 'validationError', 'overwriteExisting'],
  ]
  for (const [what, fields, situation, field] of bad) {
    test(what, () =>
      service.refused(owner, 'machineTranslateKeys', { params, body: { ...body, ...fields } }, situation, { field }),
    )
  }

  test('for a job that is not there, or of another project or kind', async () => {
    const elsewhere = await service.ok(owner, 'createProject', {
      params: { orgId },
      body: { name: 'Other', sourceLocale: 'en', locales: ['de'] },
    })
    const { jobs } = await schedule([1], ['de'])
    const jobId = jobs[0]?.jobId ?? 0
    await ended(jobId)
    for (const of of [
      { projectId, jobId: 999_999 },
      { projectId: elsewhere.id, jobId },
    ]) {
      await service.refused(owner, 'getMachineTranslationJob', { params: of }, 'jobNotFound')
      await service.refused(owner, 'cancelMachineTranslationJob', { params: of }, 'jobNotFound')
    }
    await service.ok(owner, 'deployCdn', { params })
    const deploy = await service.db.row<{ id: number }>(sql`select max(id) as id from jobs where kind = 'cdn_deploy'`)
    await service.refused(
      owner,
      'getMachineTranslationJob',
      { params: { projectId, jobId: deploy?.id ?? 0 } },
      'jobNotFound',
    )
  })

  test('and taken from an API key that may write', async () => {
    const key = await createApiKey(service, owner, projectId, ['translations:write', 'translations:read'])
    const { jobs } = await service.ok(key, 'machineTranslateKeys', { params, body })
    await ended(jobs[0]?.jobId ?? 0)
    assert.equal(
      (await service.ok(key, 'getMachineTranslationJob', { params: { projectId, jobId: jobs[0]?.jobId ?? 0 } })).total,
      1,
    )
  })
})

test('12.8 a suggestion is what was translated before, word for word, or none', async () => {
  await remember('Sign in', 'Anmelden')
  const [known, unknown] = [await createKey('Sign in'), await createKey('Sign in now')]
  const suggest = async (keyId: number) =>
    (await service.ok(owner, 'suggestTranslation', { params, body: { keyId, targetLocaleCode: 'de' } })).suggestions
  assert.deepEqual(await suggest(known.id), [{ text: 'Anmelden', provider: 'memory' }])
  assert.deepEqual(await suggest(unknown.id), [])
})
