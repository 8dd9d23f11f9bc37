import assert from 'node:assert/strict'
import { test } from 'node:test'
import { join } from '../../../../../test/factories.ts'
import { mailThrough, PUBLIC_URL, startMailServer } from '../../../../../test/mail-server.ts'
import { until } from '../../../../../test/until.ts'
import { sql } from '../../../../db/sql.ts'
import { createWebhookScene } from '../../test/webhook-scene.ts'

const server = await startMailServer()
// Without delays there is one attempt, and a delivery that fails has failed for good.
const scene = await createWebhookScene({ webhookRetryDelays: [], ...mailThrough(`smtp://127.0.0.1:${server.port}`) })
const { service, owner, orgId, projectId, createHook, settled } = scene
const [admin, developer, reviewer, gone] = [
  await join(service, owner, orgId, 'admin'),
  await join(service, owner, orgId, 'developer'),
  await join(service, owner, orgId, 'reviewer'),
  await join(service, owner, orgId, 'developer'),
]
await service.ok(owner, 'updateUser', { params: { userId: gone.userId }, body: { isActive: false } })
await service.ok(developer, 'putPreferences', { body: { console: { language: 'fr' } } })

const notices = () => server.received.filter(({ read }) => read.text?.includes('/webhooks/'))
const allSent = () =>
  until('nothing to wait', async () => !(await service.db.row(sql`select from mails where due_at is not null`)))
const failTen = async (id: number) => {
  for (let at = 0; at < 10; at++) await settled((await scene.test(id)).id, 'failed')
}

test('whoever may switch a webhook on again hears by mail that it was switched off, once each time', async () => {
  const { id, name } = await createHook(['key.created'], 500, developer)
  await failTen(id)
  await until('the mails', () => notices().length >= 3)
  await allSent()
  assert.deepEqual(
    notices()
      .flatMap(({ to }) => to)
      .sort(),
    [owner, admin, developer].map(({ email }) => email).sort(),
    `neither ${reviewer.email}, who may not, nor ${gone.email}, who cannot sign in`,
  )
  const [inEnglish, inFrench] = [server.to(owner.email), server.to(developer.email)].map((mails) => mails.at(-1)?.read)
  assert.equal(inEnglish?.subject, `The webhook ${name} of Shop is switched off`)
  assert.ok(inEnglish.text?.includes(`${PUBLIC_URL}/projects/${projectId}/webhooks/${id}`))
  assert.match(inEnglish.text ?? '', /It called http:\/\/127\.0\.0\.1:\d+\.\n/, 'the path may hold a secret')
  assert.equal(inFrench?.subject, `Le webhook ${name} de Shop est désactivé`)

  await service.ok(owner, 'updateWebhook', { params: { id }, body: { isActive: true } })
  await failTen(id)
  await until('the second notices', () => notices().length === 6)
})

test('not of one that somebody has switched off', async () => {
  const before = notices().length
  const { id } = await createHook(['key.created'])
  await service.ok(owner, 'updateWebhook', { params: { id }, body: { isActive: false } })
  await allSent()
  assert.equal(notices().length, before)
})
