import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createApiKey, createScene, join } from '../../../../test/factories.ts'
import { type Caller, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const french = await join(service, owner, orgId, 'developer', ['fr'])
const frenchKey = await createApiKey(service, french, projectId, ['translations:read'])
const params = { projectId }

const value = (text: string, status = 'translated') => ({ value: text, status })
const createProject = async () => {
  const body = { name: 'S', sourceLocale: 'en', locales: ['de', 'fr'] }
  return (await service.ok(owner, 'createProject', { params: { orgId }, body })).id
}
const createKey = (key: string, translations: object = {}, at = projectId) =>
  service.ok(owner, 'createKey', { params: { projectId: at }, body: { key, translations } })
/** The names of the keys that a search finds, which the list and the ids must agree on. */
async function search(needle: string, at = projectId, caller: Caller = owner) {
  const request = { params: { projectId: at }, query: { search: needle } }
  const { data } = await service.ok(caller, 'listKeys', { ...request, query: { ...request.query, limit: 100 } })
  const { ids, count } = await service.ok(caller, 'listKeyIds', request)
  assert.deepEqual(new Set(ids), new Set(data.map(({ id }) => id)))
  assert.deepEqual([count, ids.length], [data.length, data.length])
  return data.map(({ key }) => key)
}

describe('search looks at', () => {
  test('the name of a key and any of its values, and finds the key with all of them', async () => {
    const at = await createProject()
    await createKey('checkout.button', { en: value('Pay now'), de: value('Jetzt zahlen'), fr: value('Payer') }, at)
    await createKey('cart.title', { en: value('Cart') }, at)
    for (const needle of ['checkout', 'button', 'Pay now', 'zahlen', 'payer', 't.b', 'checkout.button']) {
      assert.deepEqual(await search(needle, at), ['checkout.button'], needle)
    }
    assert.deepEqual(await search('ca', at), ['cart.title'])
    assert.deepEqual(await search('t', at), ['cart.title', 'checkout.button'])
    const { data } = await service.ok(owner, 'listKeys', { params: { projectId: at }, query: { search: 'zahlen' } })
    assert.deepEqual(Object.keys(data[0]?.translations ?? {}).sort(), ['de', 'en', 'fr'])
  })

  test('neither the description, the namespace, nor two values in a row', async () => {
    const at = await createProject()
    const body = {
      key: 'k',
      namespace: 'spaced',
      description: 'described',
      translations: { de: value('ab'), en: value('cd') },
    }
    await service.ok(owner, 'createKey', { params: { projectId: at }, body })
    for (const needle of ['spaced', 'described', 'abcd', 'cdab', 'bc', 'kab']) {
      assert.deepEqual(await search(needle, at), [], needle)
    }
  })

  test('neither deleted keys, overwritten and cleared texts, nor languages that left the project', async () => {
    const at = await createProject()
    const gone = await createKey('gone', { de: value('verloren') }, at)
    await service.ok(owner, 'deleteKey', { params: { projectId: at, keyId: gone.id } })
    const { id } = await createKey('kept', { de: value('verloren'), fr: value('perdu') }, at)
    const put = { params: { projectId: at, key: 'kept' }, body: { locale: 'de', value: 'neu' } }
    await service.ok(owner, 'putValue', put)
    const clear = { keyIds: [id], localeCodes: ['fr'] }
    await service.ok(owner, 'batchClearValues', { params: { projectId: at }, body: clear })
    for (const needle of ['verloren', 'perdu']) assert.deepEqual(await search(needle, at), [])
    assert.deepEqual(await search('neu', at), ['kept'])
    await service.ok(owner, 'removeProjectLocale', { params: { projectId: at, code: 'de' } })
    assert.deepEqual(await search('neu', at), [])
    await service.ok(owner, 'addProjectLocale', { params: { projectId: at }, body: { code: 'de' } })
    assert.deepEqual(await search('neu', at), ['kept'])
  })

  test('any value, whatever languages localeCodes narrows the answer to', async () => {
    const at = await createProject()
    await createKey('named', { de: value('gesucht') }, at)
    const find = async (query: object) => {
      const { data } = await service.ok(owner, 'listKeys', { params: { projectId: at }, query: { ...query } })
      return data.length
    }
    for (const localeCodes of ['de', 'fr', 'de,fr']) {
      assert.equal(await find({ search: 'gesucht', localeCodes }), 1)
      assert.equal(await find({ search: 'named', localeCodes }), 1)
    }
  })

  test('new keys, new names and new values at once', async () => {
    const at = await createProject()
    const { id } = await createKey('fresh one', {}, at)
    assert.deepEqual(await search('fresh', at), ['fresh one'])
    const request = { params: { projectId: at, keyId: id }, body: { key: 'renamed one' } }
    await service.ok(owner, 'updateKey', request)
    assert.deepEqual([await search('fresh', at), await search('renamed', at)], [[], ['renamed one']])
  })
})

describe('search ignores case', () => {
  const pairs: [string, string[]][] = [
    ['Straße', ['straße', 'STRAßE', 'STRAẞE', 'aß']],
    ['ÉCOLE', ['école', 'École', 'ÉC', 'é']],
    ['école', ['ÉCOLE', 'É']],
    ['Яблоко', ['яблоко', 'ЯБЛОКО', 'я', 'ОКО']],
    ['İstanbul', ['İSTANBUL', 'İstanbul', 'istanbul', 'İ', 'STANBUL']],
    ['ΟΔΟΣ', ['οδος', 'οδοσ', 'ΟΔΟΣ', 'ς', 'σ', 'Σ']],
    ['οδος', ['ΟΔΟΣ', 'οδοσ', 'Σ', 'σ']],
    ['Ωμέγα', ['ωΜΈΓΑ', 'ω']],
    ['ǅungla', ['ǆungla', 'ǄUNGLA']],
    ['𐐀𐐁', ['𐐨𐐩', '𐐀𐐩']],
    ['ＡＢＣ', ['ａｂｃ']],
  ]

  for (const [text, needles] of pairs) {
    test(`${text} is found by ${needles.join(', ')}, as a name and as a value`, async () => {
      const at = await createProject()
      await createKey(text, {}, at)
      await createKey('as a value', { de: value(`<<${text}>>`) }, at)
      await createKey('unrelated', { de: value('---') }, at)
      for (const needle of needles) {
        assert.deepEqual((await search(needle, at)).sort(), ['as a value', text].sort(), needle)
      }
    })
  }
})

describe('search takes every character for itself', () => {
  const texts = [
    '100%',
    '100',
    'a_b',
    'axb',
    'a\\b',
    'ab',
    '\\',
    '%',
    '_',
    "it's",
    '"quoted"',
    '$1 $& $$',
    '(a+)+$',
    '[a-z]*',
    'a  b',
    ' a b ',
    'tab\there',
    'line\nbreak',
    '購物車',
    '購',
    '🦜',
    '👩‍👩‍👧',
    '👩',
    'e\u0301',
    '{name}',
    '<b>',
    '&amp;',
    "'; drop table keys; --",
    '||',
    '\u202e',
  ]

  test('names and values are found by every part of theirs, and by nothing else', async () => {
    const at = await createProject()
    await Promise.all(
      texts.flatMap((text, n) => [createKey(text, {}, at), createKey(`value ${n}`, { fr: value(text) }, at)]),
    )
    const needles = new Set(texts.flatMap((text) => [text, ...[...text].slice(0, 3), [...text].slice(-2).join('')]))
    const haystacks = texts.flatMap(
      (text, n) =>
        [
          [text, [text]],
          [`value ${n}`, [`value ${n}`, text]],
        ] as [string, string[]][],
    )
    const contains = (needle: string) => (text: string) => text.toLowerCase().includes(needle.toLowerCase())
    for (const needle of needles) {
      const expected = haystacks.filter(([, parts]) => parts.some(contains(needle))).map(([key]) => key)
      assert.deepEqual((await search(needle, at)).sort(), expected.sort(), JSON.stringify(needle))
    }
  })

  test('any needle of any length finds what a plain comparison finds', async () => {
    const at = await createProject()
    const text = fc.string({
      unit: fc.constantFrom('a', 'B', '%', '_', '\\', ' ', "'", '"', 'é', '購', '🦜'),
      minLength: 1,
      maxLength: 6,
    })
    const stored = fc.sample(text, { numRuns: 40, seed: 7 })
    await Promise.all(stored.map((value_, n) => createKey(`#${n}`, { de: value(value_) }, at)))
    await fc.assert(
      fc.asyncProperty(text, async (needle) => {
        const expected = stored.flatMap((text, n) =>
          text.toLowerCase().includes(needle.toLowerCase()) ? [`#${n}`] : [],
        )
        assert.deepEqual((await search(needle, at)).sort(), expected.sort())
      }),
      { numRuns: 40 },
    )
  })

  test('an empty search finds every key', async () => {
    const at = await createProject()
    await createKey('a', {}, at)
    await createKey('b', { de: value('') }, at)
    assert.deepEqual(await search('', at), ['a', 'b'])
  })

  test('a needle of 500 characters finds the text that holds it', async () => {
    const at = await createProject()
    const long = Array.from({ length: 500 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('')
    await createKey('long', { de: value(`vor ${long} nach`) }, at)
    assert.deepEqual([await search(long, at), await search(`${long}!`, at)], [['long'], []])
  })
})

describe('search by a member restricted to a language', () => {
  test('never finds a text that is only in a language they may not see, whatever they ask', async () => {
    const marker = 'Geheimnis'
    await createKey('open', { de: value(marker, 'not_reviewed'), fr: value('secret') })
    await createKey('plain', { fr: value('autre') })
    assert.deepEqual(await search(marker), ['open'])
    for (const caller of [french, frenchKey]) {
      for (const needle of [marker, marker.toLowerCase(), 'heim', 'G', 'eh']) {
        assert.deepEqual(await search(needle, projectId, caller), [], needle)
      }
      assert.deepEqual(await search('secret', projectId, caller), ['open'])
      assert.deepEqual(await search('OPEN', projectId, caller), ['open'])
      const statuses = { statuses: 'not_reviewed', search: 'open' }
      const { count } = await service.ok(caller, 'listKeyIds', { params, query: statuses })
      assert.equal(count, 0, 'the status is that of the hidden text')
      const { data } = await service.ok(caller, 'listKeys', { params })
      assert.ok(!JSON.stringify(data).includes(marker))
    }
  })
})
