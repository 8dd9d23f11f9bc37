import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../../server/test/until.ts'
import { MissingKeys } from '../src/missing-keys.ts'
import { startApplication, startScene } from './scene.ts'

const scene = await startScene()
await scene.write('there', { en: 'There' })
await scene.write('empty', {})
const { dev } = await scene.companion()
const post = async (items: unknown) => {
  const answer = await fetch(`${dev}/missing`, { method: 'POST', body: JSON.stringify({ items }) })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

describe('missing keys', () => {
  test('become keys with their default value; existing ones stay', async () => {
    const item = { namespace: 'default', locale: 'en' }
    const { status, body } = await post([
      { ...item, key: 'new.one', value: 'Hello {{name}}' },
      { ...item, key: 'there', value: 'Another' },
      { ...item, key: 'empty', value: 'Filled' },
      { ...item, namespace: 'fresh', key: 'a', value: 'A' },
      { key: 'bare' },
    ])
    assert.deepEqual([status, body], [200, { created: 3, existing: 2 }])
    assert.equal((await scene.find('new.one'))?.translations['en']?.value, 'Hello {{name}}')
    assert.equal((await scene.find('there'))?.translations['en']?.value, 'There')
    assert.ok(!(await scene.find('empty'))?.translations['en']?.value)
    assert.equal((await scene.find('a', 'fresh'))?.translations['en']?.value, 'A')
    assert.ok(!(await scene.find('bare'))?.translations['en']?.value)
    assert.deepEqual((await post([{ ...item, key: 'new.one', value: 'x' }])).body, { created: 0, existing: 1 })
  })

  test('forms of a plural are one key', async () => {
    await post([
      { namespace: null, locale: 'en', key: 'box_one', value: '{{count}} box' },
      { namespace: null, locale: 'en', key: 'box_other', value: '{{count}} boxes' },
    ])
    assert.match((await scene.find('box'))?.translations['en']?.value ?? '', /^\{count, plural, one .* other .*\}$/)
    const { t } = await startApplication({ dev })
    assert.deepEqual([t('box', { count: 1 }), t('box', { count: 2 })], ['1 box', '2 boxes'])
    assert.equal(await scene.find('box_one'), undefined)
  })

  test('are ICU messages in a project of such, if they can be', async () => {
    const icu = await startScene()
    const params = { projectId: icu.projectId }
    await icu.service.ok(icu.owner, 'createKey', { params, body: { key: 'there' } })
    const companion = await icu.companion()
    const item = { namespace: null, locale: 'en' }
    const items = [
      { ...item, key: 'gift', value: 'For {{who}}' },
      { ...item, key: 'left_one', value: '{{count}} left' },
      { ...item, key: 'left_other', value: '{{count}} are left' },
      { ...item, key: 'plain', value: 'Nothing in it' },
      { ...item, key: 'price', value: '{{value, currency(EUR)}}' },
    ]
    const answer = await fetch(`${companion.dev}/missing`, { method: 'POST', body: JSON.stringify({ items }) })
    assert.deepEqual(await answer.json(), { created: 4, existing: 0 })
    const { data } = await icu.service.ok(icu.owner, 'listKeys', { params, query: {} })
    assert.deepEqual(Object.fromEntries(data.map((one) => [one.key, [one.translations['en']?.value, one.syntax]])), {
      gift: ['For {who}', null],
      left: ['{count, plural, one {# left} other {# are left}}', null],
      plain: ['Nothing in it', null],
      price: ['{{value, currency(EUR)}}', 'i18next'],
      there: [undefined, null],
    })
    const { t } = await startApplication({ dev: companion.dev })
    assert.deepEqual([t('gift', { who: 'you' }), t('left', { count: 2 })], ['For you', '2 are left'])
  })

  test('that make no sense are refused', async () => {
    for (const items of [
      undefined,
      [null],
      [{ key: '' }],
      [{ key: 1 }],
      [{ key: 'a', value: 1 }],
      Array(1001).fill({ key: 'a' }),
    ])
      assert.equal((await post(items)).status, 400)
  })

  test('come from an application with saveMissing, in the source language', async () => {
    const more = { lng: 'de', fallbackLng: 'de', saveMissing: true }
    const application = await startApplication({ dev }, more)
    application.t('hello', { defaultValue: 'Hello there' })
    application.t('hello', { defaultValue: 'Hello there' })
    application.t('no.default')
    await until('the key', () => scene.find('hello'))
    const { translations } = (await scene.find('hello')) ?? {}
    assert.equal(translations?.['en']?.value, 'Hello there')
    assert.ok(!translations?.['de']?.value)
    assert.ok(await scene.find('no.default'))
  })
})

describe('an application tells', () => {
  const keysOf = (count: number, from = 0) =>
    Array.from({ length: count }, (_, at) => ({ namespace: null, key: `k${at + from}`, value: '' }))

  test('each key once, gathered over two seconds, at most 500 a minute', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
    const sent: number[] = []
    const missing = new MissingKeys(async (items) => sent.push(items.length) > 0)
    const settle = () => new Promise((resolve) => setImmediate(resolve))
    for (const item of [...keysOf(450), ...keysOf(450)]) missing.add(item)
    t.mock.timers.tick(1999)
    assert.deepEqual(sent, [])
    t.mock.timers.tick(1)
    await settle()
    assert.deepEqual(sent, [450])
    for (const item of keysOf(700, 450)) missing.add(item)
    t.mock.timers.tick(2000)
    await settle()
    assert.deepEqual(sent, [450, 50])
    t.mock.timers.tick(57_999)
    await settle()
    assert.deepEqual(sent, [450, 50])
    t.mock.timers.tick(1)
    await settle()
    assert.deepEqual(sent, [450, 50, 450])
    t.mock.timers.tick(2000)
    await settle()
    assert.deepEqual(sent, [450, 50, 450, 50])
  })

  // By the real clock: one that is held stands still for all others in the process, whose timers then stop those of this test.
  test('keys again that were not taken', async () => {
    const sent: number[] = []
    const missing = new MissingKeys(async (items) => {
      sent.push(items.length)
      return sent.length > 1
    })
    for (const item of keysOf(3)) missing.add(item)
    await until('the second time', () => sent.length === 2)
    assert.deepEqual(sent, [3, 3])
  })
})
