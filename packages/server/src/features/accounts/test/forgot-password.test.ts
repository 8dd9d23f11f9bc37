import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cookieOf, join, type Person, register } from '../../../../test/factories.ts'
import { atEnd, nobody, startService } from '../../../../test/harness.ts'
import { mailThrough, PUBLIC_URL, startMailServer } from '../../../../test/mail-server.ts'
import { until } from '../../../../test/until.ts'
import { sql } from '../../../db/sql.ts'
import { Mailer } from '../../../mail/mailer.ts'
import { grantNewPassword } from '../own-reset-link.ts'

const HOUR = 3_600_000
const PASSWORD = 'an entirely new one'

const server = await startMailServer()
const service = await startService(mailThrough(`smtp://127.0.0.1:${server.port}`))
const mailer = new Mailer(service.services, { password_reset: grantNewPassword })
atEnd(() => mailer.close())
const root = await register(service)

const forgot = (email: string, headers = {}) => service.call(nobody, 'forgotPassword', { body: { email }, headers })
const reset = (token: string, password = PASSWORD) => ({ body: { token, password } })
const signIn = ({ email }: Person, password: string) => service.call(nobody, 'login', { body: { email, password } })
const nothingWaits = () =>
  until('nothing to wait', async () => !(await service.db.row(sql`select from mails where due_at is not null`)))

/** The token of the newest link that came by mail. */
async function linkFor({ email }: Person): Promise<string> {
  // Each hour as many again may ask.
  service.clock.advance(HOUR)
  const before = server.to(email).length
  assert.equal((await forgot(email)).status, 204)
  await until('the mail', () => server.to(email).length > before)
  const text = server.to(email).at(-1)?.read.text ?? ''
  const [, token = ''] = new RegExp(`^${PUBLIC_URL}/reset/(\\S+)$`, 'm').exec(text) ?? []
  assert.notEqual(token, '')
  return token
}

describe('who has forgotten their password', () => {
  test('gets a link by mail, with which they set a new one, once', async () => {
    const person = await register(service)
    const token = await linkFor(person)
    const answer = await service.call(nobody, 'resetPassword', reset(token))
    assert.equal(answer.status, 200)
    const { user } = await service.ok({ cookie: cookieOf(answer) }, 'getSession')
    assert.equal(user.id, person.userId)
    await service.refused(person, 'getSession', {}, 'authenticationRequired')
    assert.deepEqual(
      [(await signIn(person, person.password)).status, (await signIn(person, PASSWORD)).status],
      [401, 200],
    )
    await service.refused(nobody, 'resetPassword', reset(token), 'notFound')
  })

  test('of two who use it at the same moment one does', async () => {
    const person = await register(service)
    const token = await linkFor(person)
    const answers = await Promise.all(
      ['one of the two new', 'the other of the two'].map((password) =>
        service.call(nobody, 'resetPassword', reset(token, password)),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404])
  })

  test('has an hour for it, until they ask for another, set a password otherwise, or are deactivated', async () => {
    const person = await register(service)
    const first = await linkFor(person)
    const second = await linkFor(person)
    await service.refused(nobody, 'resetPassword', reset(first), 'notFound')
    service.clock.advance(HOUR)
    await service.refused(nobody, 'resetPassword', reset(second), 'notFound')
    const third = await linkFor(person)
    const own = { password: 'set with the old one', currentPassword: person.password }
    await service.ok(person, 'updateMe', { body: own })
    await service.refused(nobody, 'resetPassword', reset(third), 'notFound')
    const fourth = await linkFor(person)
    await service.ok(root, 'updateUser', { params: { userId: person.userId }, body: { isActive: false } })
    await service.refused(nobody, 'resetPassword', reset(fourth), 'notFound')
    await service.ok(root, 'updateUser', { params: { userId: person.userId }, body: { isActive: true } })
    await service.refused(nobody, 'resetPassword', reset(fourth), 'notFound')
  })

  test('needs nobody who manages them: neither an owner nor a member of several organizations', async () => {
    const owner = await register(service)
    const member = await join(service, owner, owner.orgId, 'viewer')
    for (const person of [owner, member])
      assert.equal((await service.call(nobody, 'resetPassword', reset(await linkFor(person)))).status, 200)
  })

  test('is written to at the address of the account, in the language chosen there, else in that of the browser', async () => {
    const person = await register(service)
    service.clock.advance(HOUR)
    await forgot(person.email.toUpperCase(), { 'accept-language': 'es-MX' })
    await until('the mail', () => server.to(person.email).length === 1)
    assert.match(server.to(person.email)[0]?.read.text ?? '', /^Alguien ha pedido una contraseña nueva/)
    await service.ok(person, 'putPreferences', { body: { console: { language: 'zh-Hans' } } })
    await forgot(person.email, { 'accept-language': 'es-MX' })
    await until('the other', () => server.to(person.email).length === 2)
    assert.match(server.to(person.email)[1]?.read.text ?? '', /^有人请求为/)
  })
})

describe('strangers learn nothing', () => {
  test('204 without a word for an address that nobody has, and for an account that was deactivated; neither gets mail', async () => {
    service.clock.advance(HOUR)
    const person = await register(service)
    await service.ok(root, 'updateUser', { params: { userId: person.userId }, body: { isActive: false } })
    for (const email of ['nobody-at-all@example.com', person.email]) {
      const answer = await forgot(email)
      assert.deepEqual([answer.status, answer.body], [204, undefined])
      await nothingWaits()
      assert.equal(server.to(email).length, 0)
    }
    assert.equal(await service.db.row(sql`select from own_reset_links where user_id = ${person.userId}`), undefined)
  })

  test('the request does the same for every address: nobody is looked for until it has been answered', async () => {
    service.clock.advance(HOUR)
    await mailer.close()
    const person = await register(service)
    for (const email of [person.email, 'a-stranger@example.com']) assert.equal((await forgot(email)).status, 204)
    const rows = await service.db.rows(sql`
      select kind, state, token_hash, asked_by, attempts, octet_length(address_hash) from mails where due_at is not null`)
    assert.equal(rows.length, 2)
    assert.deepEqual(rows[0], rows[1])
    assert.equal(await service.db.row(sql`select from own_reset_links where user_id = ${person.userId}`), undefined)
    const again = new Mailer(service.services, { password_reset: grantNewPassword })
    atEnd(() => again.close())
    await until('the one mail', () => server.to(person.email).length === 1)
    await nothingWaits()
  })

  test('429 for whoever asks thirty times an hour from one place, and nobody is written to more than three times an hour', async () => {
    service.clock.advance(24 * HOUR)
    const person = await register(service)
    const statuses: number[] = []
    for (let n = 0; n < 31; n++) statuses.push((await forgot(n < 12 ? person.email : `x${n}@example.com`)).status)
    // Three to the one address and nineteen to others: the nine that were left out are not counted.
    assert.deepEqual(statuses, Array(31).fill(204))
    for (let n = 0; n < 8; n++) await forgot(`y${n}@example.com`)
    const refused = await forgot(person.email)
    assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '3600'])
    await nothingWaits()
    assert.equal(server.to(person.email).length, 3)
    const token = /\/reset\/(\S+)/.exec(server.to(person.email).at(-1)?.read.text ?? '')?.[1] ?? ''
    assert.equal((await service.call(nobody, 'resetPassword', reset(token))).status, 200, 'the last one works')
    service.clock.advance(HOUR)
    assert.equal((await forgot('z@example.com')).status, 204)
  })

  test('nobody is written to more often for the spellings that their address has in the database', async () => {
    service.clock.advance(24 * HOUR)
    const email = 'kim@fini.example'
    assert.equal(
      (await service.call(nobody, 'register', { body: { email, name: 'Kim', password: PASSWORD } })).status,
      201,
    )
    for (const spelled of [
      email,
      email,
      email,
      'k\u0130m@fini.example',
      '\u212aim@fini.example',
      'KIM@F\u0130N\u0130.EXAMPLE',
    ])
      assert.equal((await forgot(spelled)).status, 204)
    await nothingWaits()
    assert.equal(server.to(email).length, 3)
  })
})

test('422 for what is no address, 403 where no mail is sent, with whom to ask', async () => {
  service.clock.advance(HOUR)
  assert.equal((await forgot('not an address')).status, 422)
  const without = await startService()
  await without.refused(nobody, 'forgotPassword', { body: { email: 'a@example.com' } }, 'mailOff')
})
