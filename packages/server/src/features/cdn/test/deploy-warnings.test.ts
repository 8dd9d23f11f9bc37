import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import i18next from 'i18next'
import { until } from '../../../../test/until.ts'
import { createCdnScene } from './cdn-scene.ts'

const { service, owner, projectId, createKey, deployed, file } = await createCdnScene()
const params = { projectId }
const items = '{n, plural, one {# item} other {# items}}'

describe('14.6 what the files of a deploy cannot say as it is', () => {
  test('stands among its warnings, and nothing is told twice', async () => {
    await createKey('k', { en: items })
    await createKey('k_one', { en: 'mine' })
    await createKey('choice', { en: '{g, select, a {A} other {B}}' })
    await createKey('broken', { en: 'Hello {name' })
    await createKey('legacy', { en: 'Hi {{name}}' })
    const plain = await deployed()
    assert.equal(plain['warningCount'], 1, 'as JSON only what is no message is worth a word')
    await service.ok(owner, 'updateProject', { params, body: { cdn: { format: 'i18next-v4' } } })
    const { warningCount, warnings } = await deployed()
    assert.equal(warningCount, 3)
    const told = (warnings as { file: string; key: string; message: string }[]).map(({ file, key }) => `${file} ${key}`)
    assert.deepEqual(told.toSorted(), ['en.json broken', 'en.json choice', 'en.json k'])
    assert.deepEqual(await file('en.json'), {
      broken: 'Hello {name',
      choice: '{g, select, a {A} other {B}}',
      k_one: 'mine',
      k_other: '{{count}} items',
      legacy: 'Hi {{name}}',
    })
  })
})

test('formats 2 a text of another syntax is no message, so that it is none is no warning; its plurals are', async () => {
  await service.ok(owner, 'updateProject', { params, body: { cdn: { format: 'i18next-v4' } } })
  const before = (await deployed())['warningCount']
  await createKey('printed', { en: "It's 5% {of" }, { syntax: 'printf' })
  await createKey('printed files', { en: "{n, plural, other {%d '{'files'}'}}" }, { syntax: 'printf', isPlural: true })
  const { warningCount } = await deployed()
  assert.equal(warningCount, before)
  const { printed, 'printed files_other': files } = (await file('en.json')) as Record<string, string>
  assert.deepEqual([printed, files], ["It's 5% {of", '%d {files}'])
  await createKey('printed wrongly', { en: '{n, plural, other {%d' }, { syntax: 'printf', isPlural: true })
  assert.equal((await deployed())['warningCount'], Number(before) + 1)
})

describe('14.7 what i18next reads', () => {
  test('says numbers, dates, times and ordinals as the message does', async () => {
    await createKey('n', { en: '{n, number}' })
    await createKey('percent', { en: '{n, number, percent}' })
    await createKey('integer', { en: '{n, number, integer}' })
    await createKey('day', { en: '{d, date, short}' })
    await createKey('hour', { en: '{t, time, short}' })
    await createKey('place', { en: '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}' })
    await createKey('share', { en: '{n, plural, one {one} other {{n, number, percent} of all}}' })
    await deployed()
    const instance = i18next.createInstance()
    await instance.init({ lng: 'en', resources: { en: { translation: (await file('en.json')) as never } } })
    const at = new Date(2026, 10, 17, 8, 5)
    const styled = (options: object) => new Intl.DateTimeFormat('en', options).format(at)
    assert.equal(instance.t('n', { n: 1234.5 }), '1,234.5')
    assert.equal(instance.t('percent', { n: 0.25 }), '25%')
    assert.equal(
      instance.t('integer', { n: 1234.5 }),
      new Intl.NumberFormat('en', { maximumFractionDigits: 0 }).format(1234.5),
    )
    assert.equal(instance.t('day', { d: at }), styled({ dateStyle: 'short' }))
    assert.equal(instance.t('hour', { t: at }), styled({ timeStyle: 'short' }))
    assert.equal(instance.t('place', { count: 3, ordinal: true }), '3rd')
    assert.equal(instance.t('share', { count: 0.5 }), '50% of all')
  })
})

describe('qa 4 errors of published values', () => {
  /** What the next deploy says about a key. */
  const told = async (key: string) => {
    const { warnings } = await deployed()
    return (warnings as { file: string; key: string; message: string }[])
      .filter((warning) => warning.key === key)
      .map(({ file, message }) => `${file} ${message}`)
  }
  const settled = () =>
    until('the checks to have looked', async () => (await service.ok(owner, 'getQa', { params })).state === 'ready')
  const issuesOf = async (keyId: number) =>
    (await service.ok(owner, 'listIssues', { params, query: { keyIds: keyId, severities: 'error' } })).issues

  test('qa 4 stand among the warnings of a deploy, each once, and only while they are open', async () => {
    const { id } = await createKey('tagged', { en: '<b>Hello</b> {name}', de: 'Hallo', fr: ' <b>Salut</b> {name}' })
    const { id: empty } = await createKey('empty', { en: 'Save', de: '   ' })
    await settled()
    const open = await issuesOf(id)
    assert.ok(open.length > 1 && open.every(({ locale }) => locale === 'de'))
    const expected = open.map(({ message }) => `de.json ${message}`).toSorted()
    assert.deepEqual((await told('tagged')).toSorted(), expected, 'and nothing of the space before the French')
    const [blank] = await issuesOf(empty)
    assert.deepEqual(await told('empty'), [`de.json ${blank?.message}`])
    const body = { ids: open.map((issue) => issue.id), reason: 'It is right', scope: 'value' }
    await service.ok(owner, 'ignoreIssues', { params, body })
    assert.deepEqual(await told('tagged'), [])
    await service.ok(owner, 'reopenIssue', { params: { ...params, issueId: open[0]?.id ?? '' } })
    assert.deepEqual(await told('tagged'), [`de.json ${open[0]?.message}`])
  })

  test('qa 4 are those of values that are published, and of checks whose findings are errors', async () => {
    await createKey('draft', { en: 'Hello {name}', de: 'Hallo' }, {}, 'not_reviewed')
    await createKey('known', { en: 'Hello {name}', de: 'Hallo' })
    await service.ok(owner, 'updateProject', { params, body: { cdn: { statuses: ['translated'] } } })
    await settled()
    const missing = ['de.json The placeholder {name} of the source is missing.']
    assert.deepEqual([await told('draft'), await told('known')], [[], missing])
    for (const severity of ['warning', 'off']) {
      const checks = { placeholder_missing: { localeSeverities: { de: severity } } }
      await service.ok(owner, 'updateQa', { params, body: { checks } })
      await settled()
      assert.deepEqual(await told('known'), [])
    }
  })
})
