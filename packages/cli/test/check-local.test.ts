import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { CATALOGUE } from '../../checks/src/index.ts'
import { folderWith } from './program.ts'
import { startScene } from './scene.ts'

interface Issue {
  id: string | null
  namespace: string
  key: string
  locale: string
  check: string
  severity: string
  branch: string | null
  params: object
  start: number | null
  end: number | null
  fix: { value: string } | null
  file?: string
  line?: number
  column?: number
}

interface Checked {
  issues: Issue[]
  counts: { error: number; warning: number }
}

/** Nobody answers there. */
const NOWHERE = { PARLANCE_URL: 'http://127.0.0.1:9' }

const json = (path = 'locales/{locale}/{namespace}.json', more: object = {}) => ({
  'parlance.config.json': { sourceLocale: 'en', files: [{ path, format: 'json' }], ...more },
})

const named = ({ issues }: Checked) => issues.map(({ key, locale, check }) => `${key} ${locale} ${check}`)
const places = ({ issues }: Checked) => issues.map(({ file, line, column }) => `${file}:${line}:${column}`)

const PO = `msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\nLanguage: de\\n"

#, c-format
msgid "Hello %s"
msgstr "Hallo %d"

msgid "Not %s yet"
msgstr ""
`

const XLIFF = (units: string) => `<?xml version="1.0"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
<file original="x" source-language="en" target-language="de" datatype="plaintext"><body>
${units}
</body></file></xliff>
`

/** One of each kind of file, in English and German, with something wrong in each. */
const everything = {
  'parlance.config.json': {
    sourceLocale: 'en',
    files: [
      { path: 'locales/{locale}/{namespace}.json', format: 'i18next-v4', namespaces: ['web', 'shop'] },
      { path: 'icu/{locale}.json', format: 'json', namespace: 'icu' },
      { path: 'ios/{locale-apple}.lproj/Localizable.strings', format: 'apple-strings', namespace: 'ios' },
      { path: 'res/values{locale-android}/strings.xml', format: 'android', namespace: 'android' },
      { path: 'texts.csv', format: 'csv', namespace: 'table' },
    ],
  },
  'locales/en/web.json':
    '{\n  "cart": {\n    "title": "Cart of {{name}}",\n    "items_one": "{{count}} item",\n    "items_other": "{{count}} items"\n  }\n}',
  'locales/de/web.json':
    '{\n  "cart": {\n    "title": "Warenkorb",\n    "items_one": "{{count}} Ding",\n    "items_other": "viele Dinge"\n  }\n}',
  'locales/en/shop.json': { bold: 'A <b>bold</b> move', same: 'Nothing is wrong with this', list: ['One', 'Two'] },
  'locales/de/shop.json':
    '{\n"bold": "Ein <b>fetter Zug",\n"same": "Nothing is wrong with this",\n"list": ["Eins", " Zwei"]}',
  'icu/en.json': {
    plural: '{n, plural, one {# file of {who}} other {# files of {who}}}',
    text: 'It costs {price, number} a month, see https://example.com/a',
    broken: 'Hello {name}',
  },
  'icu/de.json':
    '{\n"plural": "{n, plural, one {# Datei} other {# Dateien von {who}}}",\n"text": "Es kostet {price, date} im Monat",\n"broken": "Hallo {name"\n}',
  'icu/fr.json': { plural: '{n, plural, other {# fichiers de {who}}}' },
  'ios/en.lproj/Localizable.strings': '"hi" = "Hello %@ and %d";\n',
  'ios/de.lproj/Localizable.strings': '/* A greeting */\n"hi" = "Hallo %@";\n',
  'res/values/strings.xml': '<resources><string name="a">Hello %1$s there</string></resources>',
  'res/values-de/strings.xml': '<resources>\n  <string name="a">Hallo %2$s da</string>\n</resources>',
  'texts.csv': 'key,en,de\nt.a,Hello there %s,Hallo\nt.b,Two  spaces  here,Zwei  Leerzeichen  hier\n',
}

describe('check --local', () => {
  test('finds what is wrong in files of every kind, and where, without any service', async () => {
    const { result } = await folderWith(everything, NOWHERE).json<Checked>(1, ['check', '--local'])
    assert.deepEqual(
      result.issues.map(
        (issue) => `${places({ ...result, issues: [issue] })} ${named({ ...result, issues: [issue] })}`,
      ),
      [
        'icu/de.json:2:1 plural de placeholder_missing',
        'icu/de.json:3:1 text de placeholder_type',
        'icu/de.json:4:1 broken de icu_syntax',
        'ios/de.lproj/Localizable.strings:2:8 hi de placeholder_missing',
        'locales/de/shop.json:2:1 bold de tag_missing',
        'locales/de/shop.json:2:1 bold de tag_unbalanced',
        'locales/de/web.json:3:5 cart.title de placeholder_missing',
        'locales/de/web.json:5:5 cart.items de placeholder_missing',
        'res/values-de/strings.xml:2:20 a de placeholder_missing',
        'res/values-de/strings.xml:2:20 a de placeholder_extra',
        'icu/de.json:3:1 text de urls',
        'icu/fr.json:2:3 plural fr plural_missing',
        'locales/de/shop.json:3:1 same de same_as_source',
        'locales/de/shop.json:4:18 list.1 de edge_space',
      ],
    )
    assert.deepEqual(result.counts, { error: 10, warning: 4 })
  })

  test('tells the fields that findings of the service have', async () => {
    const files = { ...json(), 'locales/en/a.json': { hi: 'Hi {name}!' }, 'locales/de/a.json': { hi: 'Na, {nom}!' } }
    const { result } = await folderWith(files).json<Checked>(1, ['check', '--local', '--locale', 'de'])
    assert.deepEqual(result.issues[0], {
      id: null,
      state: 'open',
      keyId: null,
      key: 'hi',
      namespace: 'a',
      translationId: null,
      locale: 'de',
      check: 'placeholder_missing',
      severity: 'error',
      branch: null,
      message: 'The placeholder {name} of the source is missing.',
      params: { placeholder: '{name}' },
      start: null,
      end: null,
      fix: { value: 'Na, {name}!' },
      ignored: null,
      detectedAt: null,
      file: 'locales/de/a.json',
      line: 2,
      column: 3,
    })
  })

  test('fails on what it is told to', async () => {
    const files = { ...json(), 'locales/en/a.json': { a: 'A b c  d' }, 'locales/de/a.json': { a: 'E  f', b: ' ' } }
    const { json: run } = folderWith(files)
    await run(1, ['check', '--local'])
    await run(0, ['check', '--local', '--fail-on', 'never'])
    await run(0, ['check', '--local', '--locale', 'en'])
    const mild = folderWith({ ...json(), 'locales/en/a.json': { a: 'One' }, 'locales/de/a.json': { a: 'Eins ' } })
    await mild.json(0, ['check', '--local'])
    await mild.json(1, ['check', '--local', '--fail-on', 'warning'])
  })

  test('tells people and GitHub, warnings as warnings', async () => {
    const files = { ...json(), 'locales/en/a.json': { a: 'Hi {b}' }, 'locales/de/a.json': { a: 'Na ' } }
    const { stdout } = await folderWith(files, { GITHUB_ACTIONS: 'true' }).run(['check', '--local'])
    const place = 'file=locales/de/a.json,line=2,col=3::'
    assert.match(stdout, /^locales\/de\/a\.json:2:3 error a:a \(de\): .*\[placeholder_missing\]$/m)
    assert.match(stdout, new RegExp(`^::error ${place}a \\(de\\): .*placeholder_missing`, 'm'))
    assert.match(stdout, new RegExp(`^::warning ${place}a \\(de\\): .*edge_space`, 'm'))
    assert.match(stdout, /^1 error, 1 warning$/m)
  })

  test('takes what a file has beside a text for its source, where there is no other', async () => {
    const config = { sourceLocale: 'en', files: [{ path: 'po/{locale_}.po', format: 'po' }] }
    const { result } = await folderWith({ 'parlance.config.json': config, 'po/de.po': PO }).json<Checked>(1, [
      'check',
      '--local',
    ])
    assert.deepEqual(places(result), ['po/de.po:6:8'])
    assert.deepEqual(named(result), ['Hello %s de placeholder_type'])
  })

  test('holds texts against the limits that files tell, as the service counts', async () => {
    const unit = (id: string, target: string) =>
      `<trans-unit id="${id}" maxwidth="20" size-unit="char"><source>Hello</source><target>${target}</target></trans-unit>`
    const units = [unit('fits', 'Hallo'), unit('long', 'Guten Tag {vorname} und so weiter')].join('\n')
    const config = { sourceLocale: 'en', files: [{ path: '{locale}.xliff', format: 'xliff-1.2' }] }
    const { result } = await folderWith({ 'parlance.config.json': config, 'de.xliff': XLIFF(units) }).json<Checked>(1, [
      'check',
      '--local',
    ])
    const over = result.issues.filter(({ check }) => check === 'exceeds_space')
    assert.deepEqual(
      over.map(({ key, params, line }) => [key, params, line]),
      [['long', { limit: 20, actual: 33 }, 5]],
    )
  })

  test('severities are those of the configuration', async () => {
    const files = {
      'locales/en/a.json': { a: 'A stop.', b: 'Hi {b}' },
      'locales/de/a.json': { a: 'Kein Punkt', b: 'Na' },
    }
    const check = { severities: { placeholder_missing: 'warning', capitalization: 'off' } }
    const { result } = await folderWith({ ...files, ...json(undefined, { check }) }).json<Checked>(0, [
      'check',
      '--local',
    ])
    assert.deepEqual(named(result), ['b de placeholder_missing'])
    const wrong = folderWith({
      ...files,
      ...json(undefined, { check: { severities: { plaecholder_missing: 'off' } } }),
    })
    const { errors } = await wrong.json(2, ['check', '--local'])
    assert.match(errors[0]?.message ?? '', /placeholder_missing/)
  })

  test('the configuration knows every check that files can be looked at by', () => {
    const schema = JSON.parse(readFileSync(new URL('../config.schema.json', import.meta.url), 'utf8'))
    const needsService = ['glossary_missing', 'glossary_forbidden', 'inconsistent', 'outdated']
    assert.deepEqual(
      Object.keys(schema.properties.check.properties.severities.properties),
      CATALOGUE.map(({ id }) => id).filter((id) => !needsService.includes(id)),
    )
  })

  test('what it needs and does not find is told, and never 0', async () => {
    const texts = { 'locales/en/a.json': { a: 'Hi {b}' }, 'locales/de/a.json': { a: 'Na {b}' } }
    const config = { files: json()['parlance.config.json'].files }
    const unsaid = await folderWith({ 'parlance.config.json': config, ...texts }).json(2, ['check', '--local'])
    assert.match(unsaid.errors[0]?.message ?? '', /sourceLocale/)
    const wrong = await folderWith({ ...json(undefined, { sourceLocale: 'nl' }), ...texts }).json(2, [
      'check',
      '--local',
    ])
    assert.match(wrong.errors.map(({ message }) => message).join(), /"nl", the source locale/)
    const there = folderWith({ ...json(), ...texts })
    const unknown = await there.json(2, ['check', '--local', '--locale', 'fr'])
    assert.match(unknown.errors[0]?.message ?? '', /"fr"/)
    there.write('locales/de/a.json', '{\n"a": "Na",\n}')
    const { errors } = await there.json<Checked>(6, ['check', '--local'])
    assert.deepEqual([errors[0]?.file, errors[0]?.line], ['locales/de/a.json', 3])
    await folderWith(json()).json(6, ['check', '--local'])
    await folderWith(texts).json(2, ['check', '--local'])
  })

  test('folders that are no languages are left alone, and so are texts that have no source', async () => {
    const texts = { 'locales/en/a.json': { a: 'Hi {b}' }, 'locales/de/a.json': { a: 'Na {b}' } }
    const others = { 'locales/src/a.json': 'no json', 'locales/fr/old.json': { x: 'Du {vieux}' } }
    const { warnings } = await folderWith({ ...json(), ...texts, ...others }).json(0, ['check', '--local'])
    assert.deepEqual(
      warnings.map(({ code, file }) => [code, file]),
      [['NO_SOURCE', 'locales/fr/old.json']],
    )
  })
})

describe('beside the service', async () => {
  const { service, owner, projectId, env } = await startScene()

  test('the files are found to be wrong where the service finds their texts to be', async () => {
    const here = folderWith(everything, env)
    await here.run(['push', '--all-locales'])
    const stored = await here.json<Checked>(1, ['check'])
    const local = await here.json<Checked>(1, ['check', '--local'])
    const said = ({ result }: typeof stored) =>
      result.issues
        .map(({ namespace, key, locale, check, severity, branch, params, start, end, fix }) => ({
          name: [namespace, key, locale, check, branch, ...Object.values(params).sort()].join(' '),
          ...{ severity, params, start, end, fix },
        }))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
    assert.deepEqual(said(local), said(stored))
    assert.ok(local.result.issues.length > 10)
  })

  test('what the project says of checks is known from its last answer', async () => {
    const here = folderWith(everything, env)
    const checks = {
      placeholder_missing: { severity: 'warning', localeSeverities: { de: 'off' } },
      end_stop: { severity: 'error' },
    } as const
    await service.ok(owner, 'updateQa', { params: { projectId }, body: { checks } })
    await here.json(1, ['check'])
    const { result } = await here.json<Checked>(1, ['check', '--local'], NOWHERE)
    assert.ok(result.issues.every(({ check }) => check !== 'placeholder_missing'))
    assert.ok(result.issues.some(({ check }) => check === 'placeholder_extra'))
  })
})
