import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { Authenticator } from '../../../../test/authenticator.ts'
import { cookieOf, createScene, join, type Person } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { startIdentityProvider } from '../../../../test/identity-provider.ts'
import { park } from '../../../../test/parked-request.ts'
import { providerConfig } from '../../../../test/provider-scene.ts'
import { sql } from '../../../db/sql.ts'

const provider = await startIdentityProvider({ origins: ['http://localhost'], people: {} })
const service = await startService(providerConfig(provider))
const STEP = 30_000
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.clock.now().getTime() })

async function protectedPerson() {
  const scene = await createScene(service)
  const { owner } = scene
  const { email, password } = owner
  const elsewhere = { cookie: cookieOf(await service.call({}, 'login', { body: { email, password } })) }
  const { secret } = await service.ok(owner, 'beginSecondFactor')
  await service.ok(owner, 'createSecondFactor', { body: { code: codeOf(secret) } })
  service.clock.advance(STEP)
  const device = new Authenticator()
  const { options } = await service.ok(owner, 'beginPasskey')
  const { id } = await service.ok(owner, 'createPasskey', { body: { name: 'Key', credential: device.create(options) } })
  return { ...scene, elsewhere, passkeyId: id }
}

/** What opens the account of somebody, and what acts for them. */
const standing = ({ userId }: Person) =>
  service.db.one(sql`
    select (select secret from second_factors where user_id = ${userId}) as secret,
           (select array_agg(code_hash order by code_hash) from recovery_codes where user_id = ${userId}) as codes,
           (select count(*) from passkeys where user_id = ${userId}) as passkeys,
           (select count(*) from api_keys where created_by = ${userId}) as keys,
           (select count(*) from webhooks where created_by = ${userId}) as webhooks`)

describe('a request that was let in before its session was ended', () => {
  for (const name of [
    'createSecondFactor',
    'deleteSecondFactor',
    'renewRecoveryCodes',
    'createPasskey',
    'deletePasskey',
    'createApiKey',
    'createWebhook',
  ] as const)
    test(`${name} leaves no way in, and takes none away`, async () => {
      const { owner, elsewhere, projectId, passkeyId } = await protectedPerson()
      const { secret } = await service.ok(owner, 'beginSecondFactor')
      const { options } = await service.ok(owner, 'beginPasskey')
      const bodies = {
        createSecondFactor: { code: codeOf(secret) },
        createPasskey: { name: 'Late', credential: new Authenticator().create(options) },
        createApiKey: { name: 'Late', scopes: ['translations:read'] },
        createWebhook: { name: 'Late', url: 'https://93.184.216.34/hook', events: ['key.created'] },
        deleteSecondFactor: {},
        renewRecoveryCodes: {},
        deletePasskey: {},
      }
      const { email, password } = owner
      const before = await standing(owner)
      const finish = await park(service, owner, name, { params: { projectId, passkeyId }, body: bodies[name] })
      await service.ok(elsewhere, 'deleteOtherSessions')
      // The challenge of a new passkey has ended with the session.
      assert.equal((await finish()).status, name === 'createPasskey' ? 400 : 401)
      assert.deepEqual(await standing(owner), before)
      const answer = await service.call({}, 'login', { body: { email, password } })
      assert.equal((answer.body as { code?: string }).code, 'SECOND_FACTOR_REQUIRED')
    })

  test('updateMe sets no password and ends no other session, and no link to the provider begins or goes', async () => {
    const { owner, elsewhere } = await protectedPerson()
    const { password: currentPassword } = owner
    const { id: identityId } = await service.db.one<{ id: number }>(sql`
      insert into identities (user_id, issuer, subject, created_at)
      values (${owner.userId}, 'https://id.example', 'own', now()) returning id`)
    const late = [
      await park(service, owner, 'updateMe', {
        params: {},
        body: { name: 'Late', password: 'another horse battery', currentPassword },
      }),
      await park(service, owner, 'beginIdentityLink', { params: {}, body: { currentPassword } }),
      await park(service, owner, 'deleteIdentity', { params: { identityId }, body: { currentPassword } }),
    ]
    await service.ok(elsewhere, 'deleteOtherSessions')
    for (const finish of late) assert.deepEqual(await finish(), { status: 401, code: 'AUTHENTICATION_REQUIRED' })
    assert.equal((await service.ok(elsewhere, 'getSession')).user.name, owner.name)
    assert.equal((await service.ok(elsewhere, 'listIdentities')).identities.length, 1)
  })

  test('regenerateSecret tells no secret of a webhook, and none to whoever was removed', async () => {
    const { owner, orgId, projectId } = await createScene(service)
    const hook = { name: 'Hook', url: 'https://93.184.216.34/hook', events: ['key.created' as const] }
    const { id } = await service.ok(owner, 'createWebhook', { params: { projectId }, body: hook })
    const secret = () => service.db.one(sql`select secret from webhooks where id = ${id}`)
    const before = await secret()
    const [first, second] = [
      await join(service, owner, orgId, 'developer'),
      await join(service, owner, orgId, 'developer'),
    ]
    const request = { params: { id }, body: {} }
    const late = [
      await park(service, first, 'regenerateSecret', request),
      await park(service, second, 'regenerateSecret', request),
    ]
    await service.ok(first, 'logout')
    await service.ok(owner, 'deleteMember', { params: { orgId, userId: second.userId } })
    const statuses = []
    for (const finish of late) statuses.push((await finish()).status)
    assert.deepEqual(statuses, [401, 404])
    assert.deepEqual(await secret(), before)
  })
})
