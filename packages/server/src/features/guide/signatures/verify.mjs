import { createHmac, timingSafeEqual } from 'node:crypto'
import { buffer } from 'node:stream/consumers'

/** `header` is X-TMS-Signature; `body` is the bytes as they arrived, before anybody parsed them. */
export function isGenuine(secret, header, body, toleranceSeconds = 300) {
  const parts = header.split(',').map((part) => part.trim())
  const time = parts.find((part) => part.startsWith('t='))?.slice(2) ?? ''
  if (!/^\d+$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > toleranceSeconds) return false
  const expected = Buffer.from(createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex'))
  return parts
    .filter((part) => part.startsWith('v1='))
    .map((part) => Buffer.from(part.slice(3)))
    .some((sent) => sent.length === expected.length && timingSafeEqual(sent, expected))
}

const body = await buffer(process.stdin)
if (!isGenuine(process.env.WEBHOOK_SECRET, process.argv[2], body)) {
  console.error('not from Parlance')
  process.exit(1)
}
console.log(JSON.parse(body).event)
