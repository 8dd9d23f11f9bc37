import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createScene, join } from '../../../../test/factories.ts'
import { type Caller, startService } from '../../../../test/harness.ts'
import { sql } from '../../../db/sql.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const params = { projectId }
const today = () => service.clock.now().toISOString().slice(0, 10)
const day = 86_400_000

const put = (key: string, locale: string, value: string) =>
  service.ok(owner, 'putValue', { params: { projectId, key }, body: { locale, value } })
const asked = (caller: Caller = owner, days?: number) =>
  service.ok(caller, 'getWordsByDay', { params, query: days === undefined ? {} : { days } })

describe('getWordsByDay 200', () => {
  test('a project in which nothing was written has no days', async () => {
    assert.deepEqual(await asked(), { days: [], isComplete: true })
  })

  test('words are counted by day and language, each change once', async () => {
    await service.ok(owner, 'createKey', {
      params,
      body: { key: 'one', translations: { en: { value: 'Hello big world', status: 'not_reviewed' } } },
    })
    await put('one', 'de', 'Hallo  große\nWelt dort')
    await put('one', 'fr', 'Bonjour')
    await put('one', 'fr', 'Bonjour le monde')
    const expected = {
      days: [
        {
          day: today(),
          locales: [
            { code: 'de', words: 4, values: 1 },
            { code: 'fr', words: 4, values: 2 },
            { code: 'en', words: 3, values: 1 },
          ],
        },
      ],
      isComplete: true,
    }
    assert.deepEqual(await asked(), expected)
    assert.deepEqual(await asked(), expected)
  })

  test('a status, a cleared value and the same text again are no words', async () => {
    const before = await asked()
    const key = { projectId, key: 'one' }
    await service.ok(owner, 'putValue', {
      params: key,
      body: { locale: 'de', value: 'Hallo  große\nWelt dort', status: 'translated' },
    })
    await put('one', 'de', '')
    assert.deepEqual(await asked(), before)
  })

  test('restricted members see their languages alone', async () => {
    const restricted = await join(service, owner, orgId, 'translator', ['fr'])
    const { days } = await asked(restricted)
    assert.deepEqual(days, [{ day: today(), locales: [{ code: 'fr', words: 4, values: 2 }] }])
  })

  test('languages without spaces are counted by characters', async () => {
    const japanese = await createScene(service)
    await service.ok(japanese.owner, 'addProjectLocale', {
      params: { projectId: japanese.projectId },
      body: { code: 'ja' },
    })
    await service.ok(japanese.owner, 'createKey', {
      params: { projectId: japanese.projectId },
      body: { key: 'one', translations: { ja: { value: 'こんにちは 世界', status: 'not_reviewed' } } },
    })
    const { days } = await service.ok(japanese.owner, 'getWordsByDay', { params: { projectId: japanese.projectId } })
    assert.deepEqual(days[0]?.locales, [{ code: 'ja', words: 7, values: 1 }])
  })

  test('what is longer ago than was asked for is left out', async () => {
    await service.db.run(sql`update written_words set day = day - 20 where project_id = ${projectId} and locale = 'en'`)
    const codes = async (days?: number) =>
      (await asked(owner, days)).days.flatMap(({ locales }) => locales.map(({ code }) => code))
    assert.deepEqual(await codes(), ['de', 'fr'])
    assert.deepEqual(await codes(20), ['de', 'fr'])
    assert.deepEqual(await codes(21), ['en', 'de', 'fr'])
  })

  test('counting begins ninety days back', async () => {
    const old = await createScene(service)
    const oldParams = { projectId: old.projectId }
    const create = (key: string) =>
      service.ok(old.owner, 'createKey', {
        params: oldParams,
        body: { key, translations: { en: { value: 'One two', status: 'not_reviewed' } } },
      })
    await create('old')
    await service.db.run(sql`
      update changes set at = ${new Date(service.clock.now().getTime() - 91 * day)} where project_id = ${old.projectId}`)
    await create('new')
    const { days } = await service.ok(old.owner, 'getWordsByDay', { params: oldParams, query: { days: 90 } })
    assert.deepEqual(days, [{ day: today(), locales: [{ code: 'en', words: 2, values: 1 }] }])
  })

  test('whoever comes while another one counts is not kept waiting', async () => {
    await put('one', 'de', 'Neu')
    const blocked = await service.db.rows(sql`select 1 from counted_changes where project_id = ${projectId}`)
    assert.equal(blocked.length, 1)
    const answers = await Promise.all(Array.from({ length: 8 }, () => asked()))
    assert.ok(answers.some(({ isComplete }) => isComplete))
    assert.deepEqual((await asked()).days.at(-1)?.locales[0], { code: 'de', words: 5, values: 2 })
  })
})

test('getWordsByDay 422: days from 1 to 90', async () => {
  for (const days of [0, 91, 1.5]) {
    const { status } = await service.call(owner, 'getWordsByDay', { params, query: { days } })
    assert.equal(status, 422, String(days))
  }
  for (const days of [1, 90]) assert.equal((await asked(owner, days)).isComplete, true)
})
