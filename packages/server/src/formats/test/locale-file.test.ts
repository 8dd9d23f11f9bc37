import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compareCodePoints } from '@parlance/formats'
import { fileName, filePath, nameOfFile } from '../file-path.ts'
import { type LocaleFileOptions, localeFile } from '../locale-file.ts'

const rowsOf = (texts: Record<string, string>, plural: string[] = []) =>
  Object.entries(texts)
    .sort(([a], [b]) => compareCodePoints(a, b))
    .map(([key, value]) => ({ key, value, isPlural: plural.includes(key) }))

const write = (texts: Record<string, string>, options: Partial<LocaleFileOptions> = {}) =>
  localeFile(rowsOf(texts), { locale: 'en', format: 'json', structure: 'flat', style: 'minified', ...options })

describe('json', () => {
  const texts = { 'b.c': '2', a: 'say "hi"\n', 'b.d.e': '3', '😀': '5', '\uffff': '4' }

  test('flat: names as they are, by code point', () => {
    assert.equal(write(texts), '{"a":"say \\"hi\\"\\n","b.c":"2","b.d.e":"3","\uffff":"4","😀":"5"}')
  })

  test('nested: split at the dot', () => {
    const nested = '{"a":"say \\"hi\\"\\n","b":{"c":"2","d":{"e":"3"}},"\uffff":"4","😀":"5"}'
    assert.equal(write(texts, { structure: 'nested' }), nested)
  })

  for (const structure of ['flat', 'nested'] as const) {
    test(`pretty, ${structure}: as JSON.stringify indents by two`, () => {
      const minified = JSON.parse(write(texts, { structure }))
      assert.equal(write(texts, { structure, style: 'pretty' }), JSON.stringify(minified, null, 2))
      assert.equal(write({}, { structure, style: 'pretty' }), '{}')
    })
  }

  test('where a name is text and branch, what is deeper stays flat at that level', () => {
    const clashes = { a: '1', 'a-': '2', 'a.b': '3', 'a.b.c': '4', 'x.y': '5', 'x.y.z': '6', 'x.z': '7' }
    assert.equal(
      write(clashes, { structure: 'nested' }),
      '{"a":"1","a-":"2","a.b":"3","a.b.c":"4","x":{"y":"5","y.z":"6","z":"7"}}',
    )
  })

  test('empty parts and names of the language are names', () => {
    const odd = { '.a': '1', 'a.': '2', 'a..b': '3', '__proto__.x': '4', constructor: '5' }
    assert.equal(
      write(odd, { structure: 'nested' }),
      '{"":{"a":"1"},"__proto__":{"x":"4"},"a":{"":"2",".b":"3"},"constructor":"5"}',
    )
  })

  test('no deeper than 64 levels: the rest keeps its dots', () => {
    const nested = write({ [Array(100).fill('x').join('.')]: 'deep' }, { structure: 'nested' })
    assert.equal(nested.match(/\{/g)?.length, 64)
    assert.ok(nested.includes(`"${Array(37).fill('x').join('.')}":"deep"`))
  })
})

describe('i18next-v4', () => {
  const i18next = (value: string, locale = 'en', isPlural = false) =>
    JSON.parse(
      localeFile([{ key: 'k', value, isPlural }], { locale, format: 'i18next-v4', structure: 'flat', style: 'pretty' }),
    )
  const items = '{count, plural, one {# item} other {# items}}'

  const cases: [title: string, value: string, locale: string, expected: Record<string, string>][] = [
    ['plain text', 'Hello', 'en', { k: 'Hello' }],
    ['arguments', 'Hi {name}, {n, number}', 'en', { k: 'Hi {{name}}, {{n, number}}' }],
    ['quoted braces', "It''s '{'x'}'", 'en', { k: "It's {x}" }],
    ['a plural', items, 'en', { k_one: '{{count}} item', k_other: '{{count}} items' }],
    [
      'every category of the locale',
      items,
      'fr',
      { k_one: '{{count}} item', k_many: '{{count}} items', k_other: '{{count}} items' },
    ],
    ['a locale with one category', items, 'ja', { k_other: '{{count}} items' }],
    [
      'text around the plural',
      `{who} has ${items} ({count})`,
      'en',
      { k_one: '{{who}} has {{count}} item ({{count}})', k_other: '{{who}} has {{count}} items ({{count}})' },
    ],
    [
      'exact numbers',
      '{n, plural, =0 {none} =7 {lucky} one {#} other {# of {max}}}',
      'en',
      { k_zero: 'none', k_one: '{{count}}', k_other: '{{count}} of {{max}}' },
    ],
    [
      'a locale with a category zero',
      '{n, plural, =0 {none} zero {zero} other {#}}',
      'lv',
      { k_zero: 'none', k_one: '{{count}}', k_other: '{{count}}' },
    ],
    [
      'ordinals',
      '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
      'en',
      {
        k_ordinal_one: '{{count}}st',
        k_ordinal_two: '{{count}}nd',
        k_ordinal_few: '{{count}}rd',
        k_ordinal_other: '{{count}}th',
      },
    ],
    ['tags are text', 'a <b>{x}</b>', 'en', { k: 'a <b>{{x}}</b>' }],
    ['no message', 'a {b', 'en', { k: 'a {b' }],
    ['a message already of i18next', '{{x}}', 'en', { k: '{{x}}' }],
    ['a select', '{g, select, a {1} other {2}}', 'en', { k: '{g, select, a {1} other {2}}' }],
    ['a format', '{n, number, ::percent}', 'en', { k: '{n, number, ::percent}' }],
    ['a language without rules', items, 'x-pirate', { k_one: '{{count}} item', k_other: '{{count}} items' }],
  ]
  for (const [title, value, locale, expected] of cases) {
    test(title, () => assert.deepEqual(i18next(value, locale), expected))
  }

  test('a plural key with a plain text has it in every category', () => {
    assert.deepEqual(i18next('items', 'en', true), { k_one: 'items', k_other: 'items' })
  })

  test('made names take their place in the order and give way to keys of that name', () => {
    const texts = { item: items, 'item!': '1', item_one: 'mine', item_p: '2', other: '3' }
    assert.equal(
      write(texts, { format: 'i18next-v4' }),
      '{"item!":"1","item_one":"mine","item_other":"{{count}} items","item_p":"2","other":"3"}',
    )
  })
})

describe('file paths', () => {
  test('the default namespace has no folder', () => {
    assert.equal(filePath({ name: 'default', isDefault: true }, 'en'), 'en.json')
    assert.equal(filePath({ name: 'common', isDefault: false }, 'pt-BR'), 'common/pt-BR.json')
  })

  const names: [name: string, file: string][] = [
    ['a/b', 'a%2Fb'],
    ['a\\b', 'a%5Cb'],
    ['C:', 'C%3A'],
    ['100%', '100%25'],
    ['a\n', 'a%0A'],
    ['\u0085', '%C2%85'],
    ['.', '%2E'],
    ['..', '%2E%2E'],
    ['.hidden', '.hidden'],
    ['Grüße 😀', 'Grüße 😀'],
  ]
  for (const [name, file] of names) {
    test(`${JSON.stringify(name)} is ${file}`, () => {
      assert.equal(fileName(name), file)
      assert.equal(nameOfFile(file), name)
    })
  }

  test('a name that was never encoded is taken as it is', () => assert.equal(nameOfFile('50% off'), '50% off'))
})
