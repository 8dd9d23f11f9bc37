import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits } from '@parlance/contract'
import { createScene, join } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const german = await join(service, owner, orgId, 'developer', ['de'])
const params = { projectId }

let made = 0
const newKey = async () => (await service.ok(owner, 'createKey', { params, body: { key: `key.${made++}` } })).id
const at = (keyId: number) => ({ params: { projectId, keyId } })
const put = (keyId: number, body: unknown) => service.ok(owner, 'putFormatData', { ...at(keyId), body })
const get = (keyId: number) => service.ok(owner, 'getFormatData', at(keyId))

/** An object whose JSON has so many bytes. */
const ofBytes = (bytes: number, unit = 'x') => {
  const room = bytes - '{"po":""}'.length
  return { po: unit.repeat(Math.floor(room / Buffer.byteLength(unit))) + 'x'.repeat(room % Buffer.byteLength(unit)) }
}

describe('formats 2 format data', () => {
  test('200: an empty object at first, then what was put there last, of each key by itself', async () => {
    const [key, other] = [await newKey(), await newKey()]
    assert.deepEqual(await get(key), {})
    const first = { po: { flags: ['c-format'], forms: { de: ['a', 'b'] } }, arb: { placeholders: { n: null } } }
    assert.deepEqual(await put(key, first), first)
    assert.deepEqual(await get(key), first)
    const second = JSON.parse('{"__proto__":{"x":1.5},"tokens":{"0":"%1$s"},"":"😀"}')
    assert.deepEqual(await put(key, second), second)
    assert.deepEqual(await get(key), second, 'replaced whole')
    assert.deepEqual(await get(other), {})
    assert.deepEqual(await put(key, {}), {})
    assert.deepEqual(await get(key), {})
  })

  test('is no part of the key, and neither its time nor the history moves', async () => {
    const key = await newKey()
    const before = await service.ok(owner, 'getKeyById', at(key))
    const { activity } = await service.ok(owner, 'listActivity', { params })
    await put(key, { po: { references: ['a.c:1'] } })
    assert.deepEqual(await service.ok(owner, 'getKeyById', at(key)), before)
    assert.deepEqual((await service.ok(owner, 'listActivity', { params })).activity, activity)
  })

  test('stays with a key that is deleted and brought back', async () => {
    const key = await newKey()
    await put(key, { po: { flags: ['fuzzy'] } })
    await service.ok(owner, 'deleteKey', at(key))
    await service.refused(owner, 'getFormatData', at(key), 'keyNotFound')
    await service.refused(owner, 'putFormatData', { ...at(key), body: {} }, 'keyNotFound')
    await service.ok(owner, 'restoreKey', at(key))
    assert.deepEqual(await get(key), { po: { flags: ['fuzzy'] } })
  })

  test('8 KiB fit, in bytes of the JSON that is sent; 422 beyond, and nothing has changed', async () => {
    assert.equal(limits.formatData, 8192)
    const key = await newKey()
    for (const unit of ['x', '😀']) {
      const largest = ofBytes(8192, unit)
      assert.equal(Buffer.byteLength(JSON.stringify(largest)), 8192)
      await put(key, largest)
      const beyond = { ...at(key), body: ofBytes(8193, unit) }
      await service.refused(owner, 'putFormatData', beyond, 'validationError', { field: 'body' })
      assert.deepEqual(await get(key), largest)
    }
  })

  test('as deep as it fits', async () => {
    const key = await newKey()
    const text = `{"a":${'['.repeat(4_000)}${']'.repeat(4_000)}}`
    const url = `/v1/projects/${projectId}/keys/${key}/format-data`
    const headers = { cookie: owner.cookie, 'content-type': 'application/json' }
    for (const request of [{ method: 'PUT', payload: text } as const, { method: 'GET' } as const]) {
      const { statusCode, body } = await service.app.inject({ ...request, url, headers })
      assert.deepEqual([statusCode, body.replaceAll(' ', '')], [200, text])
    }
  })

  test('numbers beyond all numbers take no more room than they were sent in', async () => {
    const key = await newKey()
    await put(key, `{"a":[${Array(500).fill('1e-9999').join(',')},1e131073]}`)
    assert.deepEqual(await get(key), { a: [...Array(500).fill(0), null] })
  })

  test('400 for no body at all, 422 for what is no object, and for texts that nobody may send; nothing has changed', async () => {
    const key = await newKey()
    const kept = await put(key, { kept: true })
    const url = `/v1/projects/${projectId}/keys/${key}/format-data`
    const headers = { cookie: owner.cookie, 'x-csrf-token': owner.csrfToken }
    const { statusCode, body } = await service.app.inject({ method: 'PUT', url, headers })
    assert.deepEqual([statusCode, JSON.parse(body).code], [400, 'INVALID_INPUT'])
    const cases: [unknown, string][] = [
      [[], 'body'],
      ['"text"', 'body'],
      ['null', 'body'],
      [{ po: 'x\0' }, 'po'],
      [{ po: { flags: ['fine', '\ud800'] } }, 'po.flags.1'],
      [{ po: { 'b\0': 1 } }, 'po.b\0'],
    ]
    for (const [body, field] of cases)
      await service.refused(owner, 'putFormatData', { ...at(key), body }, 'validationError', { field })
    assert.deepEqual(await get(key), kept)
  })

  test('403 for members restricted to some languages: it may hold texts of the others', async () => {
    const key = await newKey()
    await put(key, { po: { forms: { fr: ['hidden'] } } })
    await service.refused(german, 'getFormatData', at(key), 'restrictedToLocales')
    await service.refused(german, 'putFormatData', { ...at(key), body: {} }, 'restrictedToLocales')
  })

  test('404 for a key that is nowhere or of another project; the body is looked at before', async () => {
    const other = await service.ok(owner, 'createProject', {
      params: { orgId },
      body: { name: 'B', sourceLocale: 'en' },
    })
    const elsewhere = await service.ok(owner, 'createKey', { params: { projectId: other.id }, body: { key: 'k' } })
    for (const keyId of [elsewhere.id, 999_999]) {
      await service.refused(owner, 'getFormatData', at(keyId), 'keyNotFound')
      await service.refused(owner, 'putFormatData', { ...at(keyId), body: {} }, 'keyNotFound')
      await service.refused(owner, 'putFormatData', { ...at(keyId), body: [] }, 'validationError', { field: 'body' })
    }
  })
})
