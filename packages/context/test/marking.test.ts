import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInstance } from 'i18next'
import { keyOf, Marking } from '../src/marking.ts'
import { readMarks } from '../src/marks.ts'

const en = {
  translation: {
    save: 'Save',
    'cart.items_one': '{{count}} item',
    'cart.items_other': '{{count}} items',
    friend: 'A friend',
    friend_male: 'A boyfriend',
    friend_male_one: '{{count}} boyfriend',
    friend_male_other: '{{count}} boyfriends',
    nested: 'Press $t(save)',
    list: ['a', 'b'],
    number: 5,
  },
  errors: { gone: 'Gone' },
}

async function start(settings: object = {}) {
  const i18next = createInstance()
  await i18next.init({ lng: 'en', keySeparator: false, resources: { en }, ns: ['translation', 'errors'], ...settings })
  const marking = new Marking(i18next)
  const named = (text: string) => readMarks(text).pieces.map(({ id }) => keyOf(id))
  return { i18next, marking, named }
}

const key = (name: string, namespace = 'translation') => [{ namespace, key: name }]

test('each text says which key of which namespace it is', async () => {
  const { i18next, named } = await start()
  assert.deepEqual(named(i18next.t('save')), key('save'))
  assert.deepEqual(named(i18next.t('errors:gone')), key('gone', 'errors'))
  assert.deepEqual(named(i18next.t('gone', { ns: 'errors' })), key('gone', 'errors'))
  assert.deepEqual(named(i18next.t(['nothing', 'save'])), key('save'))
  assert.deepEqual(named(i18next.getFixedT('en', 'errors')('gone')), key('gone', 'errors'))
  assert.equal(readMarks(i18next.t('nested')).text, 'Press Save')
  assert.deepEqual(named(i18next.t('nested')), key('nested'))
})

test('forms of a plural are one key, a context is a key of its own', async () => {
  const { i18next, named } = await start()
  assert.deepEqual(named(i18next.t('cart.items', { count: 1 })), key('cart.items'))
  assert.deepEqual(named(i18next.t('cart.items', { count: 2 })), key('cart.items'))
  assert.deepEqual(named(i18next.t('friend', { context: 'male' })), key('friend_male'))
  assert.deepEqual(named(i18next.t('friend', { context: 'male', count: 3 })), key('friend_male'))
  assert.deepEqual(named(i18next.t('friend', { context: 'other' })), key('friend'))
})

test('a missing key is shown as it is, a default text is of its key', async () => {
  const { i18next, named } = await start()
  assert.equal(i18next.t('not.there'), 'not.there')
  assert.deepEqual(named(i18next.t('not.there', { defaultValue: 'Soon' })), key('not.there'))
  assert.equal(i18next.exists('not.there'), false)
})

test('what is no text stays what it is', async () => {
  const { i18next, named } = await start({ returnObjects: true })
  const list = i18next.t('list') as unknown as string[]
  assert.ok(Array.isArray(list))
  assert.equal(readMarks(`${i18next.t('number')}`).text, '5')
  assert.deepEqual(named(i18next.t('save')), key('save'))
})

test('the end leaves i18next as it was', async () => {
  const shout = { type: 'postProcessor' as const, name: 'shout', process: (value: string) => value.toUpperCase() }
  for (const settings of [{}, { postProcess: 'shout' }, { postProcess: ['shout'], postProcessPassResolved: false }]) {
    const i18next = createInstance().use(shout)
    await i18next.init({ lng: 'en', resources: { en }, ...settings })
    const before = { ...i18next.options }
    const plain = i18next.t('save')
    const marking = new Marking(i18next)
    const marked = i18next.t('save')
    assert.notEqual(marked, plain)
    assert.equal(readMarks(marked).text, plain)
    marking.stop()
    assert.deepEqual(i18next.options, before)
    assert.equal(i18next.t('save'), plain)
    await i18next.init({ lng: 'en', resources: { en }, ...settings })
    assert.equal(i18next.t('save'), plain, 'nor does another beginning bring it back')
  }
})

test('it may be started before i18next is', async () => {
  const i18next = createInstance()
  const marking = new Marking(i18next)
  await i18next.init({ lng: 'en', resources: { en } })
  const { pieces } = readMarks(i18next.t('save'))
  assert.deepEqual(keyOf(pieces[0]?.id ?? -1), { namespace: 'translation', key: 'save' })
  marking.stop()
  assert.equal(i18next.t('save'), 'Save')
  assert.equal(i18next.options.postProcess, false)
  assert.equal(i18next.options.postProcessPassResolved, false)
})

test('an application that begins once more is marked once, and left as it was', async () => {
  const { i18next, marking, named } = await start()
  await i18next.init({ lng: 'en', resources: { en } })
  assert.deepEqual(i18next.options.postProcess, ['parlance-context'])
  assert.deepEqual(named(i18next.t('save')), key('save'))
  marking.stop()
  assert.equal(i18next.options.postProcess, false)
})
