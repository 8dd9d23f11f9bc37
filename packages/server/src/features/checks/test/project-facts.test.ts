import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import { currentLengthHint } from '../../context/index.ts'
import { isInconsistent, isOutdated } from '../project-facts.ts'

const service = await startService()
const { clock, db } = service
const { owner, orgId } = await createScene(service)
const later = () => clock.advance(1000)
const text = (value: string, status = 'translated') => ({ value, status })
type Texts = Record<string, string>
const textsOf = (values: Texts) =>
  Object.fromEntries(Object.entries(values).map(([code, value]) => [code, text(value)]))

/** A project, and key and language of the values of which something is true. */
async function project(keys: Record<string, Texts>) {
  const made = { name: 'Shop', sourceLocale: 'en', locales: ['de', 'fr'] }
  const { id: projectId, sourceLocaleId } = await service.ok(owner, 'createProject', { params: { orgId }, body: made })
  const params = { projectId }
  const builder = await createApiKey(service, owner, projectId, [
    'translations:read',
    'translations:write',
    'context:write',
  ])
  const ids = new Map<string, number>()
  for (const [key, values] of Object.entries(keys)) {
    ids.set(key, (await service.ok(owner, 'createKey', { params, body: { key, translations: textsOf(values) } })).id)
  }
  const keyId = (key: string) => ids.get(key) ?? assert.fail(key)
  const facts = {
    outdated: isOutdated(sql`t`, sql`s`),
    inconsistent: isInconsistent({ id: projectId, sourceLocaleId }, sql`t.project_id = ${projectId}`),
  }
  return {
    params,
    keyId,
    put: (key: string, locale: string, value: string) =>
      service.ok(owner, 'putValue', { params: { projectId, key }, body: { locale, value } }),
    push: (key: string, values: Texts) =>
      service.ok(builder, 'pushKey', { body: { key, translations: textsOf(values) } }),
    setStatus: (key: string, localeCode: string, status: string) =>
      service.ok(owner, 'batchSetStatus', { params, body: { keyIds: [keyId(key)], localeCode, status } }),
    observe: (key: string, sighting: object) =>
      service.ok(builder, 'createObservations', { body: { observations: [{ key, ...sighting }] } }),
    found: async (fact: keyof typeof facts) => found(projectId, sourceLocaleId, facts[fact]),
  }
}

async function found(projectId: number, sourceLocaleId: number, fact: Sql) {
  const rows = await db.rows<{ value: string }>(sql`
    select k.name || ' ' || l.code as value
    from translations t
    join keys k on k.id = t.key_id and k.deleted_at is null
    join locales l on l.id = t.locale_id
    join translations s on s.key_id = t.key_id and s.locale_id = ${sourceLocaleId}
    where t.project_id = ${projectId} and t.locale_id <> ${sourceLocaleId} and t.value <> '' and ${fact}
    order by k.name, l.code`)
  return rows.map(({ value }) => value)
}

describe('qa 2 outdated', () => {
  test('qa 2 from a change of the source text until the value is written or reviewed again', async () => {
    const { found, put, setStatus } = await project({
      a: { en: 'Open the door', de: 'Tür öffnen', fr: 'Ouvrir la porte' },
      b: { en: 'Close the door', de: 'Tür schließen' },
    })
    assert.deepEqual(await found('outdated'), [])
    later()
    await put('a', 'en', 'Open the gate')
    assert.deepEqual(await found('outdated'), ['a de', 'a fr'])
    later()
    await put('a', 'de', 'Tor öffnen')
    assert.deepEqual(await found('outdated'), ['a fr'])
    later()
    await setStatus('a', 'fr', 'not_reviewed')
    assert.deepEqual(await found('outdated'), [], 'somebody has looked at it')
  })

  test('qa 2 going back to the earlier text ends it, by hand and by a revert', async () => {
    const { found, put, params } = await project({ a: { en: 'Open the door', de: 'Tür öffnen' } })
    later()
    await put('a', 'en', 'Open the gate')
    await put('a', 'en', 'Open the window')
    assert.deepEqual(await found('outdated'), ['a de'])
    await put('a', 'en', 'Open the door')
    assert.deepEqual(await found('outdated'), [])
    later()
    await put('a', 'en', 'Open the gate')
    assert.deepEqual(await found('outdated'), ['a de'])
    const { activity } = await service.ok(owner, 'listActivity', { params, query: { limit: 1 } })
    const id = activity[0]?.id ?? 0
    await service.ok(owner, 'revertActivity', { params, body: { fromId: id, toId: id } })
    assert.deepEqual(await found('outdated'), [])
  })

  test('qa 2 neither a status of the source, nor its first text, nor a text written together with it counts', async () => {
    const { found, put, push, setStatus, keyId, params } = await project({
      reviewed: { en: 'Open the door', de: 'Tür öffnen' },
      late: { de: 'Tür öffnen' },
      cleared: { en: 'Open the door', de: 'Tür öffnen' },
      together: { en: 'Open the door', de: 'Tür öffnen' },
    })
    later()
    await setStatus('reviewed', 'en', 'not_reviewed')
    await put('late', 'en', 'Open the door')
    await service.ok(owner, 'batchClearValues', { params, body: { keyIds: [keyId('cleared')], localeCodes: ['en'] } })
    // Twice in one millisecond: the time of a value never repeats, so the second bears a later one than its language.
    await put('together', 'en', 'Open the gate')
    await push('together', { de: 'Fenster öffnen', en: 'Open the window' })
    assert.deepEqual(await found('outdated'), [])
    later()
    await put('late', 'en', 'Open the gate')
    assert.deepEqual(await found('outdated'), ['late de'], 'its second text does')
  })

  test('qa 2 a key that was in the trash comes back with it', async () => {
    const { found, put, keyId, params } = await project({ a: { en: 'Open the door', de: 'Tür öffnen' } })
    later()
    await put('a', 'en', 'Open the gate')
    assert.deepEqual(await found('outdated'), ['a de'])
    await service.ok(owner, 'deleteKey', { params: { ...params, keyId: keyId('a') } })
    assert.deepEqual(await found('outdated'), [])
    later()
    await service.ok(owner, 'restoreKey', { params: { ...params, keyId: keyId('a') } })
    assert.deepEqual(await found('outdated'), ['a de'])
  })
})

describe('qa 2 inconsistent', () => {
  const door = 'Open the door'

  test('qa 2 the same source text of three words or more with another value in the language, both ways', async () => {
    const { found } = await project({
      a: { en: door, de: 'Tür öffnen', fr: 'Ouvrir la porte' },
      b: { en: door, de: 'Öffne die Tür', fr: 'Ouvrir la porte' },
      'other case': { en: 'open the door', de: 'Mach auf' },
      'other spaces': { en: 'Open  the door', de: 'Mach die Tür auf' },
      'no value': { en: door },
    })
    assert.deepEqual(await found('inconsistent'), ['a de', 'b de'])
  })

  test('qa 2 a change of one ends it, or begins it, for the others: of its value, its source text, the key itself', async () => {
    const { found, put, keyId, params } = await project({
      a: { en: door, de: 'Tür öffnen' },
      b: { en: door, de: 'Öffne die Tür' },
      c: { en: 'Shut the door', de: 'Zu' },
    })
    assert.deepEqual(await found('inconsistent'), ['a de', 'b de'])
    await put('b', 'de', 'Tür öffnen')
    assert.deepEqual(await found('inconsistent'), [])
    await put('c', 'en', door)
    assert.deepEqual(await found('inconsistent'), ['a de', 'b de', 'c de'])
    await put('c', 'en', 'Shut the gate')
    assert.deepEqual(await found('inconsistent'), [])
    await put('b', 'de', 'Öffne die Tür')
    await service.ok(owner, 'deleteKey', { params: { ...params, keyId: keyId('a') } })
    assert.deepEqual(await found('inconsistent'), [])
    await service.ok(owner, 'restoreKey', { params: { ...params, keyId: keyId('a') } })
    assert.deepEqual(await found('inconsistent'), ['a de', 'b de'])
  })
})

test('qa 2 the room of a key is the one that was reported last, until that is stale', async () => {
  const { observe, put, keyId } = await project({ a: { en: 'Save', de: 'Speichern' } })
  const room = async () =>
    (await db.one<{ room: string | null }>(sql`select ${currentLengthHint(sql`${keyId('a')}`, clock.now())} as room`))
      .room
  assert.equal(await room(), null)
  await observe('a', { lengthHint: '5ch' })
  assert.equal(await room(), '5ch')
  await put('a', 'en', 'Keep')
  assert.equal(await room(), null, 'the source text is another')
  await observe('a', {})
  clock.advance(30 * 86_400_000)
  assert.equal(await room(), '5ch')
  clock.advance(1)
  assert.equal(await room(), null)
})
