import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { Authenticator } from '../../../../test/authenticator.ts'
import { cookieOf, join as joinOrganization, type Person, register } from '../../../../test/factories.ts'
import { type Answer, type Caller, nobody, startService } from '../../../../test/harness.ts'
import { sql } from '../../../db/sql.ts'
import { resealAll } from '../../../reseal.ts'
import { boxOf } from '../../../secret-box.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const STEP = 30 * SECOND
const DAY = 24 * 60 * MINUTE
const WRONG = '000000'

const service = await startService()
const other = await startService({}, service)

const codeOf = (secret: string, ms = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.clock.now().getTime() + ms })

/** Switches the factor of somebody on, and lets the code of that moment run out. */
async function protect(person: Person) {
  const { secret } = await service.ok(person, 'beginSecondFactor')
  const { recoveryCodes } = await service.ok(person, 'createSecondFactor', { body: { code: codeOf(secret) } })
  service.clock.advance(STEP)
  return { person, secret, recoveryCodes }
}
const protectedPerson = async () => protect(await register(service))

/** The first step, from some address. */
async function begin({ email, password }: Person, remoteAddress = '127.0.0.1') {
  const answer = await service.app.inject({
    method: 'POST',
    url: '/v1/auth/login',
    payload: { email, password },
    remoteAddress,
  })
  assert.equal(answer.statusCode, 401)
  assert.equal(answer.json().code, 'SECOND_FACTOR_REQUIRED')
  assert.equal(answer.headers['set-cookie'], undefined, 'nobody is signed in yet')
  return answer.json().meta.token as string
}

const complete = (token: string, code: string, at = service) =>
  at.call(nobody, 'completeLogin', { body: { token, code } })
const refused = (
  token: string,
  code: string,
  situation: 'wrongCode' | 'secondStepOver' | 'tooManyCodes' = 'wrongCode',
) => service.refused(nobody, 'completeLogin', { body: { token, code } }, situation)

async function guess(token: string, code: string, remoteAddress: string) {
  const answer = await service.app.inject({
    method: 'POST',
    url: '/v1/auth/login/second-factor',
    payload: { token, code },
    remoteAddress,
  })
  return answer.statusCode
}

const stateOf = (person: Caller) => service.ok(person, 'getSecondFactor')
const eventsOf = async (person: Person & { orgId: number }) =>
  (await service.ok(person, 'listAudit', { params: { orgId: person.orgId } })).entries
    .map(({ event }) => event)
    .filter((event) => /^(second_factor|recovery)/.test(event))

describe('a second factor', () => {
  test('counts from the moment when a code of its app was sent, with ten recovery codes that are told once', async () => {
    const person = await register(service)
    const off = { isOn: false, createdAt: null, lastUsedAt: null, recoveryCodesLeft: 0, hasPassword: true }
    assert.deepEqual(await stateOf(person), off)
    const { secret, uri } = await service.ok(person, 'beginSecondFactor')
    assert.match(secret, /^[A-Z2-7]{32}$/)
    const { searchParams, host, pathname } = new URL(uri)
    assert.deepEqual([host, decodeURIComponent(pathname)], ['totp', `/Parlance:${person.email}`])
    assert.deepEqual(Object.fromEntries(searchParams), {
      issuer: 'Parlance',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    assert.deepEqual(await stateOf(person), off)
    const { email, password } = person
    await service.ok(nobody, 'login', { body: { email, password } })

    await service.refused(person, 'createSecondFactor', { body: { code: WRONG } }, 'wrongCode')
    const { recoveryCodes } = await service.ok(person, 'createSecondFactor', { body: { code: codeOf(secret) } })
    assert.equal(new Set(recoveryCodes).size, 10)
    for (const code of recoveryCodes) assert.match(code, /^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    const on = { isOn: true, createdAt: service.clock.now().toISOString(), recoveryCodesLeft: 10 }
    assert.deepEqual(await stateOf(person), { ...off, ...on })
    await begin(person)
    await service.refused(person, 'createSecondFactor', { body: { code: codeOf(secret) } }, 'enrolmentOver')
  })

  test('is set up within half an hour, and by the last secret that was shown', async () => {
    const person = await register(service)
    const { secret: first } = await service.ok(person, 'beginSecondFactor')
    const { secret: second } = await service.ok(person, 'beginSecondFactor')
    await service.refused(person, 'createSecondFactor', { body: { code: codeOf(first) } }, 'wrongCode')
    service.clock.advance(30 * MINUTE)
    await service.ok(person, 'confirmIdentity', { body: { password: person.password } })
    await service.refused(person, 'createSecondFactor', { body: { code: codeOf(second) } }, 'enrolmentOver')
  })

  test('lets in with a code of now, of the half minute before or after, as people type it', async () => {
    const { person, secret } = await protectedPerson()
    service.clock.advance(10 * MINUTE)
    await refused(await begin(person), codeOf(secret, -2 * STEP))
    await refused(await begin(person), codeOf(secret, 2 * STEP))
    for (const ms of [-STEP, 0, STEP]) {
      const code = codeOf(secret, ms)
      const typed = ` ${code.slice(0, 3)} ${code.slice(3)}\n`
      const answer = await complete(await begin(person), typed)
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.body, await service.ok({ cookie: cookieOf(answer) }, 'getSession'))
    }
    const arabic = codeOf(secret, 2 * STEP).replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
    service.clock.advance(STEP)
    assert.equal((await complete(await begin(person), arabic)).status, 200)
    assert.equal((await stateOf(person)).lastUsedAt, service.clock.now().toISOString())
  })

  test('goes over to another app: the old one lets nobody in any more, nor do the old recovery codes', async () => {
    const { person, secret: old, recoveryCodes } = await protectedPerson()
    const { secret, recoveryCodes: anew } = await protect(person)
    await refused(await begin(person), codeOf(old))
    await refused(await begin(person), recoveryCodes[0] ?? '')
    assert.equal((await complete(await begin(person), codeOf(secret))).status, 200)
    assert.equal((await complete(await begin(person), anew[0] ?? '')).status, 200)
  })

  test('is switched off, and the password is enough again', async () => {
    const { person } = await protectedPerson()
    await service.ok(person, 'deleteSecondFactor')
    assert.partialDeepStrictEqual(await stateOf(person), { isOn: false, recoveryCodesLeft: 0 })
    await service.ok(nobody, 'login', { body: { email: person.email, password: person.password } })
    await service.refused(person, 'deleteSecondFactor', {}, 'notFound')
    await service.refused(person, 'renewRecoveryCodes', {}, 'notFound')
  })

  test('is told in the audit log', async () => {
    const { person, secret, recoveryCodes } = await protectedPerson()
    const owner = person as Person & { orgId: number }
    await refused(await begin(person), WRONG)
    await complete(await begin(person), codeOf(secret))
    await complete(await begin(person), recoveryCodes[0] ?? '')
    await service.ok(person, 'renewRecoveryCodes')
    await service.ok(person, 'deleteSecondFactor')
    assert.deepEqual(await eventsOf(owner), [
      'second_factor.disabled',
      'recovery_codes.renewed',
      'recovery_code.used',
      'second_factor.failed',
      'second_factor.enabled',
    ])
  })
})

describe('without the second factor nobody is let in', () => {
  test('by a link to a new password, which ends all sessions as ever and changes the password', async () => {
    const owner = await register(service)
    const member = await joinOrganization(service, owner, owner.orgId, 'viewer')
    const { secret } = await protect(member)
    const params = { orgId: owner.orgId, userId: member.userId }
    const { token } = await service.ok(owner, 'createResetLink', { params })
    const answer = await service.call(nobody, 'resetPassword', { body: { token, password: 'an entirely new one' } })
    assert.equal(answer.status, 401)
    assert.equal(answer.headers['set-cookie'], undefined)
    const { code, meta } = answer.body as { code: string; meta: { token: string } }
    assert.equal(code, 'SECOND_FACTOR_REQUIRED')
    await service.refused(member, 'getSession', {}, 'authenticationRequired')
    await refused(meta.token, WRONG)
    const done = await complete(meta.token, codeOf(secret))
    assert.equal(done.status, 200)
    await begin({ ...member, password: 'an entirely new one' })
  })

  test('by an invitation: somebody with an account accepts with a session', async () => {
    const { person } = await protectedPerson()
    const owner = await register(service)
    const { inviteToken: token } = await service.ok(owner, 'createMember', {
      params: { orgId: owner.orgId },
      body: { email: person.email, role: 'viewer' },
    })
    const body = { token, name: person.name, password: person.password }
    await service.refused(nobody, 'acceptInvite', { body }, 'accountExists')
  })

  test('by any other way: whatever begins a session is known here', () => {
    const features = join(import.meta.dirname, '../..')
    const beginning = globSync('*/!(index).ts', { cwd: features }).filter((file) =>
      /(start|insert)Session\b[^']*'\.(\.\/accounts\/index|\/session)\.ts'|insert into sessions /.test(
        readFileSync(join(features, file), 'utf8'),
      ),
    )
    assert.deepEqual(beginning.sort(), [
      // Makes an account, which has none yet.
      'accounts/accept-invite.ts',
      'accounts/login.ts',
      'accounts/register.ts',
      'accounts/reset-password.ts',
      // Asks for it, for all four of them.
      'accounts/session.ts',
      // Asks for it: the provider vouches for the first factor alone.
      'identities/complete-provider-sign-in.ts',
      // Has looked at its owner itself.
      'passkeys/login-with-passkey.ts',
      'second-factor/complete-login.ts',
    ])
  })

  test('and whether there is one is told to nobody without the password', async () => {
    const { person } = await protectedPerson()
    const body = { email: person.email, password: 'not the password' }
    await service.refused(nobody, 'login', { body }, 'invalidCredentials')
  })
})

describe('a code', () => {
  test('is taken once: not again, of two at one moment at two instances one, and none of before it', async () => {
    const { person, secret } = await protectedPerson()
    service.clock.advance(10 * MINUTE)
    const code = codeOf(secret)
    const tokens = [await begin(person), await begin(person), await begin(person)]
    const answers = await Promise.all([complete(tokens[0] ?? '', code), complete(tokens[1] ?? '', code, other)])
    assert.deepEqual(answers.map(({ status }: Answer) => status).sort(), [200, 401])
    await refused(tokens[2] ?? '', code)
    await refused(tokens[2] ?? '', codeOf(secret, -STEP))
    await service.refused(person, 'confirmIdentity', { body: { code } }, 'wrongCode')
    assert.equal((await complete(tokens[2] ?? '', codeOf(secret, STEP))).status, 200)
  })

  test('with which the factor was switched on opens nothing', async () => {
    const person = await register(service)
    const { secret } = await service.ok(person, 'beginSecondFactor')
    const code = codeOf(secret)
    await service.ok(person, 'createSecondFactor', { body: { code } })
    await refused(await begin(person), code)
  })

  test('of another account is wrong', async () => {
    const { person } = await protectedPerson()
    const { secret, recoveryCodes } = await protectedPerson()
    await refused(await begin(person), codeOf(secret))
    await refused(await begin(person), recoveryCodes[0] ?? '')
  })

  test('is wrong where it is neither of an app nor for recovery', async () => {
    const { person } = await protectedPerson()
    for (const code of ['12345', '1234567', 'abcdef', '-', 'AAAA-AAAA-AAAA', '      '])
      await refused(await begin(person), code)
  })

  test('of a secret that no key opens is wrong, and not of an empty one; a recovery code lets its owner in', async () => {
    const { person, recoveryCodes } = await protectedPerson()
    await service.db.run(sql`
      update second_factors set secret = set_byte(secret, 20, 255 - get_byte(secret, 20))
      where user_id = ${person.userId}`)
    await refused(await begin(person), codeOf(''))
    assert.equal((await complete(await begin(person), recoveryCodes[0] ?? '')).status, 200)
  })
})

describe('a recovery code', () => {
  test('is taken once, in any spelling, of two at one moment one', async () => {
    const { person, recoveryCodes } = await protectedPerson()
    const [first = '', second = ''] = recoveryCodes
    assert.equal((await complete(await begin(person), first.toLowerCase().replaceAll('-', ' '))).status, 200)
    await refused(await begin(person), first)
    const tokens = [await begin(person), await begin(person)]
    const answers = await Promise.all([complete(tokens[0] ?? '', second), complete(tokens[1] ?? '', second, other)])
    assert.deepEqual(answers.map(({ status }: Answer) => status).sort(), [200, 401])
    assert.equal((await stateOf(person)).recoveryCodesLeft, 8)
  })

  test('of before is void once new ones were made', async () => {
    const { person, recoveryCodes: old } = await protectedPerson()
    const { recoveryCodes } = await service.ok(person, 'renewRecoveryCodes')
    assert.equal(new Set([...old, ...recoveryCodes]).size, 20)
    await refused(await begin(person), old[0] ?? '')
    assert.equal((await complete(await begin(person), recoveryCodes[0] ?? '')).status, 200)
  })

  test('is kept as a hash, and the secret sealed', async () => {
    const { person, secret, recoveryCodes } = await protectedPerson()
    const rows = await service.db.rows<{ text: string }>(sql`
      select f::text as text from second_factors f where user_id = ${person.userId}
      union all select r::text from recovery_codes r where user_id = ${person.userId}`)
    const kept = rows.map(({ text }) => text).join('\n')
    for (const shown of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))]) {
      assert.ok(!kept.includes(shown))
      assert.ok(!kept.includes(Buffer.from(shown).toString('hex')))
    }
  })
})

describe('the token of a second step', () => {
  test('lets in once, within ten minutes, and nobody but whose password was sent', async () => {
    const { person, secret } = await protectedPerson()
    const stranger = await protectedPerson()
    const token = await begin(person)
    await refused(token, codeOf(stranger.secret))
    assert.equal((await complete(token, codeOf(secret))).status, 200)
    service.clock.advance(MINUTE)
    await refused(token, codeOf(secret), 'secondStepOver')
    const old = await begin(person)
    service.clock.advance(10 * MINUTE)
    await refused(old, codeOf(secret), 'secondStepOver')
    await refused('made up', codeOf(secret), 'secondStepOver')
  })

  test('is over when the password changes, the account is deactivated, or the factor goes', async () => {
    const { person, secret } = await protectedPerson()
    const before = await begin(person)
    const password = 'an entirely new one'
    await service.ok(person, 'updateMe', { body: { currentPassword: person.password, password } })
    await refused(before, codeOf(secret), 'secondStepOver')
    const token = await begin({ ...person, password })
    await service.db.run(sql`update users set is_active = false where id = ${person.userId}`)
    await refused(token, codeOf(secret), 'secondStepOver')
    await service.db.run(sql`update users set is_active = true where id = ${person.userId}`)
    await service.ok(person, 'confirmIdentity', { body: { password } })
    await service.ok(person, 'deleteSecondFactor')
    await refused(token, codeOf(secret), 'secondStepOver')
  })

  test('is no session', async () => {
    const { person } = await protectedPerson()
    const token = await begin(person)
    await service.refused({ cookie: `tms_session=${token}` }, 'getSession', {}, 'authenticationRequired')
  })
})

describe('guessing codes', () => {
  const fail = async (token: string, address: string, times: number) => {
    for (let at = 0; at < times; at++) assert.equal(await guess(token, WRONG, address), 401, `guess ${at + 1}`)
  }

  test('429 after 10 wrong ones in a quarter of an hour, for the right one too, from wherever it comes', async () => {
    const { person, secret } = await protectedPerson()
    const token = await begin(person, '198.51.100.1')
    await fail(token, '198.51.100.1', 5)
    await fail(await begin(person, '198.51.100.2'), '198.51.100.2', 5)
    assert.equal(await guess(token, codeOf(secret), '198.51.100.1'), 429)
    assert.equal(await guess(token, codeOf(secret), '198.51.100.3'), 429, 'nor from a third address')
    service.clock.advance(15 * MINUTE)
    assert.equal(await guess(await begin(person, '198.51.100.1'), codeOf(secret), '198.51.100.1'), 200)
  })

  test('429 after 50 in a day', async () => {
    const { person, secret } = await protectedPerson()
    for (let round = 0; round < 5; round++) {
      await fail(await begin(person, '198.51.100.1'), '198.51.100.1', 10)
      service.clock.advance(15 * MINUTE)
    }
    assert.equal(await guess(await begin(person, '198.51.100.1'), codeOf(secret), '198.51.100.1'), 429)
    service.clock.advance(DAY - 75 * MINUTE)
    assert.equal(await guess(await begin(person, '198.51.100.1'), codeOf(secret), '198.51.100.1'), 200)
  })

  test('keeps the owner out neither at a known address nor with a recovery code', async () => {
    const { person, secret, recoveryCodes } = await protectedPerson()
    await fail(await begin(person, '198.51.100.1'), '198.51.100.1', 10)
    const token = await begin(person, '198.51.100.9')
    assert.equal(await guess(token, codeOf(secret), '198.51.100.9'), 429)
    assert.equal(await guess(token, recoveryCodes[0] ?? '', '198.51.100.9'), 200)
    assert.equal((await complete(await begin(person), codeOf(secret))).status, 200)
  })

  test('a hundred guesses at once, at two instances, are not a hundred guesses', async () => {
    const { person } = await protectedPerson()
    const token = await begin(person)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) => complete(token, WRONG, at % 2 === 0 ? service : other)),
    )
    const evaluated = answers.filter(({ status }) => status === 401).length
    assert.equal(evaluated, 10)
    assert.ok(answers.every(({ status }) => status === 401 || status === 429))
  })

  test('in a session counts as well: it is no licence to guess', async () => {
    const { person, secret } = await protectedPerson()
    for (let at = 0; at < 10; at++)
      await service.refused(person, 'confirmIdentity', { body: { code: WRONG } }, 'wrongCode')
    await service.refused(person, 'confirmIdentity', { body: { code: codeOf(secret) } }, 'tooManyCodes')
  })

  test('a right one forgets those of its own address', async () => {
    const { person, secret } = await protectedPerson()
    const token = await begin(person)
    for (let at = 0; at < 9; at++) await refused(token, WRONG)
    assert.equal((await complete(token, codeOf(secret))).status, 200)
    service.clock.advance(STEP)
    const next = await begin(person)
    for (let at = 0; at < 9; at++) await refused(next, WRONG)
    assert.equal((await complete(next, codeOf(secret))).status, 200)
  })
})

describe('who one is', () => {
  test('403 CONFIRMATION_REQUIRED: a session of a while ago changes no way to sign in', async () => {
    const { person, secret } = await protectedPerson()
    service.clock.advance(15 * MINUTE)
    for (const route of ['beginSecondFactor', 'deleteSecondFactor', 'renewRecoveryCodes'] as const)
      await service.refused(person, route, {}, 'confirmationRequired')
    const body = { code: codeOf(secret) }
    await service.refused(person, 'createSecondFactor', { body }, 'confirmationRequired')
    await stateOf(person)
  })

  test('is confirmed by the password, a code, a recovery code or a passkey, for a quarter of an hour', async () => {
    const { person, secret, recoveryCodes } = await protectedPerson()
    const device = new Authenticator()
    const { options } = await service.ok(person, 'beginPasskey')
    await service.ok(person, 'createPasskey', { body: { name: 'Laptop', credential: device.create(options) } })
    const assertion = async () => device.get((await service.ok(nobody, 'beginPasskeyLogin')).options)
    for (const body of [
      () => ({ password: person.password }),
      () => ({ code: codeOf(secret) }),
      () => ({ code: recoveryCodes[0] ?? '' }),
      async () => ({ credential: await assertion() }),
    ]) {
      service.clock.advance(15 * MINUTE)
      await service.refused(person, 'beginSecondFactor', {}, 'confirmationRequired')
      const { expiresAt } = await service.ok(person, 'confirmIdentity', { body: await body() })
      assert.equal(Date.parse(expiresAt), service.clock.now().getTime() + 15 * MINUTE)
      await service.ok(person, 'beginSecondFactor')
    }
  })

  test('is confirmed for this session alone', async () => {
    const person = await register(service)
    const { email, password } = person
    const elsewhere = { cookie: cookieOf(await service.call(nobody, 'login', { body: { email, password } })) }
    service.clock.advance(15 * MINUTE)
    await service.ok(elsewhere, 'confirmIdentity', { body: { password } })
    await service.ok(elsewhere, 'beginSecondFactor')
    await service.refused(person, 'beginSecondFactor', {}, 'confirmationRequired')
  })

  test('is confirmed neither by a wrong password nor by what is of somebody else, nor by nothing', async () => {
    const { person } = await protectedPerson()
    const stranger = await register(service)
    const device = new Authenticator()
    const { options } = await service.ok(stranger, 'beginPasskey')
    await service.ok(stranger, 'createPasskey', { body: { name: 'Laptop', credential: device.create(options) } })
    const credential = device.get((await service.ok(nobody, 'beginPasskeyLogin')).options)
    await service.refused(person, 'confirmIdentity', { body: { credential } }, 'wrongPasskey')
    const body = { password: 'not the password' }
    await service.refused(person, 'confirmIdentity', { body }, 'invalidCredentials')
    const without = await register(service)
    await service.refused(without, 'confirmIdentity', { body: { code: WRONG } }, 'wrongCode')
    const { status } = await service.call(person, 'confirmIdentity', { body: {} })
    assert.equal(status, 422)
  })
})

test('a second factor is sealed anew when SECRET_KEY changes, and its app goes on', async () => {
  const [before, after] = ['the key that was there before, all of it', 'the key that takes its place, all of it']
  const one = await startService({ secretKey: before })
  const person = await register(one)
  const { secret } = await one.ok(person, 'beginSecondFactor')
  const code = (ms: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: one.clock.now().getTime() + ms })
  await one.ok(person, 'createSecondFactor', { body: { code: code(0) } })
  await one.ok(person, 'beginSecondFactor')
  assert.deepEqual(await resealAll(one.db, boxOf([after, before])), { count: 2, unreadable: [] })
  const anew = await startService({ secretKey: after }, one)
  await anew.ok(person, 'confirmIdentity', { body: { code: code(STEP) } })
})
