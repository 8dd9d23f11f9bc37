import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { syntaxes } from '@parlance/contract'
import { createApiKey, join } from '../../../../../test/factories.ts'
import { type Caller, startService } from '../../../../../test/harness.ts'
import { createImportScene, fileOf, type SentFile } from '../../test/import-scene.ts'

const service = await startService()
const { owner, orgId } = await createImportScene(service)

/** A project of its own, in English and German. */
async function freshProject(sourceLocale = 'en') {
  const body = { name: 'Fresh', sourceLocale, locales: ['de'] }
  const project = await service.ok(owner, 'createProject', { params: { orgId }, body })
  const params = { projectId: project.id }
  const commit = async (files: SentFile[], options: { by?: Caller; defaultConflictResolution?: string } = {}) => {
    const { by = owner, ...more } = options
    const validated = await service.ok(by, 'validateImport', { params, body: { files, options: more } })
    const { validationId } = validated
    const committed = await service.ok(by, 'commitImport', {
      params,
      body: { validationId, fileMappings: [], conflictResolutions: [] },
    })
    assert.equal(committed.success, true, JSON.stringify(committed.errors))
    return { validated, committed }
  }
  const keys = async () => {
    const { data } = await service.ok(owner, 'listKeys', { params, query: { limit: 100 } })
    return new Map(data.map((key) => [key.key, key]))
  }
  const valuesOf = async (key: string) => {
    const { translations = {} } = (await keys()).get(key) ?? {}
    return Object.fromEntries(Object.entries(translations).map(([code, { value, status }]) => [code, [value, status]]))
  }
  const dataOf = async (key: string) => {
    const keyId = (await keys()).get(key)?.id ?? 0
    return service.ok(owner, 'getFormatData', { params: { ...params, keyId } })
  }
  return { params, commit, keys, valuesOf, dataOf }
}

const po = (...units: string[]) =>
  [`msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"`, ...units].join('\n\n')
const xliff = (...units: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
  <file source-language="en" target-language="de" datatype="plaintext" original="app"><body>
${units.join('\n')}
  </body></file>
</xliff>
`
const unit = (name: string, source: string, target: string, more = '', approved = '') =>
  `<trans-unit id="${name}" resname="${name}"${approved}><source>${source}</source>${target}${more}</trans-unit>`

describe('formats 2 and 11.8: what a file says of the keys that it creates', () => {
  test('the syntax is that of the format, or of the text', async () => {
    const { commit, keys } = await freshProject()
    await commit([
      fileOf('de.po', po('msgid "a"\nmsgstr "b"', '#, python-format\nmsgid "%(n)s"\nmsgstr "%(n)s x"')),
      fileOf('checkout/messages_de.properties', 'p=q\n'),
    ])
    const found = await keys()
    assert.deepEqual(
      ['a', '%(n)s', 'p'].map((key) => found.get(key)?.syntax),
      ['printf', 'python', 'messageformat'],
    )
  })

  test('what is said of a whole file counts before that', async () => {
    const { commit, keys } = await freshProject()
    await commit([{ ...fileOf('de.po', po('msgid "a"\nmsgstr "b"')), syntax: 'none' }])
    assert.equal((await keys()).get('a')?.syntax, 'none')
  })

  test('whatever is said of a file is what its keys say', async () => {
    const { commit, keys } = await freshProject()
    await commit(syntaxes.map((syntax) => ({ ...fileOf(`${syntax}/de.json`, { [syntax]: 'x' }), syntax })))
    const found = await keys()
    assert.deepEqual(
      syntaxes.map((syntax) => found.get(syntax)?.syntax),
      syntaxes,
    )
  })

  test('a description, a limit, and a plural', async () => {
    const { commit, keys } = await freshProject()
    const limited = unit('short', 'Save', '<target>Sichern</target>', '<note>On a button</note>').replace(
      '<trans-unit ',
      '<trans-unit maxwidth="8" size-unit="char" ',
    )
    await commit([
      fileOf('en.json', {
        files: '{count, plural, one {# file} other {# files}}',
        plain: 'x {count, plural, other {y}}',
      }),
      fileOf('ui/de.xlf', xliff(limited)),
    ])
    const found = await keys()
    const { description, characterLimit, isPlural } = found.get('short') ?? {}
    assert.deepEqual(
      { description, characterLimit, isPlural },
      { description: 'On a button', characterLimit: 8, isPlural: false },
    )
    assert.deepEqual([found.get('files')?.isPlural, found.get('plain')?.isPlural], [true, false])
  })

  test('the source language decides whether a key is a plural, then the first language that has a text', async () => {
    const { commit, keys } = await freshProject()
    const plural = '{n, plural, other {x}}'
    await commit([
      fileOf('de.json', { a: plural, b: 'x', c: plural, d: '' }),
      fileOf('en.json', { a: 'x', b: plural, d: plural }),
    ])
    const found = await keys()
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((key) => found.get(key)?.isPlural),
      [false, true, true, true],
    )
  })

  test('a text that is longer than its own file allows is an error', async () => {
    const { params } = await freshProject()
    const long = unit('k', 'x', '<target>much too long</target>').replace(
      '<trans-unit ',
      '<trans-unit maxwidth="8" size-unit="char" ',
    )
    const body = { files: [fileOf('de.xlf', xliff(long))] }
    const { validationId, files } = await service.ok(owner, 'validateImport', { params, body })
    assert.deepEqual(
      files[0]?.detection.errors.map(({ key, code }) => [key, code]),
      [['k', 'value_too_long']],
    )
    const answer = await service.ok(owner, 'commitImport', {
      params,
      body: { validationId, fileMappings: [], conflictResolutions: [] },
    })
    assert.equal(answer.success, false)
  })
})

describe('formats 5: descriptions', () => {
  const described = (text: string) => `# ${text}\nk=v\n`

  test('come to keys without one, and take the place of others only where that is asked for', async () => {
    const { params, commit, keys } = await freshProject()
    const description = async () => (await keys()).get('k')?.description
    await service.ok(owner, 'createKey', { params, body: { key: 'k' } })
    await commit([fileOf('messages_de.properties', described('First'))])
    assert.equal(await description(), 'First')
    await commit([fileOf('messages_de.properties', described('Second'))])
    assert.equal(await description(), 'First')
    const { committed } = await commit([
      { ...fileOf('messages_de.properties', described('Third')), formatOptions: { descriptions: 'overwrite' } },
    ])
    assert.equal(await description(), 'Third')
    const { activity } = await service.ok(owner, 'listActivity', { params, query: { limit: 10 } })
    const told = activity.find(({ event, id }) => event === 'key.updated' && id >= (committed.changes?.fromId ?? 0))
    assert.deepEqual([told?.before, told?.after], [{ description: 'First' }, { description: 'Third' }])
  })
})

describe('formats 3: source texts beside translations', () => {
  const file = (options?: Record<string, string>) => ({
    ...fileOf(
      'de.xlf',
      xliff(unit('old', 'Old in the file', '<target>Alt</target>'), unit('new', 'New', '<target>Neu</target>')),
    ),
    ...(options ? { formatOptions: options } : {}),
  })
  const sources = async (options?: Record<string, string>, files: SentFile[] = []) => {
    const { params, commit, valuesOf } = await freshProject()
    const body = { key: 'old', translations: { en: { value: 'Old here', status: 'translated' } } }
    await service.ok(owner, 'createKey', { params, body })
    await commit([file(options), ...files])
    const [old, fresh] = [await valuesOf('old'), await valuesOf('new')]
    return [old['en']?.[0] ?? null, fresh['en']?.[0] ?? null, old['de']?.[0], fresh['de']?.[0]]
  }

  test('are written for the keys that the import creates', async () => {
    assert.deepEqual(await sources(), ['Old here', 'New', 'Alt', 'Neu'])
    assert.deepEqual(await sources({ source: 'create' }), ['Old here', 'New', 'Alt', 'Neu'])
  })
  test('for all keys', async () => {
    assert.deepEqual(await sources({ source: 'overwrite' }), ['Old in the file', 'New', 'Alt', 'Neu'])
  })
  test('for none', async () => {
    assert.deepEqual(await sources({ source: 'ignore' }), ['Old here', null, 'Alt', 'Neu'])
  })
  test('a file in the source language knows better', async () => {
    assert.deepEqual(await sources({}, [fileOf('en.json', { new: 'From JSON' })]), [
      'Old here',
      'From JSON',
      'Alt',
      'Neu',
    ])
  })

  test('stand for empty texts of a file in the source language, which are in the way of nothing', async () => {
    const { params, commit, valuesOf } = await freshProject()
    const body = { key: 'b', translations: { en: { value: 'Here', status: 'translated' } } }
    await service.ok(owner, 'createKey', { params, body })
    const file = fileOf('en.po', po('msgid "a"\nmsgstr ""', 'msgid "b"\nmsgstr ""', 'msgid "c"\nmsgstr "See"'))
    const { validated } = await commit([file], { defaultConflictResolution: 'use_imported' })
    assert.equal(validated.summary.totalConflicts, 0)
    assert.deepEqual(await Promise.all(['a', 'b', 'c'].map(async (key) => (await valuesOf(key))['en']?.[0])), [
      'a',
      'Here',
      'See',
    ])
  })

  test('are not written by those who may not see the source language', async () => {
    const { commit, valuesOf, dataOf } = await freshProject()
    const german = await join(service, owner, orgId, 'developer', ['de'])
    const { validated, committed } = await commit(
      [file({ source: 'overwrite' }), fileOf('more/de.po', po('#: a.c:1\nmsgid "po"\nmsgstr "x"'))],
      { by: german },
    )
    assert.deepEqual(
      validated.files.map(({ detection }) => detection.warnings.filter(({ code }) => !code).length),
      [1, 3],
    )
    assert.equal(committed.warnings.length, 3)
    assert.deepEqual(await valuesOf('new'), { de: ['Neu', 'not_reviewed'] })
    assert.deepEqual(await dataOf('po'), {})
  })

  test('in another language than that of the project are left out, with a warning', async () => {
    const { commit, valuesOf } = await freshProject('fr')
    const { validated } = await commit([file()])
    assert.deepEqual(await valuesOf('new'), { de: ['Neu', 'not_reviewed'] })
    assert.deepEqual(
      validated.files[0]?.detection.warnings.map(({ code }) => code),
      ['locale_mismatch'],
    )
    const american = await freshProject('en-US')
    await american.commit([file()])
    assert.equal((await american.valuesOf('new'))['en-US']?.[0], 'New')
  })

  test('have the forms of the source language', async () => {
    const { commit, valuesOf } = await freshProject('ru')
    await commit([fileOf('de.po', po('msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[1] "d"'))])
    assert.equal((await valuesOf('a'))['ru']?.[0], '{count, plural, one {a} few {b} many {b} other {b}}')
  })

  test('what they ask for is known', async () => {
    const { params, commit } = await freshProject()
    await commit([fileOf('de.xlf', xliff(unit('hi', 'Hi {name}', '<target>Hallo {name}</target>')))])
    const types = await service.ok(owner, 'listTypes', { params, query: { hasParams: true } })
    assert.deepEqual(
      types.keys.map(({ key, params: asked }) => [key, asked.map(({ name }) => name)]),
      [['hi', ['name']]],
    )
  })
})

describe('formats 5: statuses', () => {
  const final = (name: string, text: string) =>
    unit(name, 'x', `<target state="final">${text}</target>`, '', ' approved="yes"')

  test('come as the file says them', async () => {
    const { commit, valuesOf } = await freshProject()
    await commit([
      fileOf(
        'de.xlf',
        xliff(
          final('a', 'fertig'),
          unit('b', 'x', '<target state="translated">offen</target>'),
          unit('c', 'x', '<target state="new">x</target>'),
        ),
      ),
    ])
    assert.deepEqual((await valuesOf('a'))['de'], ['fertig', 'translated'])
    assert.deepEqual((await valuesOf('b'))['de'], ['offen', 'not_reviewed'])
    assert.equal((await valuesOf('c'))['de']?.[1], 'not_translated')
  })

  test('a text that is not translated yet stays, unless it is only that of the source language', async () => {
    const { commit, valuesOf } = await freshProject()
    const waiting = (name: string, text: string) =>
      unit(name, 'Hi', `<target state="needs-translation">${text}</target>`)
    await commit([fileOf('de.xlf', xliff(waiting('a', 'Hallo'), waiting('b', 'Hi')))])
    assert.deepEqual((await valuesOf('a'))['de'], ['Hallo', 'not_translated'])
    assert.deepEqual((await valuesOf('b'))['de'], ['', 'not_translated'])
    await commit([fileOf('de.xlf', xliff(final('a', 'Hallo')))])
    assert.deepEqual((await valuesOf('a'))['de'], ['Hallo', 'translated'])
  })

  test('a text that is there is approved, and never the other way round', async () => {
    const { commit, valuesOf } = await freshProject()
    await commit([fileOf('de.json', { a: 'fertig' })])
    const { committed } = await commit([fileOf('de.xlf', xliff(final('a', 'fertig')))])
    assert.deepEqual(committed.results, { added: 0, updated: 1, skipped: 0 })
    assert.deepEqual((await valuesOf('a'))['de'], ['fertig', 'translated'])
    await commit([fileOf('de.xlf', xliff(unit('a', 'x', '<target state="translated">fertig</target>')))])
    assert.deepEqual((await valuesOf('a'))['de'], ['fertig', 'translated'])
  })

  test('who may write may also bring reviewed texts, as with any other write', async () => {
    const { params, commit, valuesOf } = await freshProject()
    const importer = await createApiKey(service, owner, params.projectId, ['translations:read', 'translations:write'])
    await commit([fileOf('de.xlf', xliff(final('a', 'fertig')))], { by: importer })
    assert.deepEqual((await valuesOf('a'))['de'], ['fertig', 'translated'])
  })

  test('where errors keep a text from being called translated, they keep it from that here, too', async () => {
    const { params, commit, valuesOf } = await freshProject()
    await service.ok(owner, 'updateQa', { params, body: { checks: {}, blockReview: true } })
    const { committed } = await commit([
      fileOf(
        'de.xlf',
        xliff(
          final('ok', 'y'),
          unit('bad', 'Hi {name}', '<target state="final">Hallo</target>', '', ' approved="yes"'),
        ),
      ),
    ])
    assert.deepEqual((await valuesOf('ok'))['de'], ['y', 'translated'])
    assert.deepEqual((await valuesOf('bad'))['de'], ['Hallo', 'not_reviewed'])
    assert.deepEqual(
      committed.warnings.map(({ filename, key }) => [filename, key]),
      [['de.xlf', 'bad']],
    )
  })
})

describe('formats 2: format data', () => {
  test('takes the place of what its family said before', async () => {
    const { params, commit, keys, dataOf } = await freshProject()
    await commit([fileOf('de.po', po('#: a.c:1\nmsgid "k"\nmsgstr "x"'))])
    const before = await dataOf('k')
    assert.deepEqual(Object.keys(before), ['po'])
    const keyId = (await keys()).get('k')?.id ?? 0
    await service.ok(owner, 'putFormatData', { params: { ...params, keyId }, body: { ...before, arb: { a: 1 } } })
    await commit([fileOf('de.po', po('#: b.c:2\nmsgid "k"\nmsgstr "x"'))])
    const after = await dataOf('k')
    assert.deepEqual(after['arb'], { a: 1 })
    assert.match(JSON.stringify(after['po']), /b\.c:2/)
    assert.doesNotMatch(JSON.stringify(after['po']), /a\.c:1/)
  })

  test('of other languages stays, whoever is right about the rest', async () => {
    const { commit, dataOf } = await freshProject()
    const merged = (locale: string, comment: string) =>
      fileOf(`${locale}.po`, po(`${comment}\n#: ${locale}.c:1\nmsgid "k"\nmsgstr "x"`))
    await commit([merged('de', '# German'), merged('en', '# English')])
    assert.deepEqual(await dataOf('k'), {
      po: { references: ['en.c:1'], comments: { de: ['German'], en: ['English'] } },
    })
    await commit([merged('de', '# Anew')])
    assert.deepEqual(await dataOf('k'), { po: { references: ['de.c:1'], comments: { de: ['Anew'], en: ['English'] } } })
    await commit([merged('de', '#. Nothing more')])
    assert.deepEqual(await dataOf('k'), { po: { references: ['de.c:1'], comments: { en: ['English'] } } })
  })

  test('is added to whatever anybody has put there', async () => {
    const { params, commit, keys, dataOf } = await freshProject()
    for (const [at, there] of [[1], 'x', null, { comments: 1 }, { comments: { de: 1, en: [] } }].entries()) {
      const key = `k${at}`
      await service.ok(owner, 'createKey', { params, body: { key } })
      const keyId = (await keys()).get(key)?.id ?? 0
      await service.ok(owner, 'putFormatData', { params: { ...params, keyId }, body: { po: there } })
      await commit([fileOf('de.po', po(`# New\nmsgid "${key}"\nmsgstr "x"`))])
      assert.match(JSON.stringify(await dataOf(key)), /"de":\["New"\]/)
    }
  })

  test('that is too large is left out, with a warning', async () => {
    const { commit, dataOf, valuesOf } = await freshProject()
    const references = Array.from({ length: 2_000 }, (_, at) => `#: file${at}.c:1`).join('\n')
    const { validated } = await commit([fileOf('de.po', po(`${references}\nmsgid "k"\nmsgstr "x"`))])
    const codes = validated.files[0]?.detection.warnings.map(({ code }) => code)
    assert.deepEqual(codes, ['format_data_too_large'])
    assert.equal((await valuesOf('k'))['de']?.[0], 'x')
    assert.equal(JSON.stringify(await dataOf('k')).length < 8192, true)
  })
})

describe('formats 7: placeholders are converted on request', () => {
  const convert = (file: SentFile): SentFile => ({ ...file, placeholders: 'convert' })

  test('a key of its own, with the spellings that it had', async () => {
    const { commit, keys, valuesOf, dataOf } = await freshProject()
    await commit([
      convert(
        fileOf(
          'de.po',
          po(
            '#, c-format\nmsgid "%s of %s"\nmsgstr "%2$s: %1$s"',
            '#, python-format\nmsgid "%(n)d files"\nmsgstr "%(n)d Dateien"',
          ),
        ),
      ),
    ])
    assert.deepEqual(await valuesOf('%s of %s'), {
      en: ['{0} of {1}', 'not_reviewed'],
      de: ['{1}: {0}', 'not_reviewed'],
    })
    assert.equal((await keys()).get('%s of %s')?.syntax, null)
    assert.equal((await valuesOf('%(n)d files'))['de']?.[0], '{n, number} Dateien')
    assert.ok((await dataOf('%s of %s'))['tokens'])
  })

  test('numbers are those of the source text that is there', async () => {
    const { params, commit, valuesOf } = await freshProject()
    const translations = { en: { value: '{user} on {day}', status: 'translated' } }
    await service.ok(owner, 'createKey', { params, body: { key: 'k', translations } })
    await commit([{ ...convert(fileOf('de.json', { k: 'Am %2$s: %1$s' })), syntax: 'printf' }])
    assert.equal((await valuesOf('k'))['de']?.[0], 'Am {day}: {user}')
  })

  test('what cannot be said keeps the whole key, in all languages', async () => {
    const { commit, keys, valuesOf } = await freshProject()
    const { validated } = await commit([
      { ...convert(fileOf('en.json', { k: '%5d of %s', l: '%s' })), syntax: 'printf' },
      { ...convert(fileOf('de.json', { k: '%s', l: '%s' })), syntax: 'printf' },
    ])
    assert.deepEqual(await valuesOf('k'), { en: ['%5d of %s', 'not_reviewed'], de: ['%s', 'not_reviewed'] })
    assert.deepEqual([(await keys()).get('k')?.syntax, (await keys()).get('l')?.syntax], ['printf', null])
    assert.deepEqual(
      validated.files.map(({ detection: { warnings } }) => warnings.map(({ key, code }) => [key, code])),
      [[['k', 'value_not_convertible']], [['k', 'value_not_convertible']]],
    )
  })

  test('a key that is there in another syntax stays in it', async () => {
    const { params, commit, keys, valuesOf } = await freshProject()
    await service.ok(owner, 'createKey', { params, body: { key: 'k', syntax: 'printf' } })
    await commit([{ ...convert(fileOf('de.json', { k: '%s' })), syntax: 'printf' }])
    assert.equal((await valuesOf('k'))['de']?.[0], '%s')
    assert.equal((await keys()).get('k')?.syntax, 'printf')
  })

  test('a plural', async () => {
    const { commit, keys, valuesOf } = await freshProject()
    const plural = 'msgid "one file"\nmsgid_plural "%d files"\nmsgstr[0] "eine Datei"\nmsgstr[1] "%d Dateien"'
    await commit([convert(fileOf('de.po', po(`#, c-format\n${plural}`)))])
    const [key] = (await keys()).keys()
    assert.equal((await valuesOf(key ?? ''))['de']?.[0], '{count, plural, one {eine Datei} other {# Dateien}}')
    assert.equal((await keys()).get(key ?? '')?.isPlural, true)
  })
})
