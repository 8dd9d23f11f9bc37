import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import Stripe from 'stripe'
import { newWebhookSecret } from '../secret-box.ts'
import { sign } from '../signature.ts'

const { webhooks } = new Stripe('sk_test_unused')
const secret = newWebhookSecret()
const now = () => Math.floor(Date.now() / 1000)
const body = JSON.stringify({ event: 'key.created', data: { key: 'menu.title', note: 'Grüße, 日本, 😀, / \u2028' } })

const verify = (raw: string | Buffer, header: string, key = secret) => webhooks.constructEvent(raw, header, key)
const refused = Stripe.errors.StripeSignatureVerificationError

test('a library written by others accepts the signature, over the text and over its bytes', () => {
  const header = sign(secret, now(), body)
  assert.deepEqual(verify(body, header), JSON.parse(body))
  assert.deepEqual(verify(Buffer.from(body), header), JSON.parse(body))
})

test('the header has the promised form: seconds, and lowercase hex over time, dot and body', () => {
  const header = sign(secret, 1_700_000_000, body)
  assert.match(header, /^t=\d+,v1=[0-9a-f]{64}$/)
  const v1 = createHmac('sha256', Buffer.from(secret))
    .update(Buffer.from(`1700000000.${body}`))
    .digest('hex')
  assert.equal(header, `t=1700000000,v1=${v1}`)
})

test('a changed body is refused', () => {
  const header = sign(secret, now(), body)
  for (const changed of [body.replace('menu', 'Menu'), `${body} `, body.slice(0, -1), `\uFEFF${body}`]) {
    assert.throws(() => verify(changed, header), refused, changed)
  }
})

test('a body that was parsed and written again is refused', () => {
  const sent = JSON.stringify(JSON.parse(body), null, 2)
  const header = sign(secret, now(), sent)
  assert.deepEqual(verify(sent, header), JSON.parse(body))
  assert.throws(() => verify(JSON.stringify(JSON.parse(sent)), header), refused)
})

test('an old signature is refused, and its time cannot be renewed', () => {
  const old = sign(secret, now() - 301, body)
  assert.throws(() => verify(body, old), refused)
  assert.throws(() => verify(body, old.replace(/^t=\d+/, `t=${now()}`)), refused)
})

test('after a rotation only the new secret signs', () => {
  const rotated = newWebhookSecret()
  const header = sign(rotated, now(), body)
  assert.ok(verify(body, header, rotated))
  assert.throws(() => verify(body, header), refused)
})
