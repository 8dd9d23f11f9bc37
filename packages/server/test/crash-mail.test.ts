import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CrashScene } from './crash-scene.ts'
import { FROM, PUBLIC_URL, type ReceivedMail, startMailServer } from './mail-server.ts'
import { until } from './until.ts'

const server = await startMailServer()
const env = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: FROM, PUBLIC_URL }
const scene = await CrashScene.begin({ env, database: 'own' })

const invite = (email: string) =>
  scene.ok<{ isMailed: boolean }>('POST', `/v1/organizations/${scene.orgId}/members`, { email, role: 'viewer' })

test('a service that is killed in the middle of a mail sends it after the next start, under the same id, and no other twice', async () => {
  await invite('before@example.com')
  await until('a first mail', () => server.to('before@example.com').length === 1)

  const begun: ReceivedMail[] = []
  const hold = Promise.withResolvers<undefined>()
  server.manners.message = (mail) => {
    begun.push(mail)
    return hold.promise
  }
  for (const name of ['one', 'two', 'three']) assert.equal((await invite(`${name}@example.com`)).isMailed, true)
  await until('one to be under way', () => begun.length === 1)
  await scene.crashAll()
  // It would have been refused: the server never said that it had taken it.
  server.manners.message = async () => undefined
  await scene.restart()
  await until('all to come', () => server.received.length >= 4, 20_000)
  const receivers = server.received.flatMap(({ to }) => to).sort()
  assert.deepEqual(
    receivers,
    ['before', 'one', 'three', 'two'].map((name) => `${name}@example.com`),
  )
  const [cutOff] = begun
  const again = server.to(cutOff?.to[0] ?? '')[0]
  assert.equal(again?.read.messageId, cutOff?.read.messageId)
  assert.ok(again?.read.messageId)
})
