import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Situation } from '@parlance/contract'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const stranger = await register(service)
const viewer = await join(service, owner, orgId, 'viewer')
const translator = await join(service, owner, orgId, 'translator')
const reviewer = await join(service, owner, orgId, 'reviewer')
const frenchReviewer = await join(service, owner, orgId, 'reviewer', ['fr'])
const writer = await createApiKey(service, owner, projectId, ['translations:write'])
const reviewOnly = await createApiKey(service, owner, projectId, ['translations:review'])
const developer = await join(service, owner, orgId, 'developer')
const both = await createApiKey(service, developer, projectId, ['translations:write', 'translations:review'])
const other = await service.ok(owner, 'createProject', { params: { orgId }, body: { name: 'B', sourceLocale: 'en' } })
const params = { projectId }
const statuses = ['translated', 'not_reviewed', 'not_translated'] as const

let names = 0
/** A new key with a value in German and one in French. */
async function createValues(status = 'not_reviewed', at = projectId, locales = ['de', 'fr']) {
  const key = `key ${++names}`
  const translations = Object.fromEntries(locales.map((code) => [code, { value: `in ${code}`, status }]))
  const created = await service.ok(owner, 'createKey', { params: { projectId: at }, body: { key, translations } })
  const id = (code: string) => created.translations[code]?.id ?? 0
  return { keyId: created.id, key, de: id('de'), fr: id('fr'), en: id('en') }
}
const at = (translationId: number, status: unknown) => ({ params: { projectId, translationId }, body: { status } })
const set = (translationId: number, status: string, caller: Caller = owner) =>
  service.call(caller, 'setStatus', at(translationId, status))
const refused = (
  translationId: number,
  status: unknown,
  situation: Situation,
  meta?: Record<string, unknown>,
  caller: Caller = owner,
) => service.refused(caller, 'setStatus', at(translationId, status), situation, meta)
const listed = async (keyId: number) => {
  const query = { limit: 100, sortBy: 'createdAt', sortOrder: 'desc' }
  const { data } = await service.ok(owner, 'listKeys', { params, query })
  return data.find(({ id }) => id === keyId)?.translations ?? assert.fail(`no key ${keyId}`)
}
const history = async (keyId: number) =>
  (await service.ok(owner, 'listActivity', { params, query: { keyId, limit: 100 } })).activity

describe('setStatus 204', () => {
  for (const from of statuses) {
    for (const to of statuses.filter((status) => status !== from)) {
      test(`from ${from} to ${to}: without a body; the text and the other languages stay`, async () => {
        const { keyId, de } = await createValues(from)
        const before = await listed(keyId)
        service.clock.advance(1000)
        const { status, body } = await set(de, to)
        assert.deepEqual([status, body], [204, undefined])
        const after = await listed(keyId)
        const now = service.clock.now().toISOString()
        const { reviewedBy: _, reviewedAt: __, ...value } = after['de'] ?? assert.fail()
        const { reviewedBy: ___, reviewedAt: ____, ...old } = before['de'] ?? assert.fail()
        assert.deepEqual(value, { ...old, status: to, updatedAt: now })
        assert.deepEqual(after['fr'], before['fr'])
        const [change] = await history(keyId)
        assert.deepEqual([change?.event, change?.locale, change?.actor.id], ['translation.updated', 'de', owner.userId])
        assert.deepEqual(change?.before, { value: 'in de', status: from })
        assert.deepEqual(change?.after, { value: 'in de', status: to })
      })
    }
  }

  test('whatever its state: a cleared value takes the status that is sent, and stays without a text', async () => {
    const { keyId, de } = await createValues()
    await service.ok(owner, 'batchClearValues', { params, body: { keyIds: [keyId], localeCodes: ['de'] } })
    assert.equal((await set(de, 'translated')).status, 204)
    const { value, status } = (await listed(keyId))['de'] ?? assert.fail()
    assert.deepEqual([value, status], [null, 'translated'])
  })

  test('who reviewed and when can be read from the key list', async () => {
    const { keyId, de, fr } = await createValues()
    assert.deepEqual([(await listed(keyId))['de']?.reviewedBy, (await listed(keyId))['de']?.reviewedAt], [null, null])
    service.clock.advance(1000)
    await set(de, 'translated', reviewer)
    await set(fr, 'translated', both)
    const now = service.clock.now().toISOString()
    const { de: german, fr: fromKey } = await listed(keyId)
    assert.deepEqual([german?.reviewedBy, german?.reviewedAt], [reviewer.userId, now])
    assert.deepEqual([fromKey?.reviewedBy, fromKey?.reviewedAt], [developer.userId, now])
    assert.equal(german?.createdBy, owner.userId)
  })

  test('the status it has already changes nothing: not the times, not the review, not the history', async () => {
    for (const status of statuses) {
      const { keyId, de } = await createValues(status)
      const [before, entries] = [await listed(keyId), await history(keyId)]
      service.clock.advance(1000)
      assert.equal((await set(de, status, reviewer)).status, 204)
      assert.deepEqual([await listed(keyId), await history(keyId)], [before, entries])
    }
  })

  test('sixteen at once are one change', async () => {
    const { keyId, de } = await createValues()
    const answers = await Promise.all(Array.from({ length: 16 }, () => set(de, 'translated')))
    assert.ok(answers.every(({ status }) => status === 204))
    assert.equal((await history(keyId)).filter(({ event }) => event === 'translation.updated').length, 1)
  })

  test('a review that meets a new text never brings the old text back', async () => {
    const { keyId, key, de } = await createValues()
    for (let round = 0; round < 40; round++) {
      const put = { params: { projectId, key }, body: { locale: 'de', value: `Fassung ${round}` } }
      const writing = [0, 1, 2].map((n) =>
        n === 1 ? service.call(owner, 'putValue', put) : set(de, statuses[n] ?? ''),
      )
      await Promise.all(round % 2 ? writing : writing.reverse())
      assert.equal((await listed(keyId))['de']?.value, `Fassung ${round}`)
    }
  })
})

describe('setStatus 403: what it takes', () => {
  const edit = { requiredPermission: 'translation.edit' }
  const review = { requiredPermission: 'translation.review' }

  test('an API key that may only review fails first, for the edit that it lacks, whatever the status', async () => {
    const { de } = await createValues()
    for (const status of statuses) await refused(de, status, 'missingPermission', edit, reviewOnly)
    await refused(de, undefined, 'missingPermission', edit, reviewOnly)
    await refused(de, 'translated', 'missingPermission', edit, viewer)
  })

  test('those who may write but not review set every status but translated', async () => {
    for (const caller of [writer, translator]) {
      const { keyId, de } = await createValues('not_translated')
      await refused(de, 'translated', 'missingPermission', review, caller)
      assert.equal((await listed(keyId))['de']?.status, 'not_translated')
      assert.equal((await set(de, 'not_reviewed', caller)).status, 204)
      assert.equal((await set(de, 'not_translated', caller)).status, 204)
    }
  })

  test('those who may write and review set translated', async () => {
    for (const caller of [both, reviewer]) {
      const { keyId, de } = await createValues()
      assert.equal((await set(de, 'translated', caller)).status, 204)
      assert.equal((await listed(keyId))['de']?.status, 'translated')
    }
  })

  test('a member restricted to a language reviews in that language alone', async () => {
    const { keyId, de, fr } = await createValues()
    for (const status of ['translated', 'not_translated']) {
      await refused(de, status, 'localeForbidden', undefined, frenchReviewer)
    }
    assert.equal((await set(fr, 'translated', frenchReviewer)).status, 204)
    const after = await listed(keyId)
    assert.deepEqual([after['de']?.status, after['fr']?.status], ['not_reviewed', 'translated'])
  })

  test('not the API key of another project; nobody over the plan limit', async () => {
    const { de } = await createValues()
    const foreign = await createApiKey(service, owner, other.id, ['translations:write', 'translations:review'])
    await refused(de, 'translated', 'otherProjectsKey', undefined, foreign)
    const limitTo = (keys: number | null) =>
      service.ok(owner, 'updateOrganization', { params: { orgId }, body: { limits: { keys } } })
    await limitTo(0)
    try {
      await refused(de, 'translated', 'readOnly')
    } finally {
      await limitTo(null)
    }
  })
})

describe('setStatus 401, 404', () => {
  test('401 without a credential', () => refused(1, 'translated', 'authenticationRequired', undefined, nobody))

  test('404 TRANSLATION_KEY_NOT_FOUND, the same for what never was, is deleted or in another project', async () => {
    const gone = await createValues()
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: gone.keyId } })
    const foreign = await createValues('not_reviewed', other.id, ['en'])
    for (const id of [999_999, 2 ** 31, 2 ** 53 - 1, gone.de, foreign.en]) {
      await refused(id, 'translated', 'valueKeyNotFound')
    }
    const { data } = await service.ok(owner, 'listKeys', { params: { projectId: other.id } })
    assert.equal(data[0]?.translations['en']?.status, 'not_reviewed')
  })

  test('404 for a value in a language that left the project', async () => {
    const { de } = await createValues()
    await service.ok(owner, 'removeProjectLocale', { params: { projectId, code: 'de' } })
    await refused(de, 'translated', 'valueKeyNotFound')
    await service.ok(owner, 'addProjectLocale', { params, body: { code: 'de' } })
    assert.equal((await set(de, 'translated')).status, 204)
  })

  test('404 PROJECT_NOT_FOUND for strangers', () => refused(1, 'translated', 'projectNotFound', undefined, stranger))
})

describe('setStatus 422', () => {
  test('FIELD_REQUIRED without a status', async () => {
    const { de } = await createValues()
    await refused(de, undefined, 'fieldRequired', { field: 'status' })
  })

  test('VALIDATION_ERROR for what is not one of the three', async () => {
    const { de } = await createValues()
    for (const status of ['done', '', 'Translated', 'translated ', null, 1, ['translated']]) {
      await refused(de, status, 'validationError', { field: 'status' })
    }
  })

  test('VALIDATION_ERROR for an id that is not a positive integer', async () => {
    for (const id of ['0', '-1', '1.0', '1e3', 'x', '１', '9223372036854775808']) {
      await refused(id as unknown as number, 'translated', 'validationError', { field: 'translationId' })
    }
  })
})
