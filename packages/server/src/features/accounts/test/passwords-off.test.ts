import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { join, register } from '../../../../test/factories.ts'
import { nobody, startService } from '../../../../test/harness.ts'
import { readConfig } from '../../../config.ts'

const settings = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }
const { provider } = readConfig(settings)

describe('PASSWORD_SIGN_IN=off', async () => {
  const before = await startService({ provider })
  const admin = await register(before)
  const { orgId } = admin
  const member = await join(before, admin, orgId, 'admin')
  const { token } = await before.ok(admin, 'createResetLink', { params: { orgId, userId: member.userId } })
  const service = await startService({ provider, hasPasswords: false }, before)

  test('a password lets in administrators of the instance, and nobody else; a wrong one tells nothing', async () => {
    await service.ok(nobody, 'login', { body: { email: admin.email, password: admin.password } })
    await service.refused(nobody, 'login', { body: { email: member.email, password: member.password } }, 'passwordsOff')
    for (const { email } of [admin, member, { email: 'nobody@example.com' }])
      await service.refused(nobody, 'login', { body: { email, password: 'not the password' } }, 'invalidCredentials')
    await service.ok(member, 'getSession')
  })

  test('nobody registers or accepts an invitation with one, and no link sets one', async () => {
    const body = { email: 'new@example.com', password: 'correct horse battery', name: 'New' }
    await service.refused(nobody, 'register', { body }, 'passwordsOff')
    const invited = { params: { orgId }, body: { email: 'new@example.com', role: 'viewer' } }
    const { inviteToken } = await service.ok(admin, 'createMember', invited)
    const accepting = { body: { token: inviteToken, name: 'New', password: 'correct horse battery' } }
    await service.refused(nobody, 'acceptInvite', accepting, 'passwordsOff')
    await service.refused(nobody, 'resetPassword', { body: { token, password: 'another horse battery' } }, 'notFound')
    const params = { orgId, userId: member.userId }
    await service.refused(admin, 'createResetLink', { params }, 'passwordUseless')
  })

  test('the first account is made with a password all the same', async () => {
    const own = await startService({ provider, hasPasswords: false })
    const first = await register(own)
    assert.equal((await own.ok(first, 'getSession')).user.isInstanceAdmin, true)
  })
})
