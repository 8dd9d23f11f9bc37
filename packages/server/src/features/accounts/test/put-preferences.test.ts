import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits } from '@parlance/contract'
import { register } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'

const service = await startService()
const person = await register(service)
const other = await register(service)

const put = (body: unknown) => service.ok(person, 'putPreferences', { body })
const get = (caller = person) => service.ok(caller, 'getPreferences')

/** An object whose JSON has so many bytes. */
const ofBytes = (bytes: number, unit = 'x') => {
  const room = bytes - '{"a":""}'.length
  return { a: unit.repeat(Math.floor(room / Buffer.byteLength(unit))) + 'x'.repeat(room % Buffer.byteLength(unit)) }
}

describe('12.12 preferences', () => {
  test('200: an empty object at first, then what was put there last, of each person by themselves', async () => {
    assert.deepEqual(await get(), {})
    const first = { theme: 'dark', editor: { columns: ['de', 'fr'], wrap: true }, seen: null }
    assert.deepEqual(await put(first), first)
    assert.deepEqual(await get(), first)
    const second = JSON.parse('{"__proto__":{"x":1},"constructor":2,"":"😀"}')
    assert.deepEqual(await put(second), second)
    assert.deepEqual(await get(), second, 'replaced whole')
    assert.deepEqual(await get(other), {})
    assert.deepEqual(await put({}), {})
  })

  test('200: what comes back is what was sent, to the letter', async () => {
    const text = `{ "big": 12345678901234567890, "far": 1e400, "b": 1.10, "a": "\\u00e9" }`
    await put(text)
    const { body } = await service.app.inject({ url: '/v1/auth/preferences', headers: { cookie: person.cookie } })
    assert.equal(body, text)
  })

  test('16 KB fit, in bytes of the JSON that is sent; 422 beyond, and nothing has changed', async () => {
    assert.equal(limits.preferences, 16_384)
    for (const unit of ['x', '😀']) {
      const largest = ofBytes(16_384, unit)
      assert.equal(Buffer.byteLength(JSON.stringify(largest)), 16_384)
      await put(largest)
      const beyond = { body: ofBytes(16_385, unit) }
      await service.refused(person, 'putPreferences', beyond, 'validationError', { field: 'body' })
      assert.deepEqual(await get(), largest)
    }
    await service.refused(person, 'putPreferences', { body: ofBytes(2 ** 20 + 1) }, 'bodyTooLarge')
  })

  test('400 for no body at all, and nothing has changed', async () => {
    const kept = await put({ theme: 'dark' })
    const headers = { cookie: person.cookie, 'x-csrf-token': person.csrfToken }
    const { statusCode, body } = await service.app.inject({ method: 'PUT', url: '/v1/auth/preferences', headers })
    assert.deepEqual([statusCode, JSON.parse(body).code], [400, 'INVALID_INPUT'])
    assert.deepEqual(await get(), kept)
  })

  test('as deep as it fits', async () => {
    const text = `{"a":${'['.repeat(8_000)}${']'.repeat(8_000)}}`
    const headers = { cookie: person.cookie, 'content-type': 'application/json' }
    for (const request of [{ method: 'PUT', payload: text } as const, { method: 'GET' } as const]) {
      const { statusCode, body } = await service.app.inject({ ...request, url: '/v1/auth/preferences', headers })
      assert.deepEqual([statusCode, body], [200, text])
    }
  })

  test('422: what is no object, and texts that nobody may send, wherever they stand', async () => {
    await put({ kept: true })
    const cases: [unknown, string][] = [
      [[], 'body'],
      ['"text"', 'body'],
      ['null', 'body'],
      [7, 'body'],
      [{ a: 'x\0' }, 'a'],
      [{ a: { b: ['fine', { c: '\ud800' }] }, d: '\0' }, 'a.b.1.c'],
      [{ a: { 'b\0': 1 } }, 'a.b\0'],
    ]
    for (const [body, field] of cases)
      await service.refused(person, 'putPreferences', { body }, 'validationError', { field })
    assert.deepEqual(await get(), { kept: true })
  })
})
