import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApiKey, createScene, join } from '../../../../../test/factories.ts'
import { startService } from '../../../../../test/harness.ts'
import { lockWaiters } from '../../../../../test/lock-waiters.ts'
import { until } from '../../../../../test/until.ts'
import { sql } from '../../../../db/sql.ts'
import { transaction } from '../../../../db/transaction.ts'
import { createImportScene, fileOf, hearOfImports } from '../../test/import-scene.ts'

const service = await startService({ webhookAllowNetworks: '127.0.0.0/8' })
const { owner, orgId, projectId, params, validate, begin, commit, values } = await createImportScene(service)
const told = await hearOfImports(service, owner, params)

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

  test('also when the validation is long over', async () => {
    const options = { idempotencyKey: 'run again' }
    const id = await begin([fileOf('idem/en.json', { j: 'J' })])
    const first = await commit(id, { options })
    service.clock.advance(24 * 3_600_000 - 1000)
    assert.deepEqual(await commit(id, { options }), first)
    service.clock.advance(1000)
    const body = { validationId: id, fileMappings: [], conflictResolutions: [], options }
    await service.refused(owner, 'commitImport', { params, body }, 'importSessionExpired')
    const late = await begin([fileOf('idem/en.json', { l: 'L' })])
    const next = await Promise.all([1, 2, 3].map(() => commit(late, { options })))
    for (const answer of next) assert.deepEqual(answer, next[0])
    assert.equal(next[0]?.results.added, 1)
    assert.deepEqual(await commit(late, { options }), next[0])
  })

  test('409 IDEMPOTENCY_MISMATCH: the same key with another body, which changes nothing', async () => {
    const options = { idempotencyKey: 'for one thing' }
    const fileMappings = [{ filename: 'idem/en.json', locale: 'en', namespace: 'idem' }]
    const conflictResolutions = [{ key: 'm', locale: 'en', existingValue: '', newValue: 'M' }]
    const id = await begin([fileOf('idem/en.json', { m: 'M' })])
    const sent = { validationId: id, fileMappings, conflictResolutions, options }
    const first = await service.ok(owner, 'commitImport', { params, body: sent })
    const again = await begin([fileOf('idem/en.json', { m: 'Other', n: 'N' })])
    const others = [
      { ...sent, validationId: again },
      { ...sent, fileMappings: [] },
      { ...sent, fileMappings: [{ filename: 'idem/en.json', locale: 'de', namespace: 'idem' }] },
      { ...sent, conflictResolutions: [] },
      { ...sent, conflictResolutions: [{ ...conflictResolutions[0], resolution: 'use_imported' }] },
    ]
    for (const body of others) await service.refused(owner, 'commitImport', { params, body }, 'idempotencyMismatch')
    assert.equal((await values())['idem/en']?.['n'], undefined)
    const reordered = {
      options: { ...options, progressTrackingId: 'followed anew' },
      conflictResolutions: [{ newValue: 'M', existingValue: '', locale: 'en', key: 'm' }],
      fileMappings,
      validationId: id,
    }
    assert.deepEqual(await service.ok(owner, 'commitImport', { params, body: reordered }), first, 'the same body')
  })

  test('409 also for one who waited for the first to end', async () => {
    const options = { idempotencyKey: 'raced' }
    const ids = await Promise.all(['O', 'P'].map((text) => begin([fileOf('idem/en.json', { o: text })])))
    const bodies = ids.map((validationId) => ({ validationId, fileMappings: [], conflictResolutions: [], options }))
    const answers = await Promise.all(bodies.map((body) => service.call(owner, 'commitImport', { params, body })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  })
})

describe('what nobody can use any more', () => {
  const leave = async (name: string) => {
    const now = service.clock.now()
    await service.db.run(sql`
      insert into import_commits (project_id, user_id, idempotency_key, answer, created_at)
      values (${projectId}, ${owner.userId}, ${name}, '{}', ${now}::timestamptz - interval '24 hours')`)
    await service.db.run(sql`
      insert into import_sessions (id, project_id, user_id, created_at, expires_at)
      values (${name}, ${projectId}, ${owner.userId}, ${now}, ${now}::timestamptz - interval '7 days')`)
    await service.db.run(sql`insert into import_files (session_id, position, filename) values (${name}, 1, 'en.json')`)
  }

  test('goes when somebody validates', async () => {
    await leave('old')
    await validate([])
    const left = await service.db.rows(sql`
      select 1 from import_commits where idempotency_key = 'old' union all select 1 from import_sessions where id = 'old'`)
    assert.deepEqual(left, [])
  })

  test('keeps no import waiting for one of another organization', async () => {
    const theirs = await createImportScene(service)
    const options = { idempotencyKey: 'now' }
    const mine = await begin([fileOf('en.json', { w: 'W' })])
    const other = await theirs.begin([fileOf('en.json', { w: 'W' })])
    for (const first of [() => validate([]), () => commit(mine, { options })]) {
      await leave(`before ${first}`)
      let held: Promise<unknown> = Promise.resolve()
      await transaction(service.db, async (tx) => {
        // Whatever refers to the project stands still in the middle of its transaction.
        await tx.run(sql`select 1 from projects where id = ${projectId} for update`)
        held = first()
        await until('an import that stands still', () => lockWaiters(service.db))
        const others = Promise.all([
          theirs.commit(other, { options: { idempotencyKey: `beside ${first}` } }),
          theirs.validate([]),
        ])
        const patience = sleep(5000, undefined, { ref: false })
        await Promise.race([others, patience.then(() => assert.fail('another organization waits'))])
      })
      await held
    }
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
