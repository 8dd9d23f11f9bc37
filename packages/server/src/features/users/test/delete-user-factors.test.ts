import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { Authenticator } from '../../../../test/authenticator.ts'
import { type Person, register } from '../../../../test/factories.ts'
import { nobody, startService } from '../../../../test/harness.ts'
import { park } from '../../../../test/parked-request.ts'

const service = await startService()
// The first to register administers the instance.
const admin = await register(service)

async function protect(person: Person) {
  const { secret } = await service.ok(person, 'beginSecondFactor')
  const timestamp = service.clock.now().getTime()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
  await service.ok(person, 'createSecondFactor', { body: { code } })
  const device = new Authenticator()
  const { options } = await service.ok(person, 'beginPasskey')
  await service.ok(person, 'createPasskey', { body: { name: 'Laptop', credential: device.create(options) } })
  return device
}

const signIn = ({ email, password }: Person) => service.call(nobody, 'login', { body: { email, password } })
const remove = ({ userId }: Person) => ({ params: { userId } })
const seen = async ({ email }: Person) =>
  (await service.ok(admin, 'listUsers', { query: { search: email } })).users[0] ?? assert.fail()

describe('somebody who has lost everything', () => {
  test('signs in with the password alone again; their sessions have ended, and it is told in their audit log', async () => {
    const person = await register(service)
    const device = await protect(person)
    assert.partialDeepStrictEqual(await seen(person), { hasSecondFactor: true, passkeyCount: 1 })
    const step = (await signIn(person)).body as { meta: { token: string } }
    await service.ok(admin, 'deleteUserFactors', remove(person))
    assert.partialDeepStrictEqual(await seen(person), { hasSecondFactor: false, passkeyCount: 0 })
    await service.refused(person, 'getSession', {}, 'authenticationRequired')
    const body = { token: step.meta.token, code: '123456' }
    await service.refused(nobody, 'completeLogin', { body }, 'secondStepOver')
    const { options } = await service.ok(nobody, 'beginPasskeyLogin')
    await service.refused(nobody, 'loginWithPasskey', { body: { credential: device.get(options) } }, 'wrongPasskey')
    const back = await service.call(nobody, 'login', { body: { email: person.email, password: person.password } })
    assert.equal(back.status, 200)
    const cookie = String(back.headers['set-cookie']).split(';', 1)[0] ?? ''
    const { entries } = await service.ok({ cookie }, 'listAudit', { params: { orgId: person.orgId } })
    const entry = entries.find(({ event }) => event === 'member.second_factor_removed')
    assert.partialDeepStrictEqual(entry, {
      actor: { type: 'user', id: admin.userId },
      subject: { type: 'member', id: person.userId, name: person.email },
      address: null,
    })
    await service.refused(admin, 'deleteUserFactors', remove(person), 'notFound')
  })

  test('is helped by an administrator who has confirmed who they are, and by nobody else', async () => {
    const person = await register(service)
    await protect(person)
    await service.refused(person, 'deleteUserFactors', remove(person), 'administratorsOnly')
    service.clock.advance(15 * 60_000)
    await service.refused(admin, 'deleteUserFactors', remove(person), 'confirmationRequired')
    await service.ok(admin, 'confirmIdentity', { body: { password: admin.password } })
    await service.ok(admin, 'deleteUserFactors', remove(person))
    await service.refused(admin, 'deleteUserFactors', { params: { userId: 987_654 } }, 'notFound')
  })

  test('is left alone by whoever was an administrator when the request began, and is none any more', async () => {
    const person = await register(service)
    await protect(person)
    const second = await register(service)
    const change = (isInstanceAdmin: boolean) =>
      service.ok(admin, 'updateUser', { params: { userId: second.userId }, body: { isInstanceAdmin } })
    await change(true)
    const finish = await park(service, second, 'deleteUserFactors', { ...remove(person), body: {} })
    await change(false)
    assert.deepEqual(await finish(), { status: 403, code: 'FORBIDDEN' })
    assert.partialDeepStrictEqual(await seen(person), { hasSecondFactor: true, passkeyCount: 1 })
  })
})
