import assert from 'node:assert/strict'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { onThisMachine } from '../../../../test/this-machine.ts'
import { until } from '../../../../test/until.ts'
import { sql } from '../../../db/sql.ts'
import { transaction } from '../../../db/transaction.ts'
import { createCdnScene } from './cdn-scene.ts'

const scene = await createCdnScene()
const { service, owner, orgId, token, createKey, putValue, deployed, get, file, dataDir } = scene

for (let at = 0; at < 40; at++) await createKey(`text ${at}`, { en: `The text of number ${at}`, de: `Text ${at}` })
await deployed()

describe('a published file', () => {
  test('is JSON that any page may read and keep for a minute', async () => {
    const { status, headers, text } = await get(`${token}/en.json`)
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(headers['cache-control'], 'public, max-age=60, stale-while-revalidate=600')
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['content-length'], String(Buffer.byteLength(text)))
    assert.equal(headers['vary'], 'Accept-Encoding')
    assert.equal(headers['set-cookie'], undefined)
    assert.match(headers['etag'] ?? '', /^"[0-9a-f]{32}"$/)
    assert.equal(Object.keys(JSON.parse(text)).length, 40)
  })

  test('comes the same, at hand or looked up, and is counted', async () => {
    const count = async () => {
      const { body } = await service.app.inject('/metrics')
      const series = 'http_request_duration_seconds_count{method="GET",route="/cdn/*",status="200"}'
      return Number(
        body
          .split('\n')
          .find((line) => line.startsWith(series))
          ?.slice(series.length) ?? 0,
      )
    }
    const own = new Set(['date', 'connection', 'keep-alive', 'x-request-id'])
    const lasting = (headers: object) => Object.fromEntries(Object.entries(headers).filter(([name]) => !own.has(name)))
    const before = await count()
    const first = await get(`${token}/en.json`)
    const atHand = await get(`${token}/en.json`)
    // No connection, so none that could be answered at once.
    const lookedUp = await service.app.inject(`/cdn/${token}/en.json`)
    assert.equal(atHand.text, lookedUp.body)
    assert.deepEqual(
      lasting(atHand.headers),
      lasting({ ...lookedUp.headers, 'content-length': String(lookedUp.headers['content-length']) }),
    )
    assert.match(String(atHand.headers['x-request-id']), /^[0-9a-f-]{36}$/)
    assert.notEqual(atHand.headers['x-request-id'], first.headers['x-request-id'])
    await until('all three to be counted', async () => (await count()) === before + 3)
  })

  test('needs no credential, and ignores one', async () => {
    const odd = { cookie: 'tms_session=forged', authorization: 'Bearer tms_forged', origin: 'https://app.example' }
    assert.equal((await get(`${token}/en.json?v=1`, odd)).status, 200)
  })

  test('comes in the best encoding that the client takes, each with a tag of its own', async () => {
    const plain = await get(`${token}/en.json`)
    const br = await get(`${token}/en.json`, { 'accept-encoding': 'gzip, deflate, br' })
    const gzip = await get(`${token}/en.json`, { 'accept-encoding': 'gzip, br;q=0' })
    assert.deepEqual([br.headers['content-encoding'], gzip.headers['content-encoding']], ['br', 'gzip'])
    assert.equal(brotliDecompressSync(br.bytes).toString(), plain.text)
    assert.equal(gunzipSync(gzip.bytes).toString(), plain.text)
    assert.ok(br.bytes.length < plain.bytes.length && gzip.bytes.length < plain.bytes.length)
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.equal(new Set([plain, br, gzip].map(({ headers }) => headers['etag'])).size, 3)
  })

  test('is not sent again to who has it', async () => {
    const { headers } = await get(`${token}/en.json`, { 'accept-encoding': 'br' })
    const etag = headers['etag'] ?? ''
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get(`${token}/en.json`, { 'accept-encoding': 'br', 'if-none-match': known })
      assert.equal(again.status, 304, known)
      assert.equal(again.bytes.length, 0)
      assert.equal(again.headers['etag'], etag)
      assert.equal(again.headers['cache-control'], headers['cache-control'])
      assert.equal(again.headers['access-control-allow-origin'], '*')
    }
    const other = await get(`${token}/en.json`, { 'accept-encoding': 'gzip', 'if-none-match': etag })
    assert.equal(other.status, 200, 'the tag of another encoding is another file')
  })

  test('has the same tag while it is the same, and another when it changes', async () => {
    const tag = async (name: string) => (await get(`${token}/${name}.json`)).headers['etag']
    const [en, de] = [await tag('en'), await tag('de')]
    await deployed()
    assert.deepEqual([await tag('en'), await tag('de')], [en, de])
    await putValue('text 0', 'de', 'Anders')
    assert.equal(await tag('de'), de, 'what is published changes with a deploy only')
    await deployed()
    assert.equal(await tag('en'), en)
    assert.notEqual(await tag('de'), de)
  })

  test('answers HEAD without a body, and the question of a browser before it asks', async () => {
    const head = await get(`${token}/en.json`, {}, 'HEAD')
    const { bytes } = await get(`${token}/en.json`)
    assert.deepEqual([head.status, head.bytes.length], [200, 0])
    assert.equal(head.headers['content-length'], String(bytes.length))
    const preflight = await get(`${token}/en.json`, { 'access-control-request-method': 'GET' }, 'OPTIONS')
    assert.equal(preflight.status, 204)
    assert.equal(preflight.headers['access-control-allow-origin'], '*')
    assert.match(preflight.headers['access-control-allow-methods'] ?? '', /GET/)
  })

  test('is found by any spelling of its locale', async () => {
    const project = await service.ok(owner, 'createProject', {
      params: { orgId },
      body: { name: 'Spelling', sourceLocale: 'pt-BR' },
    })
    await deployed(project.id)
    for (const name of ['pt-BR', 'pt_br', 'PT-br']) assert.deepEqual(await file(`${name}.json`, project.cdnToken), {})
  })

  test('survives the loss of, and damage to, the copies of this instance', async () => {
    await get(`${token}/en.json`)
    const folder = join(dataDir, 'cdn')
    assert.ok(readdirSync(folder).length > 0)
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), 'damaged')
    // A second instance on the same folder, with nothing in its memory.
    const { buildApp } = await import('../../../app.ts')
    const other = await buildApp(service.services)
    const read = async () => (await other.inject(`/cdn/${token}/en.json`)).json()
    assert.equal(Object.keys(await read()).length, 40)
    rmSync(folder, { recursive: true })
    assert.equal(Object.keys(await read()).length, 40)
    await other.close()
  })
})

describe('what is not published', () => {
  test('is served as it was known last while the database does not answer', async () => {
    await file('en.json')
    await transaction(service.db, async (tx) => {
      await tx.run(sql`lock table cdn_publications in access exclusive mode`)
      const began = performance.now()
      // For a moment what was seen before the lock is relied on.
      do assert.equal((await get(`${token}/en.json`)).status, 200)
      while (performance.now() < began + 100)
      assert.ok(performance.now() < began + onThisMachine(10_000))
    })
    assert.equal((await get(`${token}/en.json`)).status, 200)
  })

  test('is not found, in a way that a page may read and nobody keeps', async () => {
    const { status, headers, text } = await get(`${token}/it.json`)
    assert.equal(status, 404)
    assert.equal(JSON.parse(text).code, 'NOT_FOUND')
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.equal(headers['cache-control'], 'private, no-store')
    assert.equal(headers['etag'], undefined)
  })

  const other = 'f'.repeat(token.length)
  const paths = [
    '',
    token,
    `${token}/`,
    `${token}/en`,
    `${token}/en.json/`,
    `${token}//en.json`,
    `/${token}/en.json`,
    `${token}/default/en.json`,
    `${token}/../${token}/en.json`,
    `${token}/..%2f${token}/en.json`,
    `${token}/%2e%2e/en.json`,
    `${token}/%252e%252e%252fen.json`,
    `${token}/..\\..\\secret.key`,
    `${token}/..%5c..%5csecret.key`,
    `${token}/../../secret.key`,
    `${token}/%2e%2e%2f%2e%2e%2fsecret.key`,
    `${token}/en.json%00`,
    `${token}/en%00.json`,
    `${token}/en.json.br`,
    `${token.slice(0, -1)}/en.json`,
    `${token}x/en.json`,
    `${other}/en.json`,
    `%00/en.json`,
    `${'a'.repeat(4000)}/en.json`,
    `${token}/${'%F0%9F%8E%89'.repeat(300)}/en.json`,
    `${token}/__proto__.json`,
    `constructor/en.json`,
  ]
  for (const path of paths) {
    test(`such as /cdn/${path.length > 80 ? `${path.slice(0, 40)}…` : path.replaceAll(token, '<token>')}`, async () => {
      assert.equal((await get(path)).status, 404)
    })
  }

  test('a project that was never deployed has no files', async () => {
    const body = { name: 'New', sourceLocale: 'en' }
    const { cdnToken } = await service.ok(owner, 'createProject', { params: { orgId }, body })
    assert.equal((await get(`${cdnToken}/en.json`)).status, 404)
  })

  test('a broken escape is refused, not served', async () => {
    assert.ok([400, 404].includes((await get(`${token}/%zz/en.json`)).status ?? 0))
  })
})

describe('names of namespaces', () => {
  const odd = [
    'a/b',
    'fr.json',
    'CON',
    '100%',
    'a%2Fb',
    'été ☕',
    '..a',
    '?#&+ ',
    '\\',
    '<b>"',
    '__proto__',
    '\u{1F389}'.repeat(255),
  ]
  const climbing = ['.', '..', 'a/../b', '../..']

  test('are reached percent-encoded once, whatever they are', async () => {
    for (const [at, namespace] of [...odd, ...climbing].entries()) {
      await createKey('k', { en: `in ${at}` }, { namespace })
    }
    await deployed()
    for (const [at, namespace] of [...odd, ...climbing].entries()) {
      assert.deepEqual(await file(`${encodeURIComponent(namespace)}/en.json`), { k: `in ${at}` }, namespace)
    }
    assert.equal(Object.keys((await file('fr.json')) as object).length, 0, 'the namespace fr.json is no language')
  })

  test('that clients resolve away are reached as archives spell them, too', async () => {
    const spelled = ['%252E', '%252E%252E', 'a%252F..%252Fb', '..%252F..']
    for (const [at, name] of spelled.entries()) {
      const answer = await fetch(`${scene.base}/cdn/${token}/${name}/en.json`)
      assert.deepEqual(await answer.json(), { k: `in ${odd.length + at}` }, name)
    }
  })
})
