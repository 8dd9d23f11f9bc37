import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cookieOf, register } from '../../../../test/factories.ts'
import { nobody, startService } from '../../../../test/harness.ts'
import { sql } from '../../../db/sql.ts'

const PASSWORD = 'correct horse battery'

interface SessionBody {
  user: { id: number; email: string; name: string }
  organizations: { id: number; name: string; role: string; permissions: string[]; localeCodes: string[] | null }[]
  csrfToken: string
}

describe('while registration is open', async () => {
  const service = await startService()

  test('201: an account, an organization named after the person, and a session', async () => {
    const body = { email: 'ada@example.com', password: PASSWORD, name: 'Ada' }
    const answer = await service.call(nobody, 'register', { body })
    assert.equal(answer.status, 201)
    const { user, organizations, csrfToken } = answer.body as SessionBody
    assert.deepEqual({ email: user.email, name: user.name }, { email: 'ada@example.com', name: 'Ada' })
    assert.deepEqual(
      organizations.map(({ name, role, localeCodes }) => ({ name, role, localeCodes })),
      [{ name: 'Ada', role: 'owner', localeCodes: null }],
    )
    assert.deepEqual(await service.ok({ cookie: cookieOf(answer) }, 'getSession'), {
      user,
      organizations,
      csrfToken,
    })
  })

  test('201: the organization carries the name that was asked for', async () => {
    const body = { email: 'bo@example.com', password: PASSWORD, name: 'Bo', organizationName: '__proto__' }
    const { organizations } = await service.ok(nobody, 'register', { body })
    assert.deepEqual(
      organizations.map(({ name }) => name),
      ['__proto__'],
    )
  })

  test('409 EMAIL_TAKEN, whatever the case of the letters', async () => {
    await service.ok(nobody, 'register', { body: { email: 'Cy@Example.com', password: PASSWORD, name: 'Cy' } })
    for (const email of ['Cy@Example.com', 'cy@example.com', 'CY@EXAMPLE.COM']) {
      await service.refused(nobody, 'register', { body: { email, password: PASSWORD, name: 'C' } }, 'emailTaken')
    }
  })

  test('two registrations of one email at the same moment make one account', async () => {
    const body = { email: 'dup@example.com', password: PASSWORD, name: 'Dup' }
    const answers = await Promise.all([1, 2, 3].map(() => service.call(nobody, 'register', { body })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409])
  })

  test('somebody who was only invited may register; the membership still waits for its invitation', async () => {
    const owner = await register(service)
    const email = 'hana@example.com'
    const invited = await service.ok(owner, 'createMember', {
      params: { orgId: owner.orgId },
      body: { email, role: 'viewer' },
    })
    const { user, organizations } = await service.ok(nobody, 'register', {
      body: { email, password: PASSWORD, name: 'Hana' },
    })
    assert.deepEqual({ email: user.email, name: user.name }, { email, name: 'Hana' })
    assert.notEqual(user.id, invited.member.userId)
    assert.deepEqual(
      organizations.map(({ name }) => name),
      ['Hana'],
    )
    await service.ok(nobody, 'login', { body: { email, password: PASSWORD } })
    await service.refused(nobody, 'register', { body: { email, password: PASSWORD, name: 'H' } }, 'emailTaken')
  })

  test('409 EMAIL_TAKEN: an account without a password is as taken as any other', async () => {
    const person = await register(service)
    await service.db.run(sql`update users set password_hash = null where id = ${person.userId}`)
    const before = await service.ok(person, 'getSession')
    const body = { email: person.email, password: 'mallory was here', name: 'Mallory' }
    await service.refused(nobody, 'register', { body }, 'emailTaken')
    assert.deepEqual(await service.ok(person, 'getSession'), before)
    await service.refused(nobody, 'login', { body }, 'invalidCredentials')
  })

  test('422: the first failing field in the order email, password, name', async () => {
    const good = { email: 'eve@example.com', password: PASSWORD, name: 'Eve' }
    const cases: [unknown, 'fieldRequired' | 'fieldTooLong' | 'validationError', string][] = [
      [{}, 'fieldRequired', 'email'],
      [{ name: 5 }, 'fieldRequired', 'email'],
      [{ email: 'nobody', password: 'x' }, 'validationError', 'email'],
      [{ email: 'eve@example.com', name: 5 }, 'fieldRequired', 'password'],
      [{ email: 'eve@example.com', password: 12345678901, name: 5 }, 'validationError', 'password'],
      [{ ...good, password: 'x'.repeat(257), name: 5 }, 'fieldTooLong', 'password'],
      [{ ...good, name: undefined, organizationName: 5 }, 'fieldRequired', 'name'],
      [{ ...good, organizationName: ['x'] }, 'validationError', 'organizationName'],
      [{ ...good, email: 'e\0ve@example.com' }, 'validationError', 'email'],
      [{ ...good, name: '\ud800' }, 'validationError', 'name'],
      [{ ...good, password: `${PASSWORD}\0` }, 'validationError', 'password'],
    ]
    for (const [body, situation, field] of cases) {
      await service.refused(nobody, 'register', { body }, situation, { field })
    }
    await service.refused(nobody, 'login', { body: good }, 'invalidCredentials')
  })

  test('a password has 10 to 256 characters, and an emoji is one of them', async () => {
    const attempt = (email: string, password: string) =>
      service.call(nobody, 'register', { body: { email, password, name: 'Fay' } })
    for (const password of ['123456789', '😀'.repeat(9)]) {
      const body = { email: 'fay@example.com', password, name: 'Fay' }
      await service.refused(nobody, 'register', { body }, 'validationError', { field: 'password' })
    }
    for (const [at, password] of ['0123456789', '😀'.repeat(256)].entries()) {
      const email = `fay${at}@example.com`
      assert.equal((await attempt(email, password)).status, 201)
      await service.ok(nobody, 'login', { body: { email, password } })
    }
  })

  test('nobody registers themselves as more than they are', async () => {
    await register(service)
    const body = {
      email: 'gil@example.com',
      password: PASSWORD,
      name: 'Gil',
      id: 1,
      role: 'admin',
      isInstanceAdmin: true,
      is_instance_admin: true,
    }
    const answer = await service.call(nobody, 'register', { body })
    assert.equal(answer.status, 201)
    const orgId = (answer.body as SessionBody).organizations[0]?.id ?? 0
    const limits = { params: { orgId }, body: { limits: { keys: 1 } } }
    await service.refused({ cookie: cookieOf(answer) }, 'updateOrganization', limits, 'instanceAdminOnly')
  })
})

describe('with REGISTRATION=first', async () => {
  const service = await startService({ registration: 'first' })

  test('of several first accounts at the same moment one is made, and the door closes', async () => {
    const attempt = (at: number) =>
      service.call(nobody, 'register', { body: { email: `first${at}@example.com`, password: PASSWORD, name: 'F' } })
    const answers = await Promise.all([1, 2, 3].map(attempt))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 403, 403])
    const body = { email: 'late@example.com', password: PASSWORD, name: 'Late' }
    await service.refused(nobody, 'register', { body }, 'registrationClosed')

    const first = answers.find(({ status }) => status === 201)
    assert.ok(first)
    const cookie = cookieOf(first)
    const orgId = (first.body as SessionBody).organizations[0]?.id ?? 0
    await service.refused({ cookie }, 'register', { body }, 'registrationClosed')

    const limited = await service.ok({ cookie }, 'updateOrganization', {
      params: { orgId },
      body: { limits: { keys: 7 } },
    })
    assert.deepEqual(limited.limits, { keys: 7 }, 'the first account administers the instance')

    const invited = await service.ok({ cookie }, 'createMember', {
      params: { orgId },
      body: { email: 'late@example.com', role: 'viewer' },
    })
    const accepted = await service.ok(nobody, 'acceptInvite', {
      body: { token: invited.inviteToken, name: 'Late', password: PASSWORD },
    })
    assert.equal(accepted.organizations.length, 1, 'an invitation opens what registration does not')
  })

  test('a closed door is told before anything about the body', async () => {
    for (const body of [{}, { email: 5 }, 'no JSON at all', 'x'.repeat(2 * 2 ** 20)]) {
      await service.refused(nobody, 'register', { body }, 'registrationClosed')
    }
  })
})
