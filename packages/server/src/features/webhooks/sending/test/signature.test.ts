import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { verifyWebhook, WebhookSignatureError } from '@parlance/sdk'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import Stripe from 'stripe'
import { newWebhookSecret, sign, signatureHeaders } from '../signature.ts'

const { webhooks } = new Stripe('sk_test_unused')
const secret = newWebhookSecret()
const now = () => Math.floor(Date.now() / 1000)
const body = JSON.stringify({ event: 'key.created', data: { key: 'menu.title', note: 'Grüße, 日本, 😀, / \u2028' } })

/** By a library written by others and by our own, which agree. */
async function verify(raw: string | Buffer, header: string, key = secret) {
  const event = webhooks.constructEvent(raw, header, key)
  assert.deepEqual(await verifyWebhook(key, header, raw), event)
  return event
}

async function refused(raw: string, header: string, key = secret) {
  assert.throws(() => webhooks.constructEvent(raw, header, key), Stripe.errors.StripeSignatureVerificationError, raw)
  await assert.rejects(verifyWebhook(key, header, raw), WebhookSignatureError, raw)
}

test('the signature is accepted, over the text and over its bytes', async () => {
  const header = sign(secret, now(), body)
  assert.deepEqual(await verify(body, header), JSON.parse(body))
  assert.deepEqual(await verify(Buffer.from(body), header), JSON.parse(body))
})

test('the header has the promised form: seconds, and lowercase hex over time, dot and body', () => {
  const header = sign(secret, 1_700_000_000, body)
  assert.match(header, /^t=\d+,v1=[0-9a-f]{64}$/)
  const v1 = createHmac('sha256', Buffer.from(secret))
    .update(Buffer.from(`1700000000.${body}`))
    .digest('hex')
  assert.equal(header, `t=1700000000,v1=${v1}`)
})

test('a changed body is refused', async () => {
  const header = sign(secret, now(), body)
  for (const changed of [body.replace('menu', 'Menu'), `${body} `, body.slice(0, -1), `\uFEFF${body}`]) {
    await refused(changed, header)
  }
})

test('a body that was parsed and written again is refused', async () => {
  const sent = JSON.stringify(JSON.parse(body), null, 2)
  const header = sign(secret, now(), sent)
  assert.deepEqual(await verify(sent, header), JSON.parse(body))
  await refused(JSON.stringify(JSON.parse(sent)), header)
})

test('an old signature is refused, and its time cannot be renewed', async () => {
  const old = sign(secret, now() - 301, body)
  await refused(body, old)
  await refused(body, old.replace(/^t=\d+/, `t=${now()}`))
})

test('after a rotation only the new secret signs', async () => {
  const rotated = newWebhookSecret()
  const header = sign(rotated, now(), body)
  assert.ok(await verify(body, header, rotated))
  await refused(body, header)
})

const signStandard = (unixSeconds: number, key = secret, id = 'del_1') =>
  signatureHeaders('standard', key, { id, unixSeconds, rawBody: body })

/** By the library of Standard Webhooks and by our own. */
async function verifyStandard(raw: string | Buffer, headers: Record<string, string>, key = secret) {
  const message = new Webhook(key).verify(raw, headers)
  assert.deepEqual(await verifyWebhook(key, headers, raw), message)
  assert.deepEqual(await verifyWebhook(['another', key], new Headers(headers), raw), message)
  return message
}

async function refusedStandard(raw: string, headers: Record<string, string>, key = secret) {
  assert.throws(() => new Webhook(key).verify(raw, headers), WebhookVerificationError, JSON.stringify(headers))
  await assert.rejects(verifyWebhook(key, headers, raw), WebhookSignatureError, JSON.stringify(headers))
}

test('the library of Standard Webhooks accepts what is signed for it, and refuses what was changed or is old', async () => {
  const headers = signStandard(now())
  assert.deepEqual(Object.keys(headers), ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
  assert.deepEqual(await verifyStandard(body, headers), JSON.parse(body))
  assert.deepEqual(await verifyStandard(Buffer.from(body), headers), JSON.parse(body))
  await refusedStandard(`${body} `, headers)
  await refusedStandard(body, { ...headers, 'webhook-id': 'del_2' })
  await refusedStandard(body, { ...headers, 'webhook-timestamp': String(now() + 1) })
  await refusedStandard(body, headers, newWebhookSecret())
  await refusedStandard(body, signStandard(now() - 301))
  for (const name of Object.keys(headers)) {
    const { [name]: _, ...others } = headers
    await refusedStandard(body, others)
  }
})

test('a secret of older webhooks signs as Standard Webhooks says, too', async () => {
  const bytes = Buffer.alloc(32, 0xfb)
  const older = `whsec_${bytes.toString('base64url')}`
  assert.match(older, /[-_]/)
  const headers = signStandard(now(), older)
  assert.deepEqual(new Webhook(bytes.toString('base64')).verify(body, headers), JSON.parse(body))
  assert.deepEqual(await verifyWebhook(older, headers, body), JSON.parse(body))
})

test('a new secret is whsec_ and at least 32 random bytes, another each time', () => {
  const secrets = new Set(Array.from({ length: 1000 }, newWebhookSecret))
  assert.equal(secrets.size, 1000)
  for (const made of secrets) {
    assert.match(made, /^whsec_[A-Za-z0-9+/]+$/)
    assert.ok(Buffer.from(made.slice('whsec_'.length), 'base64').length >= 32)
  }
})
