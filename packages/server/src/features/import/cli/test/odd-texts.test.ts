import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScene } from '../../../../../test/factories.ts'
import { startService } from '../../../../../test/harness.ts'

const service = await startService()
const { owner, projectId } = await createScene(service)
const params = { projectId }
const body = { name: 'Build', scopes: ['translations:read', 'translations:write'] as const }
const { key: apiKey } = await service.ok(owner, 'createApiKey', { params, body: { ...body, scopes: [...body.scopes] } })
const build = { apiKey }

const pushed = async (texts: Record<string, string>, keys?: object) => {
  const sent = { namespaces: { default: { en: texts } }, ...(keys ? { keys: { default: keys } } : {}) }
  const looked = await service.ok(build, 'validateCliImport', { params, body: sent })
  const options = { conflictResolution: 'keep_local' }
  const written = await service.ok(build, 'commitCliImport', { params, body: { ...sent, options } })
  assert.deepEqual(written.warnings, looked.warnings)
  return written.warnings.map(({ type, namespace, locale, key }) => [type, namespace, locale, key])
}

const keyNamed = async (search: string) => {
  const { data } = await service.ok(owner, 'listKeys', { params, query: { search, searchIn: ['key'] } })
  return data.find(({ key }) => key === search)
}

test('a text that is no valid message is taken, with a warning that names it', async () => {
  const warnings = await pushed({
    broken: 'Hello {name',
    branches: '{n, plural, one {#}}',
    fine: 'Hello {name}',
    plain: 'a < b',
  })
  assert.deepEqual(warnings, [
    ['icu_syntax', 'default', 'en', 'broken'],
    ['icu_syntax', 'default', 'en', 'branches'],
  ])
  assert.equal((await keyNamed('broken'))?.translations['en']?.value, 'Hello {name')
})

test('so is a text that is JSON itself', async () => {
  const warnings = await pushed({
    cart: '{"title": "Cart", "items": {"one": "1"}}',
    list: '["a", "b"]',
    text: '[sic]',
  })
  assert.deepEqual(warnings, [
    ['nested_json', 'default', 'en', 'cart'],
    ['nested_json', 'default', 'en', 'list'],
  ])
})

test('texts in another syntax are no messages, whether that is sent or known already', async () => {
  const texts = { printf: 'Hello {%s', braces: 'Hello {{name}} {' }
  assert.deepEqual(await pushed(texts, { printf: { syntax: 'printf' } }), [])
  assert.deepEqual(await pushed({ printf: 'Bye {%s' }), [])
  const [, again] = [
    await pushed({ printf: 'Bye {%s' }, { printf: { syntax: 'icu' } }),
    await pushed({ printf: 'Ah {%s' }),
  ]
  assert.deepEqual(again, [['icu_syntax', 'default', 'en', 'printf']])
})

test('texts of languages that the project lacks are left out, and nothing is said about them', async () => {
  const sent = { namespaces: { default: { fi: { broken: 'Hei {name' } } } }
  const { warnings } = await service.ok(build, 'validateCliImport', { params, body: sent })
  assert.deepEqual(
    warnings.map(({ type }) => type),
    ['unknown_locale'],
  )
})

test('a plural message makes a plural of its key', async () => {
  await pushed({ items: '{count, plural, one {# item} other {# items}}', item: 'An item' })
  assert.deepEqual([(await keyNamed('items'))?.isPlural, (await keyNamed('item'))?.isPlural], [true, false])
})

test('objects within objects are refused with the way to send them', async () => {
  const sent = { namespaces: { default: { en: { cart: { title: 'Cart' } } } } }
  const { status, body: told } = await service.call(build, 'validateCliImport', { params, body: sent })
  assert.equal(status, 422)
  const [{ field, message } = { field: '', message: '' }] = (told as { errors: { field: string; message: string }[] })
    .errors
  assert.equal(field, 'namespaces.default.en.cart')
  assert.match(message, /must be a text of at most 65,536 characters; an object came\. .*`cart\.title`\.$/)
})
