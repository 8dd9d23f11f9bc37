import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { Authenticator } from '../../../../test/authenticator.ts'
import { cookieOf, type Person, register } from '../../../../test/factories.ts'
import { atEnd, type Caller, nobody, startService, type TestService } from '../../../../test/harness.ts'
import { sql } from '../../../db/sql.ts'

const MINUTE = 60_000
const service = await startService()
const other = await startService({}, service)
const administrator = await register(service)

/** A passkey of somebody, on a device of its own. */
async function addPasskey(person: Person, name = 'Laptop', at: TestService = service) {
  const device = new Authenticator()
  const { options } = await at.ok(person, 'beginPasskey')
  const passkey = await at.ok(person, 'createPasskey', { body: { name, credential: device.create(options) } })
  return { device, passkey }
}

const challenge = async (at: TestService = service) => (await at.ok(nobody, 'beginPasskeyLogin')).options
const signIn = (credential: object, at: TestService = service) =>
  at.call(nobody, 'loginWithPasskey', { body: { credential } })
const refused = (credential: object, at: TestService = service) =>
  at.refused(nobody, 'loginWithPasskey', { body: { credential } }, 'wrongPasskey')
const passkeysOf = async (person: Caller) => (await service.ok(person, 'listPasskeys')).passkeys

describe('a passkey', () => {
  test('signs its owner in by itself, at any instance, and says when it last did', async () => {
    const person = await register(service)
    const { device, passkey } = await addPasskey(person)
    assert.deepEqual(await passkeysOf(person), [passkey])
    assert.equal(passkey.lastUsedAt, null)
    service.clock.advance(MINUTE)
    const answer = await signIn(device.get(await challenge(other)))
    assert.equal(answer.status, 200)
    const session = { cookie: cookieOf(answer) }
    assert.deepEqual(answer.body, await service.ok(session, 'getSession'))
    assert.equal((await service.ok(session, 'getSession')).user.id, person.userId)
    assert.equal((await passkeysOf(session))[0]?.lastUsedAt, service.clock.now().toISOString())
  })

  test('several have names, which change; one that is removed lets nobody in any more, and the others do', async () => {
    const person = await register(service)
    const first = await addPasskey(person, 'Laptop')
    const second = await addPasskey(person, 'Key')
    const params = { passkeyId: first.passkey.id }
    const renamed = await service.ok(person, 'updatePasskey', { params, body: { name: 'Old laptop' } })
    assert.deepEqual(renamed, { ...first.passkey, name: 'Old laptop' })
    const names = (await passkeysOf(person)).map(({ name }) => name)
    assert.deepEqual(names, ['Key', 'Old laptop'])
    await service.ok(person, 'deletePasskey', { params })
    await refused(first.device.get(await challenge()))
    assert.equal((await signIn(second.device.get(await challenge()))).status, 200)
    await service.refused(person, 'deletePasskey', { params }, 'notFound')
  })

  test('of somebody else can be neither renamed nor removed', async () => {
    const { passkey } = await addPasskey(await register(service))
    const person = await register(service)
    const params = { passkeyId: passkey.id }
    await service.refused(person, 'updatePasskey', { params, body: { name: 'Mine' } }, 'notFound')
    await service.refused(person, 'deletePasskey', { params }, 'notFound')
  })

  test('is asked for with its owner before it, on a device that has none yet', async () => {
    const person = await register(service)
    const { device } = await addPasskey(person)
    const { options } = await service.ok(person, 'beginPasskey')
    assert.partialDeepStrictEqual(options, {
      rp: { id: 'localhost' },
      user: { id: device.userHandle, name: person.email, displayName: person.name },
      excludeCredentials: [{ id: device.id.toString('base64url') }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
    const handle = Buffer.from(device.userHandle ?? '', 'base64url')
    assert.equal(handle.length, 16, 'neither an address nor a number of ours')
  })

  test('is told in the audit log: added, used to sign in, removed', async () => {
    const person = await register(service)
    const { device, passkey } = await addPasskey(person)
    await signIn(device.get(await challenge()))
    await service.ok(person, 'deletePasskey', { params: { passkeyId: passkey.id } })
    const { entries } = await service.ok(person, 'listAudit', { params: { orgId: person.orgId } })
    const told = entries.map(({ event, details }) => [event, details])
    assert.deepEqual(told, [
      ['passkey.removed', {}],
      ['sign_in.succeeded', { way: 'passkey' }],
      ['passkey.added', {}],
      ['sign_in.succeeded', {}],
    ])
  })

  test('403 LIMIT_EXCEEDED: more than fifty', async () => {
    const person = await register(service)
    await service.db.run(sql`
      insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
      select ${person.userId}, 'many' || n, '', 0, '{}', 'Many', now() from generate_series(1, 49) n`)
    const { options } = await service.ok(person, 'beginPasskey')
    await addPasskey(person)
    const meta = { metric: 'passkeys', current: 50, limit: 50 }
    await service.refused(person, 'beginPasskey', {}, 'quotaExceeded', meta)
    const body = { name: 'One more', credential: new Authenticator().create(options) }
    await service.refused(person, 'createPasskey', { body }, 'quotaExceeded', meta)
  })
})

describe('the answer of a passkey', () => {
  test('is taken once, of two at one moment one, and at any instance', async () => {
    const { device } = await addPasskey(await register(service))
    const answer = device.get(await challenge())
    const statuses = (await Promise.all([signIn(answer), signIn(answer, other)])).map(({ status }) => status)
    assert.deepEqual(statuses.sort(), [200, 401])
    await refused(answer)
  })

  test('is refused for a challenge that nobody gave, that is ten minutes old, or that was answered in vain', async () => {
    const { device } = await addPasskey(await register(service))
    await refused(device.get({ challenge: 'bWFkZSB1cA', rpId: 'localhost' }))
    const old = await challenge()
    service.clock.advance(10 * MINUTE)
    await refused(device.get(old))
    const used = await challenge()
    await refused(device.get(used, { isUnverified: true }))
    await refused(device.get(used))
  })

  test('is refused of another page, of another name, without its owner, and of another kind', async () => {
    const { device } = await addPasskey(await register(service))
    await refused(device.get(await challenge(), { origin: 'https://parlance.example.net' }))
    await refused(device.get(await challenge(), { origin: 'http://localhost:9999' }))
    await refused(device.get(await challenge(), { rpId: 'parlance.example.net' }))
    await refused(device.get(await challenge(), { isUnverified: true }))
    await refused(device.get(await challenge(), { type: 'webauthn.create' }))
    assert.equal((await signIn(device.get(await challenge()))).status, 200)
  })

  test('is refused when its counter does not go on: there may be a copy', async () => {
    const { device } = await addPasskey(await register(service))
    device.counter = 40
    assert.equal((await signIn(device.get(await challenge()))).status, 200)
    device.counter = 40
    await refused(device.get(await challenge()))
    device.counter = 7
    await refused(device.get(await challenge()))
    device.counter = 41
    assert.equal((await signIn(device.get(await challenge()))).status, 200)
  })

  test('is refused of a device that nobody has added, in the name of one that somebody has, or for another person', async () => {
    const { device } = await addPasskey(await register(service))
    const { device: others } = await addPasskey(await register(service))
    await refused(new Authenticator().get(await challenge()))
    const forged = new Authenticator().get(await challenge())
    await refused({ ...forged, id: device.id.toString('base64url'), rawId: device.id.toString('base64url') })
    const answer = device.get(await challenge())
    await refused({ ...answer, response: { ...answer.response, userHandle: others.userHandle } })
  })

  test('opens no account that was deactivated', async () => {
    const person = await register(service)
    const { device } = await addPasskey(person)
    await service.db.run(sql`update users set is_active = false where id = ${person.userId}`)
    await refused(device.get(await challenge()))
  })

  test('opens only accounts of administrators where passwords do, too: the provider keeps out who has left', async () => {
    const closed = await startService({ hasPasswords: false }, service)
    const { device } = await addPasskey(await register(service))
    const body = { credential: device.get(await challenge(closed)) }
    await closed.refused(nobody, 'loginWithPasskey', { body }, 'passwordsOff')
    const { device: own } = await addPasskey(administrator)
    assert.equal((await signIn(own.get(await challenge(closed)), closed)).status, 200)
  })

  test('is refused in a word where it is no answer at all', async () => {
    const { device } = await addPasskey(await register(service))
    const answer = device.get(await challenge())
    for (const response of [
      { ...answer.response, clientDataJSON: 'bm8ganNvbg' },
      { ...answer.response, authenticatorData: 'AAAA' },
      { ...answer.response, signature: 'AAAA' },
    ])
      await refused({ ...device.get(await challenge()), response })
    const body = { credential: { ...answer, response: {} } }
    await service.refused(nobody, 'loginWithPasskey', { body }, 'fieldRequired', {
      field: 'credential.response.clientDataJSON',
    })
  })
})

describe('a new passkey', () => {
  const add = (credential: object) => ({ body: { name: 'New', credential } })
  const notTaken = (person: Caller, credential: object) =>
    service.refused(person, 'createPasskey', add(credential), 'passkeyNotTaken')

  test('is refused of another page, of another name, without its owner', async () => {
    const person = await register(service)
    const begin = async () => (await service.ok(person, 'beginPasskey')).options
    for (const odd of [
      { origin: 'https://parlance.example.net' },
      { rpId: 'parlance.example.net' },
      { isUnverified: true },
      { type: 'webauthn.get' },
    ])
      await notTaken(person, new Authenticator().create(await begin(), odd))
    assert.deepEqual(await passkeysOf(person), [])
  })

  test('is taken without a look at who says to have made it: nobody is asked about certificates that name an address', async () => {
    const asked: string[] = []
    const server = createServer(({ url = '' }, response) => {
      asked.push(url)
      response.end()
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    atEnd(async () => void server.close())
    const { port } = server.address() as AddressInfo
    const person = await register(service)
    const { options } = await service.ok(person, 'beginPasskey')
    const device = new Authenticator()
    const revocations = `http://127.0.0.1:${port}/inside`
    const { status } = await service.call(person, 'createPasskey', add(device.create(options, { revocations })))
    assert.deepEqual({ asked, status }, { asked: [], status: 201 })
    assert.equal((await signIn(device.get(await challenge()))).status, 200)
  })

  test('belongs to the session that asked for it, once: for nobody else, for no sign-in, and not again', async () => {
    const person = await register(service)
    const stranger = await register(service)
    const { options } = await service.ok(person, 'beginPasskey')
    const device = new Authenticator()
    await notTaken(stranger, device.create(options))
    await service.ok(person, 'createPasskey', add(device.create(options)))
    await notTaken(person, new Authenticator().create(options))
    await notTaken(person, new Authenticator().create({ ...(await challenge()), rp: { id: 'localhost' } }))
    const { options: forAdding } = await service.ok(person, 'beginPasskey')
    await refused(device.get({ ...forAdding, rpId: 'localhost' }))
  })

  test('is not taken away from whoever has it', async () => {
    const person = await register(service)
    const { device } = await addPasskey(person)
    const thief = await register(service)
    const { options } = await service.ok(thief, 'beginPasskey')
    await notTaken(thief, device.create(options))
    device.userHandle = undefined
    assert.equal((await passkeysOf(person)).length, 1)
  })

  test('403 CONFIRMATION_REQUIRED: a session of a while ago adds and removes none, until its owner confirms', async () => {
    const person = await register(service)
    const { passkey } = await addPasskey(person)
    const params = { passkeyId: passkey.id }
    const { options } = await service.ok(person, 'beginPasskey')
    service.clock.advance(15 * MINUTE)
    await service.refused(person, 'beginPasskey', {}, 'confirmationRequired')
    const body = { name: 'New', credential: new Authenticator().create(options) }
    await service.refused(person, 'createPasskey', { body }, 'confirmationRequired')
    await service.refused(person, 'deletePasskey', { params }, 'confirmationRequired')
    await service.ok(person, 'updatePasskey', { params, body: { name: 'Renamed' } })
    await service.ok(person, 'confirmIdentity', { body: { password: person.password } })
    await service.ok(person, 'deletePasskey', { params })
  })

  test('of somebody without a password the last one stays', async () => {
    const person = await register(service)
    const [first, second] = [await addPasskey(person), await addPasskey(person)]
    await service.db.run(sql`update users set password_hash = null where id = ${person.userId}`)
    const remove = ({ passkey }: typeof first) =>
      service.call(person, 'deletePasskey', { params: { passkeyId: passkey.id } })
    const answers = await Promise.all([remove(first), remove(second)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 400])
    const [left] = await passkeysOf(person)
    await service.refused(person, 'deletePasskey', { params: { passkeyId: left?.id ?? 0 } }, 'onlyWayIn')
  })
})

describe('where passkeys are', () => {
  const at = async (overrides: object, host: string) => {
    const one = await startService(overrides)
    const url = '/v1/auth/login/passkey/challenge'
    const answer = await one.app.inject({ method: 'POST', url, headers: { host } })
    return answer.statusCode === 201 ? answer.json().options.rpId : answer.json().code
  }

  test('is the name of PUBLIC_URL, whatever name was asked for', async () => {
    assert.equal(await at({ publicUrl: 'https://l10n.example.com' }, 'localhost:4400'), 'l10n.example.com')
    assert.equal(await at({ publicUrl: 'http://localhost:8080' }, '127.0.0.1:8080'), 'localhost')
  })

  test('is without it the name that was asked for, if it is one of this machine', async () => {
    assert.equal(await at({}, 'localhost:4400'), 'localhost')
    assert.equal(await at({}, 'parlance.localhost:4400'), 'parlance.localhost')
    assert.equal(await at({}, 'elsewhere.example.com'), 'PASSKEYS_UNAVAILABLE')
  })

  test('400 PASSKEYS_UNAVAILABLE: neither at an address of numbers nor over plain http elsewhere', async () => {
    assert.equal(await at({}, '127.0.0.1:4400'), 'PASSKEYS_UNAVAILABLE')
    assert.equal(await at({}, '[::1]:4400'), 'PASSKEYS_UNAVAILABLE')
    assert.equal(await at({ publicUrl: 'http://l10n.example.com' }, 'l10n.example.com'), 'PASSKEYS_UNAVAILABLE')
    assert.equal(await at({ publicUrl: 'https://192.0.2.7' }, '192.0.2.7'), 'PASSKEYS_UNAVAILABLE')
  })

  test('429: nobody fills the database with challenges', async () => {
    const one = await startService()
    await one.ok(nobody, 'beginPasskeyLogin')
    await one.db.run(sql`
      insert into passkey_challenges (challenge_hash, source, expires_at)
      select sha256(convert_to(n::text, 'UTF8')), source, expires_at
      from passkey_challenges, generate_series(1, 999) n`)
    await one.refused(nobody, 'beginPasskeyLogin', {}, 'tooManyLogins')
    one.clock.advance(10 * MINUTE)
    await one.ok(nobody, 'beginPasskeyLogin')
  })
})
