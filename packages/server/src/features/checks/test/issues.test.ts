import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits } from '@parlance/contract'
import { join } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { longestTurn } from '../../../../test/longest-turn.ts'
import { onThisMachine } from '../../../../test/this-machine.ts'
import { createCheckScene } from './check-scene.ts'

const service = await startService()

describe('qa 3 a finding', () => {
  test('tells where it stands, what was found, and since when; as long as it lasts its id is the same', async () => {
    const { writeChecked, only, put, look, projectId, owner } = await createCheckScene(service)
    const keyId = await writeChecked('cart.items', { en: 'Hello {name}', de: 'Hallo', fr: 'Bonjour {name}' })
    const detectedAt = service.clock.now().toISOString()
    const { translations } = await service.ok(owner, 'getKeyById', { params: { projectId, keyId } })
    const issue = await only('placeholder_missing', 'de')
    const { id, message, ...told } = issue
    assert.match(id, /^iss_[0-9a-f]{32}$/)
    assert.ok(message.includes('{name}'))
    assert.deepEqual(told, {
      check: 'placeholder_missing',
      severity: 'error',
      state: 'open',
      keyId,
      key: 'cart.items',
      namespace: 'default',
      locale: 'de',
      translationId: translations['de']?.id,
      branch: null,
      params: { placeholder: '{name}' },
      start: null,
      end: null,
      fix: null,
      ignored: null,
      detectedAt,
    })
    service.clock.advance(60_000)
    await put(keyId, 'de', 'Guten Tag')
    await look()
    assert.deepEqual(await only('placeholder_missing', 'de'), issue)
  })

  test('of a message names its branch; where it stands in the value, and how it is mended, is told', async () => {
    const { writeChecked, only, put, look, list } = await createCheckScene(service)
    const source = '{count, plural, one {# item of {name}} other {# items of {name}}}'
    const value = '{count, plural, one {# Ding} other {# Dinge von {name}}}'
    await writeChecked('items', { en: source, de: value }, { isPlural: true })
    assert.equal((await only('placeholder_missing', 'de')).branch, 'count.one')
    const keyId = await writeChecked('spaces', { en: 'Wait a moment', fr: 'Un  moment' })
    const { start, end, fix } = await only('double_space', 'fr')
    assert.deepEqual([start, end, fix], [2, 4, { value: 'Un moment' }])
    await put(keyId, 'fr', fix?.value ?? '')
    await look()
    assert.deepEqual(await list({ keyIds: [keyId], state: 'all' }), [])
  })
})

describe('qa 4 GET issues', () => {
  test('errors first, then by key, language, check and branch, page by page', async () => {
    const { writeChecked, write, list, owner, params } = await createCheckScene(service)
    // Made in another order than that of their names.
    await write('b', { en: 'Wait 30 days {name}', de: 'Warte  Tage', fr: 'Attendez  30 jours' })
    await write('Z', { en: 'Wait 10 or 20 days', de: 'Warte Tage' })
    const plural = '{n, plural, one {# of {a} and {b}} other {# of {a} and {b}}}'
    await writeChecked('a', { en: plural, de: '{n, plural, one {#} other {#}}' }, { isPlural: true })
    const all = await list()
    const lines = all.map(({ key, locale, check, branch, params }) =>
      [key, locale, check, branch, ...Object.values(params)].join(' '),
    )
    assert.deepEqual(lines.slice(0, 6).sort(), [
      'a de placeholder_missing n.one {a}',
      'a de placeholder_missing n.one {b}',
      'a de placeholder_missing n.other {a}',
      'a de placeholder_missing n.other {b}',
      'b de placeholder_missing  {name}',
      'b fr placeholder_missing  {name}',
    ])
    const places = all.slice(0, 6).map(({ key, locale, branch }) => `${key} ${locale} ${branch}`)
    assert.deepEqual(places, places.toSorted())
    assert.deepEqual(lines.slice(6, 8).sort(), ['Z de numbers  10', 'Z de numbers  20'])
    assert.deepEqual(lines.slice(8), ['b de double_space ', 'b de numbers  30', 'b fr double_space '])
    const walked = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { limit: 2, ...(cursor ? { cursor } : {}) }
      const page = await service.ok(owner, 'listIssues', { params, query })
      assert.equal(page.hasMore, page.nextCursor !== null)
      walked.push(...page.issues)
      cursor = page.nextCursor
    }
    assert.deepEqual(walked, all)
  })

  test('is narrowed by checks, severities, languages, namespaces, keys and state, all of them together', async () => {
    const { write, writeChecked, list, owner, orgId, only, params } = await createCheckScene(service)
    const one = await write('one', { en: 'Hello {name}', de: 'Hallo', fr: 'Salut' })
    const two = await writeChecked('two', { en: 'Wait 30 days', de: 'Warte  Tage' }, { namespace: 'shop' })
    const { namespaces } = await service.ok(owner, 'listNamespaces', { params })
    const shop = namespaces.find(({ name }) => name === 'shop')?.id
    const { id } = await only('numbers', 'de')
    await service.ok(owner, 'ignoreIssues', { params, body: { ids: [id], reason: 'As agreed', scope: 'value' } })
    const found = async (query: Record<string, unknown>) =>
      (await list(query)).map(({ key, locale, check }) => `${key} ${locale} ${check}`)
    const [missing, salut, space, number] = [
      'one de placeholder_missing',
      'one fr placeholder_missing',
      'two de double_space',
      'two de numbers',
    ]
    assert.deepEqual(await found({}), [missing, salut, space])
    assert.deepEqual(await found({ state: 'ignored' }), [number])
    assert.deepEqual(await found({ state: 'all' }), [missing, salut, space, number])
    assert.deepEqual(await found({ checks: 'numbers,double_space' }), [space])
    assert.deepEqual(await found({ severities: ['warning'], state: 'all' }), [space, number])
    assert.deepEqual(await found({ localeCodes: 'FR,es' }), [salut])
    assert.deepEqual(await found({ localeCodes: 'es' }), [])
    assert.deepEqual(await found({ namespaceIds: shop }), [space])
    assert.deepEqual(await found({ keyIds: [one, 999_999], localeCodes: 'de' }), [missing])
    assert.deepEqual(await found({ keyIds: [two], severities: ['error'] }), [])
    const french = await join(service, owner, orgId, 'viewer', ['fr'])
    assert.deepEqual(
      (await list({ state: 'all' }, french)).map(({ locale }) => locale),
      ['fr'],
    )
    await service.refused(french, 'listIssues', { params, query: { localeCodes: 'de' } }, 'localeForbidden')
  })

  test('422: unknown checks, severities and states, and limits beyond 1 to 100; 400 for a cursor of others', async () => {
    const { owner, params } = await createCheckScene(service)
    const refuse = (query: Record<string, unknown>, field: string) =>
      service.refused(owner, 'listIssues', { params, query }, 'validationError', { field })
    await refuse({ checks: 'numbers,spelling' }, 'checks.1')
    await refuse({ severities: 'off' }, 'severities.0')
    await refuse({ state: 'closed' }, 'state')
    await refuse({ limit: 0 }, 'limit')
    await refuse({ limit: 101 }, 'limit')
    await refuse({ keyIds: 'x' }, 'keyIds.0')
    await service.refused(owner, 'listIssues', { params, query: { cursor: 'x' } }, 'invalidCursor')
  })
})

describe('qa 4, 7 POST qa/preview', () => {
  const missing = { check: 'placeholder_missing', severity: 'error', branch: null, params: { placeholder: '{name}' } }
  const nowhere = { id: null, state: 'open', ignored: null, detectedAt: null }

  test('tells what would be found in a value of a key, and writes nothing', async () => {
    const { write, owner, params, look, list } = await createCheckScene(service)
    const keyId = await write('greeting', { en: 'Hello {name}', de: 'Hallo {name}' })
    await look()
    const items = [
      { keyId, locale: 'DE', value: 'Hallo' },
      { keyId, locale: 'fr', value: 'Salut  {name}' },
      { keyId, locale: 'en', value: 'Hi' },
      { keyId, locale: 'de', value: '' },
    ]
    const { results } = await service.ok(owner, 'previewIssues', { params, body: { items } })
    const [[german, ...others] = [], [french] = [], ...nothing] = results.map(({ issues }) => issues)
    assert.deepEqual([others, nothing], [[], [[], []]])
    const { message, translationId, ...told } = german ?? assert.fail()
    assert.ok(message && translationId)
    const place = { keyId, key: 'greeting', namespace: 'default' }
    assert.deepEqual(told, { ...nowhere, ...missing, ...place, locale: 'de', start: null, end: null, fix: null })
    assert.deepEqual(
      [french?.check, french?.translationId, french?.fix],
      ['double_space', null, { value: 'Salut {name}' }],
    )
    assert.deepEqual(await list({ state: 'all' }), [])
  })

  test('takes texts without a key, among items and as the whole body, with their syntax, plural and length', async () => {
    const { owner, params } = await createCheckScene(service)
    const preview = async (body: unknown) => (await service.ok(owner, 'previewIssues', { params, body })).results
    const text = { source: 'Hello {name}', locale: 'de', value: 'Hallo' }
    const [alone] = await preview(text)
    assert.deepEqual(alone?.issues.length, 1)
    const { message, ...told } = alone?.issues[0] ?? assert.fail()
    const place = { keyId: null, key: null, namespace: null, translationId: null, locale: 'de' }
    assert.deepEqual(told, { ...nowhere, ...missing, ...place, start: null, end: null, fix: null })
    assert.deepEqual(await preview({ items: [text] }), [alone])
    // Fields that nobody asked for are ignored, whatever they hold.
    assert.deepEqual(await preview({ ...text, keyId: 'x' }), [alone])
    const checksOf = async (body: unknown) => (await preview(body))[0]?.issues.map(({ check }) => check)
    assert.deepEqual(await checksOf({ ...text, syntax: 'printf' }), [])
    assert.deepEqual(await checksOf({ source: 'Hello %s', locale: 'de', value: 'Hallo', syntax: 'printf' }), [
      'placeholder_missing',
    ])
    assert.deepEqual(await checksOf({ ...text, value: '{', isPlural: true }), ['icu_syntax'])
    for (const lengthHint of ['8ch', 8])
      assert.deepEqual(await checksOf({ source: 'Hello there', locale: 'de', value: 'Hallo Leute', lengthHint }), [
        'exceeds_space',
      ])
    for (const lengthHint of ['20ch', null, 'wide'])
      assert.deepEqual(await checksOf({ source: 'Hello there', locale: 'de', value: 'Hallo Leute', lengthHint }), [])
    assert.deepEqual(await checksOf({ ...text, locale: 'en' }), [])
  })

  test('goes by the settings of the project', async () => {
    const { owner, params } = await createCheckScene(service)
    const body = { checks: { placeholder_missing: { severity: 'off', localeSeverities: { fr: 'warning' } } } }
    await service.ok(owner, 'updateQa', { params, body })
    const items = ['de', 'fr'].map((locale) => ({ source: 'Hello {name}', locale, value: 'Salut' }))
    const { results } = await service.ok(owner, 'previewIssues', { params, body: { items } })
    assert.deepEqual(
      results.map(({ issues }) => issues.map(({ severity }) => severity)),
      [[], ['warning']],
    )
  })

  test('knows the glossary, the other keys of the project, and whether a stored text is outdated', async () => {
    const { owner, orgId, params, project, write, writeChecked, put } = await createCheckScene(service)
    const de = project.locales.find(({ code }) => code === 'de')?.id
    const term = { term: 'cart', translations: [{ localeId: de, text: 'Warenkorb' }] }
    await service.ok(owner, 'createTerm', { params: { orgId }, body: term })
    const body = { checks: { inconsistent: { severity: 'warning' } } }
    await service.ok(owner, 'updateQa', { params, body })
    const keyId = await write('one', { en: 'Open your cart now', de: 'Warenkorb jetzt öffnen' })
    // Which keys have the same source is known of those that were looked at.
    const twin = await writeChecked('two', { en: 'Open your cart now', de: 'Warenkorb jetzt öffnen' })
    const found = async (value: string, id = keyId) => {
      const items = [{ keyId: id, locale: 'de', value }]
      const { results } = await service.ok(owner, 'previewIssues', { params, body: { items } })
      return results[0]?.issues.map(({ check }) => check)
    }
    assert.deepEqual(await found('Warenkorb jetzt öffnen'), [])
    assert.deepEqual(await found('Warenkorb sofort öffnen'), ['inconsistent'])
    assert.deepEqual(await found('Korb jetzt öffnen'), ['glossary_missing', 'inconsistent'])
    service.clock.advance(1000)
    await put(twin, 'en', 'Open your cart at once')
    assert.deepEqual(await found('Warenkorb jetzt öffnen', twin), ['outdated'])
    assert.deepEqual(await found('Warenkorb sofort öffnen', twin), [])
  })

  test('says what somebody has ignored in the value before, and in which text does not matter', async () => {
    const { owner, params, writeChecked, only } = await createCheckScene(service)
    const keyId = await writeChecked('greeting', { en: 'Hello {name}', de: 'Hallo' })
    const { id } = await only('placeholder_missing', 'de')
    const ignore = { ids: [id], reason: 'no names in German', scope: 'value' }
    await service.ok(owner, 'ignoreIssues', { params, body: ignore })
    const ignored = (await only('placeholder_missing', 'de')).ignored
    const items = ['de', 'fr'].map((locale) => ({ keyId, locale, value: 'Salut' }))
    const { results } = await service.ok(owner, 'previewIssues', { params, body: { items } })
    assert.deepEqual(
      results.map(({ issues }) => issues.map((issue) => [issue.check, issue.state, issue.ignored, issue.id])),
      [[['placeholder_missing', 'ignored', ignored, null]], [['placeholder_missing', 'open', null, null]]],
    )
    assert.equal(ignored?.reason, ignore.reason)
  })

  test('refuses what is no text, no key and no language of the project', async () => {
    const { owner, orgId, params, projectId, write } = await createCheckScene(service)
    const keyId = await write('there', { en: 'There' })
    const deleted = await write('gone', { en: 'Gone' })
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: deleted } })
    const elsewhere = await (await createCheckScene(service)).write('elsewhere', { en: 'Elsewhere' })
    const item = { keyId, locale: 'de', value: 'Da' }
    const text = { source: 'There', locale: 'de', value: 'Da' }
    const refuse = (body: unknown, situation: Parameters<typeof service.refused>[3], field?: string, by = owner) =>
      service.refused(by, 'previewIssues', { params, body }, situation, field === undefined ? undefined : { field })
    for (const id of [deleted, elsewhere, 999_999])
      await refuse({ items: [item, { ...item, keyId: id }] }, 'keyNotFound')
    for (const locale of ['es', 'no code']) {
      await refuse({ items: [{ ...item, locale }] }, 'localeNotEnabled')
      await refuse({ ...text, locale }, 'localeNotEnabled')
    }
    await refuse({}, 'fieldRequired', 'items')
    await refuse({ items: [] }, 'validationError', 'items')
    await refuse({ items: Array.from({ length: 101 }, () => item) }, 'validationError', 'items')
    await refuse({ items: [item, { locale: 'de', value: 'Da' }] }, 'fieldRequired', 'items.1.keyId')
    await refuse({ items: [{ ...text, keyId: 'x' }] }, 'validationError', 'items.0.keyId')
    await refuse({ items: [{ source: 'There', value: 'Da' }] }, 'fieldRequired', 'items.0.locale')
    await refuse({ source: 'There', locale: 'de' }, 'fieldRequired', 'value')
    await refuse({ ...text, syntax: 'basic' }, 'validationError', 'syntax')
    await refuse({ ...text, isPlural: 'no' }, 'validationError', 'isPlural')
    await refuse({ ...text, value: 'x'.repeat(limits.value + 1) }, 'fieldTooLong', 'value')
    const french = await join(service, owner, orgId, 'viewer', ['fr'])
    for (const body of [{ items: [item] }, text, { ...text, locale: 'es' }]) {
      await service.refused(french, 'previewIssues', { params, body }, 'localeForbidden')
    }
  })

  test('takes a hundred of the longest texts, and nobody waits for it', async () => {
    const { owner, params } = await createCheckScene(service)
    const value = 'Lorem ipsum.'.repeat(limits.value / 12)
    const items = Array.from({ length: 100 }, () => ({ source: 'Lorem', locale: 'de', value }))
    const body = JSON.stringify({ items })
    const turn = await longestTurn(() => service.ok(owner, 'previewIssues', { params, body }))
    assert.ok(turn < onThisMachine(100), `${turn} ms at a stretch`)
  })
})
