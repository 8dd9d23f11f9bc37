import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { argumentsOf, formats, isPluralMessage } from '@parlance/formats'
import { createApiKey, createScene } from '../../server/test/factories.ts'
import { startService } from '../../server/test/harness.ts'
import { folderWith } from './program.ts'
import { listening } from './scene.ts'

const service = await startService()
const url = await listening(service)
const LOCALES = ['en', 'de']

/** A project with the same texts in all languages of each namespace. */
async function projectWith(texts: Record<string, string>, namespaces: readonly string[]) {
  const { owner, projectId } = await createScene(service)
  const { apiKey } = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])
  const inAll = <T>(one: T) => Object.fromEntries(namespaces.map((namespace) => [namespace, one]))
  const plurals = Object.entries(texts).filter(([, text]) => isPluralMessage(text))
  await service.ok({ apiKey }, 'commitCliImport', {
    params: { projectId },
    body: {
      namespaces: inAll(Object.fromEntries(LOCALES.map((locale) => [locale, texts]))),
      keys: inAll(Object.fromEntries(plurals.map(([key]) => [key, { isPlural: true }]))),
      options: { conflictResolution: 'fail', createNamespaces: true },
    },
  })
  return {
    env: { PARLANCE_URL: url, PARLANCE_API_KEY: apiKey },
    /** Texts, and what is said of their keys. */
    async stored() {
      const query = { locales: LOCALES, include: ['meta' as const] }
      const { namespaces: all, keys } = await service.ok({ apiKey }, 'exportTranslations', { query })
      return { texts: all, keys: keys ?? {} }
    },
  }
}

const MESSAGES = [
  'Hello',
  "It's",
  "It''s",
  "'{quoted}'",
  "say '{'x'}' to {name}",
  "{name}'s",
  'Hi {name}',
  '{b} of {a}, {b}',
  '{1} before {0}',
  '{ name }',
  '{n,number}',
  '{n, number, percent}',
  '{n, number, .00}',
  '{n, number, ::currency/EUR}',
  '{d, date} {d, date, short} {t, time, short}',
  '{count, plural, one {# file} other {# files}}',
  '{n,plural,one{# file}other{# files}}',
  '{count, plural, =0 {no files} =7 {many} one {# file} other {# files}}',
  '{count, plural, other {# files}}',
  '{count, plural, one {# file} few {# filea} other {# files}}',
  'You have {count, plural, one {# file} other {# files}} left',
  "{count, plural, one {it''s '#'1} other {# of '{'x'}'}}",
  '{count, plural, one {{count} of {name}} other {{count, number} of {name}}}',
  '{count, plural, offset:1 one {# file} other {# files}}',
  '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
  '{g, select, male {his} other {their}}',
  '{n, plural, one {{g, select, a {x} other {y}}} other {#}}',
  '{a, plural, one {# a} other {# as}} and {b, plural, one {# b} other {# bs}}',
  '# of 10, C#',
  'Click <a href="x">{name}</a> & go',
  'a < b',
  'Hi {{name}}',
  '100% of {name}',
  '100%',
  'Use %s here, or %1$@',
  '%{name} $t(x) :x @:y | z',
  '{count, plural, one {%d file} other {%d files}}',
  'C:\\temp\\{name}',
  'one\ntwo\n',
  'cr\r\nlf\ttab',
  '  two  spaces  ',
  '👩‍👩‍👧 שלום {name}',
  '"quoted" {name}',
  'a { b',
  '}',
  "''",
  '@x',
  '=1+1',
  'null',
  '010',
]

describe('what pull has written', () => {
  for (const placeholders of [undefined, 'keep', 'convert'])
    test(`comes back as the same text in every format, ${placeholders ?? 'with nothing said of placeholders'}`, async () => {
      const texts = Object.fromEntries(MESSAGES.map((text, at) => [`k${at + 10}`, text]))
      // A template of PO has no texts.
      const those = formats.filter(({ id }) => id !== 'pot')
      const { env, stored } = await projectWith(
        texts,
        those.map(({ id }) => id),
      )
      const files = those.map(({ id, extensions: [extension], isMultiLocale }) => ({
        path: isMultiLocale ? `${id}.${extension}` : `{locale}/${id}.${extension}`,
        format: id,
        namespace: id,
        ...(placeholders && { placeholders }),
      }))
      const here = folderWith({ 'parlance.config.json': { files } }, env)
      const before = await stored()
      await here.json(0, ['pull'])
      const { result } = await here.json<{ different: object[]; onlyLocal: object[] }>(0, ['diff'])
      assert.deepEqual(result, { onlyLocal: [], onlyService: [], different: [] })
      await here.json(0, ['push', '--all-locales'])
      const after = await stored()
      assert.deepEqual(after.texts, before.texts)
      // A text without arguments may be one of any syntax, and the first file tells which.
      const messages = (keys: typeof after.keys) =>
        Object.entries(keys).map(([namespace, all]) => [
          namespace,
          Object.entries(all).flatMap(([key, { isPlural, syntax }]) =>
            argumentsOf(texts[key] ?? '')?.length ? [[key, isPlural, syntax]] : [],
          ),
        ])
      assert.deepEqual(messages(after.keys), messages(before.keys))
      await here.json(0, ['pull', '--check'])
      await here.json(0, ['pull', '--rewrite', '--check'])
    })
})

/** A project with one namespace for each of some files, which are pulled, edited and pushed. */
async function edited(
  texts: Record<string, string>,
  files: readonly { path: string; format: string; placeholders?: string }[],
  edit: (text: string, format: string) => string,
) {
  const { env, stored } = await projectWith(
    texts,
    files.map(({ format }) => format),
  )
  const config = { files: files.map((file) => ({ ...file, namespace: file.format })) }
  const here = folderWith({ 'parlance.config.json': config }, env)
  await here.json(0, ['pull'])
  for (const { path, format } of files) {
    const own = path.replace('{locale}', 'en')
    here.write(own, edit(here.read(own), format))
  }
  await here.json(0, ['push', '--on-conflict', 'local'])
  const after = await stored()
  await here.json(0, ['pull'])
  await here.json(0, ['diff', '--exit-code'])
  return Object.fromEntries(
    files.map(({ format }) => [
      format,
      Object.entries(after.texts[format]?.['en'] ?? {}).map(([key, text]) => {
        const { isPlural, syntax } = after.keys[format]?.[key] ?? {}
        return [key, text, isPlural, syntax]
      }),
    ]),
  )
}

describe('what was edited behind a pull', () => {
  const WITH_PLURALS = [
    { path: '{locale}/a.po', format: 'po' },
    { path: '{locale}/a.xml', format: 'android' },
    { path: 'a.xcstrings', format: 'xcstrings' },
    { path: '{locale}/a.ts', format: 'qt-ts' },
    { path: '{locale}/a.yml', format: 'yaml-rails' },
  ]

  test('stays an ICU message where these are left as they are', async () => {
    const texts = {
      items: '{n, plural, one {# file of {who}} other {# files}}',
      hi: 'Hi {name}',
      ordinal: '{n, selectordinal, one {#st file} other {#th file}}',
    }
    const said = await edited(texts, WITH_PLURALS, (text) =>
      text.replaceAll('# files', 'all # files').replaceAll('Hi ', 'Hello '),
    )
    for (const { format } of WITH_PLURALS)
      assert.deepEqual(
        said[format],
        [
          ['hi', 'Hello {name}', false, null],
          ['items', '{n, plural, one {# file of {who}} other {all # files}}', true, null],
          ['ordinal', texts.ordinal, true, null],
        ],
        format,
      )
  })

  test('stays one where its arguments look like placeholders of the file', async () => {
    const files = [
      { path: '{locale}/a.json', format: 'vue-i18n' },
      { path: '{locale}/a.properties', format: 'properties' },
      { path: '{locale}/a.resx', format: 'resx' },
    ]
    const said = await edited({ hi: 'Hi {0}' }, files, (text) => text.replace('Hi', 'Hello'))
    for (const { format } of files) assert.deepEqual(said[format], [['hi', 'Hello {0}', false, null]], format)
  })

  test('stays one where a format has no words for it', async () => {
    const texts = { mixed: '{n, plural, one {{g, select, a {x} other {y}}} other {# files}}' }
    const converting = WITH_PLURALS.map((file) => ({ ...file, placeholders: 'convert' }))
    const said = await edited(texts, converting, (text) => text.replaceAll('# files', 'all # files'))
    for (const { format } of WITH_PLURALS)
      assert.deepEqual(said[format], [['mixed', texts.mixed.replace('# files', 'all # files'), true, null]], format)
  })

  test('is what i18next shows of it', async () => {
    const texts = {
      braces: "say '{x}'",
      paid: 'Paid {n, number, percent} on {d, date, short}',
      left: 'You have {count, plural, one {# file} other {# files}} left',
    }
    const files = [{ path: '{locale}/a.json', format: 'i18next-v4' }]
    const said = await edited(texts, files, (text) =>
      text.replace('say', 'said').replace('Paid', 'Now').replace('files left', 'files here'),
    )
    assert.deepEqual(said['i18next-v4'], [
      ['braces', "said '{'x'}'", false, null],
      ['left', '{count, plural, one {You have # file left} other {You have # files here}}', false, null],
      ['paid', 'Now {n, number, percent} on {d, date, short}', false, null],
    ])
  })

  test('is of the syntax of its file where it was no message, and its placeholders are those of the file', async () => {
    const files = [{ path: '{locale}/a.xml', format: 'android' }]
    const said = await edited({ hi: 'Hi' }, files, (text) => text.replace('Hi', 'Hi %1$s'))
    assert.deepEqual(said['android'], [['hi', 'Hi %1$s', false, 'java']])
  })
})

test('a text that no file can hold is not missed, and one that was taken out of a file is', async () => {
  const { env } = await projectWith({ gone: 'Gone', item: '{n, plural, one {a} other {b}}' }, ['default'])
  const files = [{ path: '{locale}.ftl', format: 'fluent' }]
  const here = folderWith({ 'parlance.config.json': { files } }, env)
  const { warnings } = await here.json(0, ['pull'])
  assert.deepEqual(new Set(warnings.map(({ code, key }) => `${code} ${key}`)), new Set(['value_not_convertible item']))
  await here.json(0, ['diff', '--exit-code'])
  const { result: dry } = await here.json<{ missing: object[] }>(0, ['push', '--delete-missing', '--dry-run'])
  assert.deepEqual(dry.missing, [])
  here.write('en.ftl', here.read('en.ftl').replace(/^gone.*\n/m, ''))
  const { result } = await here.json<{ onlyService: { key: string }[] }>(1, ['diff', '--exit-code'])
  assert.deepEqual(
    result.onlyService.map(({ key }) => key),
    ['gone'],
  )
  here.write('de.ftl', '')
  const { result: push } = await here.json<{ missing: object[] }>(0, ['push', '--delete-missing', '--dry-run'])
  assert.deepEqual(push.missing, [{ namespace: 'default', key: 'gone' }])
})
