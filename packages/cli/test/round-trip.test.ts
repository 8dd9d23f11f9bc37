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
