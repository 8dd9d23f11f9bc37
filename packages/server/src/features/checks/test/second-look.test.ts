import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CheckId } from '@parlance/contract'
import { createApiKey, createScene } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { until } from '../../../../test/until.ts'
import { sql } from '../../../db/sql.ts'
import { sweep } from '../../../sweeper.ts'
import { Checker } from '../follow/checker.ts'
import { markKeysOfTerms } from '../follow/terms.ts'
import { checkSweeps } from '../sweep.ts'
import { checkNow } from './check-now.ts'

const service = await startService()
const { clock, db } = service
const { owner, orgId } = await createScene(service)
const DAY = 86_400_000
const later = () => clock.advance(1000)
const text = (value: string, status = 'translated') => ({ value, status })
type Texts = Record<string, string>

/** A project whose values are looked at whenever somebody asks what was found in them. */
async function project(keys: Record<string, Texts>, checks: object = {}, at = orgId, by = owner) {
  const made = { name: 'Shop', sourceLocale: 'en', locales: ['de', 'fr'] }
  const { id: projectId, locales } = await service.ok(by, 'createProject', { params: { orgId: at }, body: made })
  const params = { projectId }
  const builder = await createApiKey(service, by, projectId, [
    'translations:read',
    'translations:write',
    'context:write',
  ])
  const settle = (severities: object) => service.ok(by, 'updateQa', { params, body: { checks: severities } })
  await settle(checks)
  const ids = new Map<string, number>()
  for (const [key, values] of Object.entries(keys)) {
    const translations = Object.fromEntries(Object.entries(values).map(([code, value]) => [code, text(value)]))
    ids.set(key, (await service.ok(by, 'createKey', { params, body: { key, translations } })).id)
  }
  const keyId = (key: string) => ids.get(key) ?? assert.fail(key)
  const stored = async (check: CheckId) => {
    const { issues } = await service.ok(by, 'listIssues', { params, query: { checks: [check], limit: 100 } })
    return issues.map(({ key, locale }) => `${key} ${locale}`).sort()
  }
  const look = () => checkNow(service.services, projectId)
  return {
    params,
    keyId,
    look,
    settle,
    localeId: (code: string) => locales.find((locale) => locale.code === code)?.id ?? assert.fail(code),
    put: (key: string, locale: string, value: string) =>
      service.ok(by, 'putValue', { params: { projectId, key }, body: { locale, value } }),
    push: (key: string, values: Texts) => {
      const translations = Object.fromEntries(Object.entries(values).map(([code, value]) => [code, text(value)]))
      return service.ok(builder, 'pushKey', { body: { key, translations } })
    },
    setStatus: (key: string, localeCode: string, status: string) =>
      service.ok(by, 'batchSetStatus', { params, body: { keyIds: [keyId(key)], localeCode, status } }),
    observe: (key: string, sighting: object) =>
      service.ok(builder, 'createObservations', { body: { observations: [{ key, ...sighting }] } }),
    /** Key and language of each finding of a check. */
    async found(check: CheckId) {
      await look()
      return stored(check)
    },
    stored,
    /** The keys that are marked to be looked at again. */
    async marked() {
      const rows = await db.rows<{ name: string }>(sql`
        select k.name from keys_to_check m join keys k on k.id = m.key_id
        where m.project_id = ${projectId} order by k.name`)
      return rows.map(({ name }) => name)
    },
  }
}

describe('qa 2 outdated', () => {
  test('qa 2 from a change of the source text until the value is written or reviewed again', async () => {
    const { found, put, setStatus } = await project({
      a: { en: 'Open the door', de: 'Tür öffnen', fr: 'Ouvrir la porte' },
      b: { en: 'Close the door', de: 'Tür schließen' },
    })
    assert.deepEqual(await found('outdated'), [])
    later()
    await put('a', 'en', 'Open the gate')
    assert.deepEqual(await found('outdated'), ['a de', 'a fr'])
    later()
    await put('a', 'de', 'Tor öffnen')
    assert.deepEqual(await found('outdated'), ['a fr'])
    later()
    await setStatus('a', 'fr', 'not_reviewed')
    assert.deepEqual(await found('outdated'), [], 'somebody has looked at it')
  })

  test('qa 2 going back to the earlier text ends it, by hand and by a revert', async () => {
    const { found, put, params } = await project({ a: { en: 'Open the door', de: 'Tür öffnen' } })
    later()
    await put('a', 'en', 'Open the gate')
    await put('a', 'en', 'Open the window')
    assert.deepEqual(await found('outdated'), ['a de'])
    await put('a', 'en', 'Open the door')
    assert.deepEqual(await found('outdated'), [])
    later()
    await put('a', 'en', 'Open the gate')
    assert.deepEqual(await found('outdated'), ['a de'])
    const { activity } = await service.ok(owner, 'listActivity', { params, query: { limit: 1 } })
    const id = activity[0]?.id ?? 0
    await service.ok(owner, 'revertActivity', { params, body: { fromId: id, toId: id } })
    assert.deepEqual(await found('outdated'), [])
  })

  test('qa 2 neither a status of the source, nor its first text, nor a text written together with it counts', async () => {
    const { found, put, push, setStatus, keyId, params } = await project({
      reviewed: { en: 'Open the door', de: 'Tür öffnen' },
      late: { de: 'Tür öffnen' },
      cleared: { en: 'Open the door', de: 'Tür öffnen' },
      together: { en: 'Open the door', de: 'Tür öffnen' },
    })
    later()
    await setStatus('reviewed', 'en', 'not_reviewed')
    await put('late', 'en', 'Open the door')
    await service.ok(owner, 'batchClearValues', { params, body: { keyIds: [keyId('cleared')], localeCodes: ['en'] } })
    // Twice in one millisecond: the time of a value never repeats, so the second bears a later one than its language.
    await put('together', 'en', 'Open the gate')
    await push('together', { de: 'Fenster öffnen', en: 'Open the window' })
    assert.deepEqual(await found('outdated'), [])
    later()
    await put('late', 'en', 'Open the gate')
    assert.deepEqual(await found('outdated'), ['late de'], 'its second text does')
  })

  test('qa 2 a key that was in the trash comes back with it', async () => {
    const { found, put, keyId, params } = await project({ a: { en: 'Open the door', de: 'Tür öffnen' } })
    later()
    await put('a', 'en', 'Open the gate')
    assert.deepEqual(await found('outdated'), ['a de'])
    await service.ok(owner, 'deleteKey', { params: { ...params, keyId: keyId('a') } })
    assert.deepEqual(await found('outdated'), [])
    later()
    await service.ok(owner, 'restoreKey', { params: { ...params, keyId: keyId('a') } })
    assert.deepEqual(await found('outdated'), ['a de'])
  })
})

describe('qa 2 inconsistent', () => {
  const on = { inconsistent: { severity: 'warning' } }
  const door = 'Open the door'

  test('qa 2 is off unless a project asks for it', async () => {
    const { found } = await project({ a: { en: door, de: 'Tür öffnen' }, b: { en: door, de: 'Öffne die Tür' } })
    assert.deepEqual(await found('inconsistent'), [])
  })

  test('qa 2 the same source text of three words or more with another value in the language, both ways', async () => {
    const { found } = await project(
      {
        a: { en: door, de: 'Tür öffnen', fr: 'Ouvrir la porte' },
        b: { en: door, de: 'Öffne die Tür', fr: 'Ouvrir la porte' },
        'other case': { en: 'open the door', de: 'Mach auf' },
        'other spaces': { en: 'Open  the door', de: 'Mach die Tür auf' },
        'no value': { en: door },
        short: { en: 'Open door', de: 'Tür öffnen' },
        'short too': { en: 'Open door', de: 'Öffne die Tür' },
      },
      on,
    )
    assert.deepEqual(await found('inconsistent'), ['a de', 'b de'])
  })

  test('qa 2 a change of one ends it, or begins it, for the others: of its value, its source text, the key itself', async () => {
    const { found, put, keyId, params, settle } = await project(
      { a: { en: door, de: 'Tür öffnen' }, b: { en: door, de: 'Öffne die Tür' }, c: { en: 'Shut the door', de: 'Zu' } },
      on,
    )
    assert.deepEqual(await found('inconsistent'), ['a de', 'b de'])
    await put('b', 'de', 'Tür öffnen')
    assert.deepEqual(await found('inconsistent'), [])
    await put('c', 'en', door)
    assert.deepEqual(await found('inconsistent'), ['a de', 'b de', 'c de'])
    await put('c', 'en', 'Shut the gate')
    assert.deepEqual(await found('inconsistent'), [])
    await put('b', 'de', 'Öffne die Tür')
    await service.ok(owner, 'deleteKey', { params: { ...params, keyId: keyId('a') } })
    assert.deepEqual(await found('inconsistent'), [])
    await service.ok(owner, 'restoreKey', { params: { ...params, keyId: keyId('a') } })
    assert.deepEqual(await found('inconsistent'), ['a de', 'b de'])
    await settle({ inconsistent: { severity: null } })
    assert.deepEqual(await found('inconsistent'), [])
  })
})

test('qa 4 preview compares with what the others have at this moment, whether or not somebody has looked since', async () => {
  const { look, params, put, keyId } = await project(
    { a: { en: 'Open the door', de: 'Tür öffnen' }, b: { en: 'Open the door' }, c: { en: 'Shut the door' } },
    { inconsistent: { severity: 'warning' } },
  )
  const preview = async (value: string) => {
    const items = [{ keyId: keyId('b'), locale: 'de', value }]
    const { results } = await service.ok(owner, 'previewIssues', { params, body: { items } })
    return results.flatMap(({ issues }) => issues.map(({ check }) => check))
  }
  for (const when of ['before anybody has looked', 'after it']) {
    assert.deepEqual(await preview('Öffne die Tür'), ['inconsistent'], when)
    assert.deepEqual(await preview('Tür öffnen'), [], when)
    await look()
  }
  await put('a', 'en', 'Open the window')
  assert.deepEqual(await preview('Öffne die Tür'), [])
  await put('c', 'en', 'Open the door')
  await put('c', 'de', 'Mach auf')
  assert.deepEqual(await preview('Öffne die Tür'), ['inconsistent'])
})

describe('qa 5 a new observation', () => {
  test('qa 5 with another lengthHint has all values of the key looked at again, with the same one none', async () => {
    const { found, observe, marked } = await project({ a: { en: 'Save', de: 'Speichern', fr: 'Enregistrer' } })
    assert.deepEqual(await found('exceeds_space'), [])
    await observe('a', { uiType: 'button' })
    assert.deepEqual(await marked(), [], 'it says nothing about room')
    await observe('a', { lengthHint: '9ch' })
    assert.deepEqual(await marked(), ['a'])
    assert.deepEqual(await found('exceeds_space'), ['a fr'])
    assert.deepEqual(await marked(), [])
    await observe('a', { lengthHint: '9ch' })
    await observe('a', { uiType: 'link' })
    assert.deepEqual(await marked(), [])
    await observe('a', { lengthHint: '3ch' })
    assert.deepEqual(await found('exceeds_space'), ['a de', 'a en', 'a fr'])
    await observe('a', { lengthHint: 'some' })
    assert.deepEqual(await found('exceeds_space'), [], 'nobody can count that')
    await observe('a', { lengthHint: '3ch' })
    assert.equal((await found('exceeds_space')).length, 3)
    await observe('a', { lengthHint: null })
    assert.deepEqual(await found('exceeds_space'), [])
  })

  test('qa 2 exceeds_space ends when the sighting is stale, and is back when it is seen again', async () => {
    const { found, observe, put, marked, keyId } = await project({ a: { en: 'Save', de: 'Speichern' } })
    // Sessions would end if the clock went on.
    const age = (ms: number) =>
      db.run(sql`
        update observations set last_seen_at = ${new Date(clock.now().getTime() - ms)} where key_id = ${keyId('a')}`)
    await observe('a', { lengthHint: '5ch' })
    assert.deepEqual(await found('exceeds_space'), ['a de'])
    await put('a', 'en', 'Keep')
    assert.deepEqual(await found('exceeds_space'), [], 'the source text is another')
    await observe('a', {})
    assert.deepEqual(await found('exceeds_space'), ['a de'])
    await age(30 * DAY)
    await sweep(service.services, checkSweeps)
    assert.deepEqual(await marked(), [], 'not yet')
    await age(30 * DAY + 1)
    await sweep(service.services, checkSweeps)
    assert.deepEqual(await marked(), ['a'])
    assert.deepEqual(await found('exceeds_space'), [])
    await sweep(service.services, checkSweeps)
    assert.deepEqual(await marked(), [])
    await observe('a', {})
    assert.deepEqual(await found('exceeds_space'), ['a de'])
  })
})

const { owner: lexicographer, orgId: at } = await createScene(service)
const words = await project(
  {
    basket: { en: 'Your basket is empty', de: 'Dein Warenkorb ist leer' },
    other: { en: 'Good morning', de: 'Guten Morgen' },
    shopping: { en: 'Shopping\n  basket', de: 'Einkaufstasche' },
  },
  {},
  at,
  lexicographer,
)
const elsewhere = await project({ basket: { en: 'Your basket', de: 'Dein Korb' } })
const { found, marked, stored } = words
const de = words.localeId('de')
const stop = new AbortController().signal
const mark = () => markKeysOfTerms(db, clock, stop)
const inOrg = { params: { orgId: at } }
const ofTerm = (termId: number) => ({ params: { orgId: at, termId } })

describe('qa 5 a glossary term', () => {
  test('qa 5 marks the keys whose source or text has it: when it comes, is changed, is translated, goes', async () => {
    await found('glossary_missing')
    await elsewhere.look()
    const { id, translations } = await service.ok(lexicographer, 'createTerm', {
      ...inOrg,
      body: { term: 'Basket', translations: [{ localeId: de, text: 'Korb' }] },
    })
    await mark()
    assert.deepEqual(await marked(), ['basket', 'shopping'])
    assert.deepEqual(await elsewhere.marked(), [], 'another organization has another glossary')
    assert.deepEqual(await found('glossary_missing'), ['basket de', 'shopping de'])
    const ofTranslation = { params: { orgId: at, termId: id, translationId: translations[0]?.id ?? 0 } }
    await service.ok(lexicographer, 'updateTermTranslation', { ...ofTranslation, body: { text: 'Warenkorb' } })
    await mark()
    assert.deepEqual(await found('glossary_missing'), ['shopping de'])
    await service.ok(lexicographer, 'updateTerm', { ...ofTerm(id), body: { term: 'shopping basket' } })
    await mark()
    assert.deepEqual(await marked(), ['basket', 'shopping'], 'those with the old text, and with the new one')
    assert.deepEqual(await found('glossary_missing'), ['shopping de'])
    await service.ok(lexicographer, 'updateTerm', { ...ofTerm(id), body: { definition: 'What one carries' } })
    await mark()
    assert.deepEqual(await marked(), [], 'what is said about it changes nothing')
    await service.ok(lexicographer, 'deleteTermTranslation', ofTranslation)
    await mark()
    assert.deepEqual(await found('glossary_missing'), [])
    await service.ok(lexicographer, 'deleteTerm', ofTerm(id))
    await mark()
    assert.deepEqual(await marked(), ['shopping'])
  })

  test('qa 5 a forbidden one is looked for in the values of its language', async () => {
    await found('glossary_forbidden')
    const { id } = await service.ok(lexicographer, 'createTerm', { ...inOrg, body: { term: 'greeting' } })
    const forbidden = { localeId: de, text: 'Guten Morgen', termType: 'forbidden' }
    await service.ok(lexicographer, 'createTermTranslation', { ...ofTerm(id), body: forbidden })
    await mark()
    assert.deepEqual(await marked(), ['other'])
    assert.deepEqual(await found('glossary_forbidden'), ['other de'])
    await service.ok(lexicographer, 'updateTerm', { ...ofTerm(id), body: { isCaseSensitive: true } })
    await mark()
    assert.deepEqual(await marked(), ['other'], 'it is looked for in another way')
    await service.ok(lexicographer, 'deleteTerm', ofTerm(id))
    await mark()
    assert.deepEqual(await found('glossary_forbidden'), [])
  })

  test('qa 5 the workers do so by themselves', async () => {
    await found('glossary_forbidden')
    const checker = new Checker(service.services)
    try {
      const body = { term: 'Morgen', sourceLocaleCode: 'de', termType: 'forbidden' }
      const { id } = await service.ok(lexicographer, 'createTerm', { ...inOrg, body })
      await until('the finding', async () => (await stored('glossary_forbidden')).includes('other de'))
      await service.ok(lexicographer, 'deleteTerm', ofTerm(id))
      await until('its end', async () => (await stored('glossary_forbidden')).length === 0)
    } finally {
      await checker.close()
    }
  })

  test('qa 5 an import marks them, too; of more than 200 terms it has the whole project looked at', async () => {
    await found('glossary_missing')
    const concept = (en: string, korb: string) => ({
      terms: [
        { localeCode: 'en', text: en },
        { localeCode: 'de', text: korb },
      ],
    })
    const send = (concepts: object[]) =>
      service.ok(lexicographer, 'importGlossaryJson', {
        ...inOrg,
        body: { version: '1.0', concepts, conflictStrategy: 'overwrite' },
      })
    await send([concept('morning', 'Vormittag')])
    await mark()
    assert.deepEqual(await marked(), ['other'])
    assert.deepEqual(await found('glossary_missing'), ['other de'])
    await send([concept('basket', 'Korb'), ...Array.from({ length: 200 }, (_, n) => concept(`word ${n}`, `Wort ${n}`))])
    await mark()
    assert.deepEqual(await marked(), [])
    assert.deepEqual(await found('glossary_missing'), ['basket de', 'other de', 'shopping de'])
  })
})
