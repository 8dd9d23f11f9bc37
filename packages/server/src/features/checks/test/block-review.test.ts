import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { checkNow } from './check-now.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const params = { projectId }
const build = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])

const SOURCE = 'Hello {name}, <b>welcome</b>'
const SOUND = 'Hallo {name}, <b>willkommen</b>'
/** The placeholder is missing, and so are both tags. */
const FAULTY = 'Hallo und willkommen'
const ERRORS = 3

const configure = (body: object, at = projectId) =>
  service.ok(owner, 'updateQa', { params: { projectId: at }, body: { checks: {}, ...body } })
await configure({ blockReview: true })

let names = 0
const text = (value: string, status = 'not_reviewed') => ({ value, status })
/** A key with its source text, and with one in German. */
const createKey = (de?: string, fields: object = {}) =>
  service.ok(owner, 'createKey', {
    params,
    body: {
      key: `key ${++names}`,
      translations: { en: text(SOURCE, 'translated'), ...(de === undefined ? {} : { de: text(de) }) },
      ...fields,
    },
  })
const germanOf = async (keyId: number) => {
  const { translations } = await service.ok(owner, 'getKeyById', { params: { projectId, keyId } })
  const { value, status } = translations['de'] ?? {}
  return value === undefined ? undefined : { value, status }
}
const lastChange = async () =>
  (await service.ok(owner, 'listActivity', { params, query: { limit: 1 } })).activity[0]?.id ?? 0

type Key = Awaited<ReturnType<typeof createKey>>
const put = ({ id }: Pick<Key, 'id'>, body: object) => ({ params: { projectId, keyId: id, locale: 'de' }, body })
const toTranslated = ({ translations }: Key, fields: object = {}) => ({
  params: { projectId, translationId: translations['de']?.id ?? assert.fail() },
  body: { status: 'translated', ...fields },
})
const batch = (keys: readonly Key[], status = 'translated') =>
  service.ok(owner, 'batchSetStatus', { params, body: { keyIds: keys.map(({ id }) => id), localeCode: 'de', status } })

describe('qa 4 blockReview: a text with an open error is not called translated', () => {
  const meta = { errors: ERRORS }
  const faulty = text(FAULTY, 'translated')
  const ways: Record<string, { de?: string; refused: (key: Key) => Promise<void> }> = {
    setStatus: {
      de: FAULTY,
      refused: (key) => service.refused(owner, 'setStatus', toTranslated(key), 'qaErrors', meta),
    },
    'putValueOfKey, of another text': {
      de: SOUND,
      refused: (key) => service.refused(owner, 'putValueOfKey', put(key, faulty), 'qaErrors', meta),
    },
    'putValueOfKey, of the text that is there': {
      de: FAULTY,
      refused: (key) => service.refused(owner, 'putValueOfKey', put(key, faulty), 'qaErrors', meta),
    },
    'putValueOfKey, of the first text': {
      refused: (key) => service.refused(owner, 'putValueOfKey', put(key, faulty), 'qaErrors', meta),
    },
    putValue: {
      de: SOUND,
      refused: ({ key }) => {
        const request = { params: { projectId, key }, body: { locale: 'de', ...faulty } }
        return service.refused(owner, 'putValue', request, 'qaErrors', meta)
      },
    },
    pushKey: {
      de: SOUND,
      refused: ({ key }) =>
        service.refused(build, 'pushKey', { body: { key, translations: { de: faulty } } }, 'qaErrors', meta),
    },
  }

  for (const [way, { de, refused }] of Object.entries(ways)) {
    test(`409 QA_ERRORS by ${way}: told how many, and nothing is written`, async () => {
      const key = await createKey(de)
      const [before, last] = [await germanOf(key.id), await lastChange()]
      await refused(key)
      assert.deepEqual([await germanOf(key.id), await lastChange()], [before, last])
    })
  }

  test('409 QA_ERRORS by createKey and pushKey: held against the source text that is sent along, and no key is left behind', async () => {
    const last = await lastChange()
    const translations = { en: text(SOURCE), de: faulty, fr: text('Bonjour {name}', 'translated') }
    const body = { key: `key ${++names}`, translations }
    await service.refused(owner, 'createKey', { params, body }, 'qaErrors', { errors: ERRORS + 2 })
    await service.refused(build, 'pushKey', { body }, 'qaErrors', { errors: ERRORS + 2 })
    assert.equal(await lastChange(), last)
    const key = `key ${++names}`
    const sound = { en: text('Hello'), de: text('Hallo', 'translated') }
    await service.ok(owner, 'createKey', { params, body: { key, translations: sound } })
    // What asked for nothing asks for a name now.
    const renewed = { en: text(SOURCE), de: text('Hallo', 'translated') }
    await service.refused(build, 'pushKey', { body: { key, translations: renewed } }, 'qaErrors', { errors: ERRORS })
  })

  test('a source text is held against itself alone', async () => {
    const key = await createKey()
    const en = (value: string) => ({
      params: { projectId, keyId: key.id, locale: 'en' },
      body: text(value, 'translated'),
    })
    await service.ok(owner, 'putValueOfKey', en('Bye {name}'))
    await service.refused(owner, 'putValueOfKey', en('Ã¼ber {name}'), 'qaErrors', { errors: 1 })
  })

  test('in a batch only those fail, and the others are done', async () => {
    const [sound, faulty, other, empty] = [
      await createKey(SOUND),
      await createKey(FAULTY),
      await createKey(`${SOUND}!`),
      await createKey(),
    ]
    const result = await batch([sound, faulty, other, empty])
    assert.deepEqual(
      [result.success, result.processed, result.failed, result.errors],
      [
        false,
        2,
        2,
        [
          { keyId: faulty.id, key: faulty.key, message: 'The value has 3 open errors' },
          { keyId: empty.id, key: empty.key, message: 'No value in this locale' },
        ],
      ],
    )
    const statuses = await Promise.all([sound, faulty, other].map(async ({ id }) => (await germanOf(id))?.status))
    assert.deepEqual(statuses, ['translated', 'not_reviewed', 'translated'])
    const { fromId, toId } = result.changes ?? assert.fail()
    assert.equal(toId - fromId, 1)
  })
})

test('qa 7 blockReview: a new text that differs from those of other keys, where that is an error', async () => {
  const body = { name: 'Alike', sourceLocale: 'en', locales: ['de'] }
  const { id: at } = await service.ok(owner, 'createProject', { params: { orgId }, body })
  await configure({ blockReview: true, checks: { inconsistent: { severity: 'error' } } }, at)
  const create = (key: string, de: string) => ({
    params: { projectId: at },
    body: { key, translations: { en: text('Save all of it', 'translated'), de: text(de, 'translated') } },
  })
  await service.ok(owner, 'createKey', create('one', 'Alles speichern'))
  await service.refused(owner, 'createKey', create('two', 'Alles sichern'), 'qaErrors', { errors: 1 })
  const { id: keyId } = await service.ok(owner, 'createKey', create('two', 'Alles speichern'))
  const other = { params: { projectId: at, keyId, locale: 'de' }, body: text('Alles sichern', 'translated') }
  await service.refused(owner, 'putValueOfKey', other, 'qaErrors', { errors: 1 })
  await service.ok(owner, 'putValueOfKey', { ...other, body: text('Alles sichern') })
})

describe('qa 4 blockReview: what goes through', () => {
  test('nothing is refused unless the project asks for it, which is not the beginning', async () => {
    const body = { name: 'Open', sourceLocale: 'en', locales: ['de'] }
    const { id } = await service.ok(owner, 'createProject', { params: { orgId }, body })
    assert.equal((await service.ok(owner, 'getQa', { params: { projectId: id } })).blockReview, false)
    const create = (key: string) => ({
      params: { projectId: id },
      body: { key, translations: { en: text(SOURCE, 'translated'), de: text(FAULTY, 'translated') } },
    })
    await service.ok(owner, 'createKey', create('one'))
    await configure({ blockReview: true }, id)
    await service.refused(owner, 'createKey', create('two'), 'qaErrors', { errors: ERRORS })
    await configure({ blockReview: false }, id)
    await service.ok(owner, 'createKey', create('two'))
  })

  test('any other status, none at all, an empty text, and a text that is sound', async () => {
    const key = await createKey(SOUND)
    for (const body of [text(FAULTY), text(FAULTY, 'not_translated'), { value: `${FAULTY}.` }, text('', 'translated')])
      await service.ok(owner, 'putValueOfKey', put(key, body))
    await service.ok(owner, 'putValueOfKey', put(key, text(SOUND, 'translated')))
    assert.deepEqual(await germanOf(key.id), text(SOUND, 'translated'))
    // What was called so before stays so when it is sent again without a status.
    await service.ok(owner, 'putValueOfKey', put(key, { value: SOUND }))
    assert.equal((await germanOf(key.id))?.status, 'translated')
  })

  test('warnings, unless the project calls them errors', async () => {
    const key = await createKey(`${SOUND} `)
    await service.ok(owner, 'setStatus', toTranslated(key))
    await configure({ checks: { edge_space: { localeSeverities: { de: 'error' } }, tag_missing: { severity: 'off' } } })
    try {
      await service.refused(owner, 'setStatus', toTranslated(key), 'qaErrors', { errors: 1 })
      const other = await createKey(FAULTY)
      await service.refused(owner, 'setStatus', toTranslated(other), 'qaErrors', { errors: 1 })
    } finally {
      await configure({ checks: { edge_space: { localeSeverities: {} }, tag_missing: { severity: null } } })
    }
  })

  test('another text for one that is outdated, where that is an error; its status alone does not', async () => {
    await configure({ checks: { outdated: { severity: 'error' } } })
    try {
      const key = await createKey(SOUND)
      service.clock.advance(1000)
      const en = { params: { projectId, keyId: key.id, locale: 'en' }, body: { value: `${SOURCE} now` } }
      await service.ok(owner, 'putValueOfKey', en)
      await service.refused(owner, 'setStatus', toTranslated(key), 'qaErrors', { errors: 1 })
      await service.refused(owner, 'putValueOfKey', put(key, text(SOUND, 'translated')), 'qaErrors', { errors: 1 })
      await service.ok(owner, 'putValueOfKey', put(key, text(`${SOUND} jetzt`, 'translated')))
    } finally {
      await configure({ checks: { outdated: { severity: null } } })
    }
  })

  test('qa 7 ignored findings block nothing, of one value or of a key', async () => {
    for (const scope of ['value', 'key']) {
      const key = await createKey(FAULTY)
      await checkNow(service.services, projectId)
      const query = { keyIds: [key.id], localeCodes: ['de'], severities: ['error'] }
      const { issues } = await service.ok(owner, 'listIssues', { params, query })
      assert.equal(issues.length, ERRORS)
      const [first, ...others] = issues.map(({ id }) => id)
      const ignore = (ids: (string | undefined)[]) =>
        service.ok(owner, 'ignoreIssues', { params, body: { ids, reason: 'So it is meant', scope } })
      await ignore([first])
      await service.refused(owner, 'setStatus', toTranslated(key), 'qaErrors', { errors: ERRORS - 1 })
      await ignore(others)
      await service.ok(owner, 'setStatus', toTranslated(key))
      // They hold for another text as well.
      await service.ok(owner, 'putValueOfKey', put(key, text(`${FAULTY}!`, 'translated')))
      assert.deepEqual((await batch([key])).errors, [])
    }
  })

  test('imports, whose texts are to be reviewed whatever they are', async () => {
    const namespaces = { default: { en: { imported: SOURCE }, de: { imported: FAULTY } } }
    const options = { conflictResolution: 'keep_local' }
    const answer = await service.ok(build, 'commitCliImport', { params, body: { namespaces, options } })
    assert.deepEqual([answer.success, answer.warnings], [true, []])
    assert.deepEqual(await germanOf(answer.affectedKeyIds[0] ?? 0), text(FAULTY))
  })

  test('what was: a revert, and a key out of the trash', async () => {
    await configure({ blockReview: false })
    const key = await createKey(undefined, { translations: { en: text(SOURCE), de: text(FAULTY, 'translated') } })
    await configure({ blockReview: true })
    await service.ok(owner, 'putValueOfKey', put(key, text(SOUND)))
    const last = await lastChange()
    const { reverted } = await service.ok(owner, 'revertActivity', { params, body: { fromId: last, toId: last } })
    assert.equal(reverted, 1)
    assert.deepEqual(await germanOf(key.id), text(FAULTY, 'translated'))
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: key.id } })
    await service.ok(owner, 'restoreKey', { params: { projectId, keyId: key.id } })
    assert.deepEqual(await germanOf(key.id), text(FAULTY, 'translated'))
  })
})

describe('qa 4 blockReview: which refusal comes first', () => {
  test('a missing right, a value that was not expected, a text that is too long', async () => {
    const reviewer = await join(service, owner, orgId, 'translator')
    const key = await createKey(FAULTY, { characterLimit: 40 })
    await service.refused(reviewer, 'setStatus', toTranslated(key), 'missingPermission')
    await service.refused(owner, 'setStatus', toTranslated(key, { expectedUpdatedAt: null }), 'valueChanged')
    const early = { ...text(FAULTY, 'translated'), expectedUpdatedAt: null }
    await service.refused(owner, 'putValueOfKey', put(key, early), 'valueChanged')
    const long = put(key, text(FAULTY.repeat(3), 'translated'))
    await service.refused(owner, 'putValueOfKey', long, 'valueTooLong', { limit: 40, actual: FAULTY.length * 3 })
  })
})

// Last: whoever looks at the project afterwards looks at all of these.
test('qa 4 blockReview: in a batch of thousands as well', async () => {
  const COUNT = 1_020
  const texts = (of: (at: number) => string) =>
    Object.fromEntries(Array.from({ length: COUNT }, (_, at) => [`many ${at}`, of(at)]))
  const namespaces = { default: { en: texts(() => SOURCE), de: texts((at) => (at % 3 === 0 ? FAULTY : SOUND)) } }
  const options = { conflictResolution: 'keep_local' }
  const { affectedKeyIds } = await service.ok(build, 'commitCliImport', { params, body: { namespaces, options } })
  const body = { keyIds: affectedKeyIds, localeCode: 'de', status: 'translated' }
  const result = await service.ok(owner, 'batchSetStatus', { params, body })
  assert.deepEqual([result.processed, result.failed], [COUNT - COUNT / 3, COUNT / 3])
  const faulty = new Set(result.errors.map(({ key }) => key))
  assert.ok(Array.from({ length: COUNT / 3 }, (_, at) => `many ${at * 3}`).every((key) => faulty.has(key)))
})
