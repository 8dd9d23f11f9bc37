import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { type VerifyOptions, verifyWebhook, WebhookSignatureError } from '../src/index.ts'

const secret = 'whsec_0123456789abcdefghijklmnopqrstuvwxyz'
const body = JSON.stringify({ event: 'key.created', data: { key: 'menu.title', note: 'Grüße, 日本, 😀, / \u2028' } })
const SECONDS = 1_700_000_000
const now = new Date(SECONDS * 1000)

const v1 = (key = secret, text = body, seconds = SECONDS) =>
  createHmac('sha256', key).update(`${seconds}.${text}`).digest('hex')
const header = `t=${SECONDS},v1=${v1()}`

const verify = (
  raw: string | Uint8Array = body,
  given = header,
  options: VerifyOptions = {},
  key: string | string[] = secret,
) => verifyWebhook(key, given, raw, { now, ...options })
const refused = (...args: Parameters<typeof verify>) => assert.rejects(verify(...args), WebhookSignatureError)

test('a genuine request is told, as text and as bytes', async () => {
  assert.deepEqual(await verify(), JSON.parse(body))
  assert.deepEqual(await verify(Buffer.from(body)), JSON.parse(body))
  assert.deepEqual(await verify(new TextEncoder().encode(body)), JSON.parse(body))
})

test('a body that was changed, or parsed and written again, is refused', async () => {
  const spaced = JSON.stringify(JSON.parse(body), null, 1)
  for (const changed of [body.replace('menu', 'Menu'), `${body} `, body.slice(0, -1), `\uFEFF${body}`, spaced, '']) {
    await refused(changed)
  }
  await refused(Buffer.from(body, 'latin1'))
  await refused(Buffer.from(body, 'utf16le'))
})

test('something parsed is a mistake of the caller, and told as one', async () => {
  await assert.rejects(verify(JSON.parse(body)), TypeError)
  await assert.rejects(verify(body, header, {}, ''), TypeError)
  await assert.rejects(verify(body, header, {}, []), TypeError)
})

test('five minutes to either side are allowed, or as many seconds as one says', async () => {
  const at = (seconds: number, tolerance?: number) => ({
    now: new Date((SECONDS + seconds) * 1000),
    ...(tolerance === undefined ? {} : { tolerance }),
  })
  for (const seconds of [-300, 0, 300]) assert.ok(await verify(body, header, at(seconds)))
  for (const seconds of [-301, 301, 86_400]) await refused(body, header, at(seconds))
  assert.ok(await verify(body, header, at(10, 10)))
  await refused(body, header, at(11, 10))
  await refused(body, header, { tolerance: Number.NaN })
})

test('the time is signed, too', async () => {
  await refused(body, `t=${SECONDS + 1},v1=${v1()}`)
  await refused(body, `t=0${SECONDS},v1=${v1()}`)
})

test('of several signatures one is enough, and of several secrets', async () => {
  const other = v1('whsec_other')
  assert.ok(await verify(body, `t=${SECONDS},v1=${other},v1=${v1()}`))
  assert.ok(await verify(body, `t=${SECONDS}, v0=${other}, v1=${v1()}`))
  assert.ok(await verify(body, header, {}, ['whsec_new', secret]))
  await refused(body, header, {}, ['whsec_new', 'whsec_newer'])
  await refused(body, `t=${SECONDS},v1=${other},v1=${other}`)
  await refused(body, `t=${SECONDS},v0=${v1()}`)
})

test('a header that is not one is refused', async () => {
  const wrong = [
    '',
    't=',
    `t=${SECONDS}`,
    `v1=${v1()}`,
    `${header},t=${SECONDS}`,
    `t=-1,v1=${v1()}`,
    `t=1e9,v1=${v1()}`,
  ]
  const cut = [
    header.toUpperCase(),
    `t=${SECONDS},v1=${v1().toUpperCase()}`,
    header.slice(0, -1),
    `${header}0`,
    `t=${SECONDS},v1=`,
  ]
  for (const given of [...wrong, ...cut]) await refused(body, given)
  for (const missing of [undefined, null])
    await assert.rejects(verifyWebhook(secret, missing, body), WebhookSignatureError)
})

test('headers of a request tell by themselves how it is signed, in whatever case and from wherever they come', async () => {
  const all = { Host: 'receiver', 'X-TMS-Signature': header }
  for (const headers of [all, { 'x-tms-signature': [header], cookie: undefined }, new Headers(all)]) {
    assert.deepEqual(await verifyWebhook(secret, headers, body, { now }), JSON.parse(body))
  }
  const key = `whsec_${Buffer.alloc(33, 0xfb).toString('base64')}`
  const signed = createHmac('sha256', Buffer.alloc(33, 0xfb)).update(`del_1.${SECONDS}.${body}`).digest('base64')
  const standard = {
    'Webhook-Id': 'del_1',
    'Webhook-Timestamp': String(SECONDS),
    'Webhook-Signature': `v1a,other v1,${signed}`,
  }
  assert.deepEqual(await verifyWebhook([secret, key], standard, body, { now }), JSON.parse(body))
  const without = { ...standard, 'Webhook-Signature': `v1a,${signed}` }
  const late = { ...standard, 'Webhook-Timestamp': String(SECONDS - 1) }
  for (const headers of [{}, new Headers(), without, late, null, undefined]) {
    await assert.rejects(verifyWebhook(key, headers, body, { now }), WebhookSignatureError)
  }
})
