import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join } from '../../../../test/factories.ts'
import { type Caller, startService } from '../../../../test/harness.ts'
import { fileOf } from '../../import/test/import-scene.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const admin = await join(service, owner, orgId, 'admin')
const builder = await createApiKey(service, admin, projectId, ['translations:read', 'translations:write'])
const params = { projectId }

const text = (value: string, status = 'not_reviewed') => ({ value, status })
const translations = { en: text('Cart {n}'), de: text('Korb') }
const created = await service.ok(owner, 'createKey', { params, body: { key: 'cart', translations } })
const keyIds = [created.id]
const translationId = created.translations['de']?.id ?? 0
const stored = async (locale = 'de') => {
  const { data } = await service.ok(owner, 'listKeys', { params })
  return data[0]?.translations[locale] ?? assert.fail()
}
const put = (caller: Caller, value: string, locale = 'de') =>
  service.ok(caller, 'putValue', { params: { projectId, key: 'cart' }, body: { locale, value } })

async function importFile(caller: Caller, value: string) {
  const options = { defaultConflictResolution: 'use_imported' }
  const files = [fileOf('de.json', { cart: value })]
  const { validationId } = await service.ok(caller, 'validateImport', { params, body: { files, options } })
  const body = { validationId, fileMappings: [], conflictResolutions: [] }
  await service.ok(caller, 'commitImport', { params, body })
}

/** Every way to write the German value of the key; each changes something. */
const ways: Record<string, (caller: Caller) => Promise<unknown>> = {
  putValue: (caller) => put(caller, 'Warenkorb'),
  setStatus: (caller) =>
    service.ok(caller, 'setStatus', { params: { projectId, translationId }, body: { status: 'translated' } }),
  batchSetStatus: (caller) =>
    service.ok(caller, 'batchSetStatus', { params, body: { keyIds, localeCode: 'de', status: 'not_reviewed' } }),
  batchCopyValues: (caller) => {
    const locales = { fromLocaleCode: 'en', toLocaleCode: 'de' }
    return service.ok(caller, 'batchCopyValues', { params, body: { keyIds, ...locales, overwriteExisting: true } })
  },
  batchClearValues: (caller) =>
    service.ok(caller, 'batchClearValues', { params, body: { keyIds, localeCodes: ['de'] } }),
  commitImport: (caller) => importFile(caller, 'Einkaufskorb'),
}

/** Those that only API keys may go. */
const waysOfKeys: Record<string, (caller: Caller) => Promise<unknown>> = {
  pushKey: (caller) => service.ok(caller, 'pushKey', { body: { key: 'cart', translations: { de: text('Tasche') } } }),
  commitCliImport: (caller) => {
    const body = {
      namespaces: { default: { de: { cart: 'Tüte' } } },
      options: { conflictResolution: 'keep_local' },
    }
    return service.ok(caller, 'commitCliImport', { params, body })
  },
}

describe('12.5 updatedBy is who wrote a value last', () => {
  test('in every answer that has the value; before that, who created it', async () => {
    const { updatedBy, createdBy } = created.translations['de'] ?? assert.fail()
    assert.deepEqual([updatedBy, createdBy], [owner.userId, owner.userId])
    assert.equal((await put(admin, 'Kiste')).updatedBy, admin.userId)
    const { createdBy: first, updatedBy: last } = await stored()
    assert.deepEqual([first, last], [owner.userId, admin.userId])
    const found = await service.ok(builder, 'getKey', { params: { namespace: 'default', key: 'cart' } })
    const pushed = await service.ok(builder, 'pushKey', { body: { key: 'cart' } })
    const at = { projectId, keyId: created.id }
    const patched = await service.ok(owner, 'updateKey', { params: at, body: { description: 'Above the list' } })
    await service.ok(owner, 'deleteKey', { params: at })
    const restored = await service.ok(owner, 'restoreKey', { params: at })
    for (const key of [found, pushed, patched, restored])
      assert.deepEqual(
        Object.values(key.translations).map((value) => value.updatedBy),
        [admin.userId, owner.userId],
      )
  })

  test('the text of the source language, too, also when it asks for something', async () => {
    assert.equal((await put(admin, 'Cart {n} {m}', 'en')).updatedBy, admin.userId)
    assert.equal((await stored('en')).updatedBy, admin.userId)
  })

  for (const [name, write] of Object.entries(ways)) {
    test(`by ${name}`, async () => {
      const writer = (await stored()).updatedBy === owner.userId ? admin : owner
      await write(writer)
      assert.equal((await stored()).updatedBy, writer.userId)
    })
  }

  for (const [name, write] of Object.entries(waysOfKeys)) {
    test(`by ${name}: behind an API key, its creator`, async () => {
      await put(owner, `before ${name}`)
      await write(builder)
      assert.equal((await stored()).updatedBy, admin.userId)
    })
  }

  test('what changes nothing leaves it alone', async () => {
    const before = await stored()
    await put(owner, before.value ?? '')
    assert.deepEqual(await stored(), before)
  })
})

describe('12.6 updatedAt of one value never repeats, and never goes back', () => {
  const everyWay = async (expected: (before: string) => string) => {
    const steps: [string, (caller: Caller) => Promise<unknown>, Caller][] = [
      ...Object.entries(ways).map(([name, write]) => [name, write, owner] as [string, typeof write, Caller]),
      ...Object.entries(waysOfKeys).map(([name, write]) => [name, write, builder] as [string, typeof write, Caller]),
    ]
    for (const [name, write, caller] of steps) {
      const { updatedAt: before } = await stored()
      await write(caller)
      assert.equal((await stored()).updatedAt, expected(before), name)
    }
  }
  const next = (time: string) => new Date(Date.parse(time) + 1).toISOString()

  test('within one millisecond each write is one later than the one before', () => everyWay(next))

  test('a clock that was put back does not put the times of values back', async () => {
    service.clock.advance(-60_000)
    await everyWay(next)
    const { updatedAt } = await put(owner, 'Cart {x}', 'en')
    assert.equal((await put(owner, 'Cart {y}', 'en')).updatedAt, next(updatedAt))
  })

  test('a review bears the time of the write that it is', async () => {
    await put(owner, 'Karton')
    await service.ok(owner, 'setStatus', { params: { projectId, translationId }, body: { status: 'translated' } })
    const { updatedAt, reviewedAt } = await stored()
    assert.equal(reviewedAt, updatedAt)
  })

  test('once the clock is past it, it is the time of the clock', async () => {
    service.clock.advance(120_000)
    assert.equal((await put(owner, 'Schachtel')).updatedAt, service.clock.now().toISOString())
  })
})
