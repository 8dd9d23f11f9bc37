import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { SMTPServerOptions } from 'smtp-server'
import { register } from '../../../test/factories.ts'
import { atEnd, nobody, startService, type TestService } from '../../../test/harness.ts'
import { mailThrough, startMailServer } from '../../../test/mail-server.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../db/sql.ts'
import { resealAll } from '../../reseal.ts'
import { boxOf } from '../../secret-box.ts'
import { Mailer } from '../mailer.ts'

const MINUTE = 60_000
let addresses = 0
const anAddress = () => `receiver${++addresses}@example.com`

function sender(service: TestService) {
  const mailer = new Mailer(service.services)
  let isClosed = false
  const close = async () => {
    if (!isClosed) await mailer.close()
    isClosed = true
  }
  atEnd(close)
  return { close }
}

/** A service with an owner who invites, and somebody who sends mail. */
async function instance(url: string) {
  const service = await startService(mailThrough(url))
  const owner = await register(service)
  const invite = async (email: string) => {
    const request = { params: { orgId: owner.orgId }, body: { email, role: 'translator' as const } }
    return service.ok(owner, 'createMember', request)
  }
  const waiting = () =>
    service.db.rows<{ state: string; attempts: number }>(
      sql`select state, attempts from mails where due_at is not null`,
    )
  const results = async () => {
    const { values } = await service.services.counters.mailAttempts.get()
    return Object.fromEntries(values.map(({ labels, value }) => [labels.result, value]))
  }
  /** Later: what was put off is due. */
  const later = (ms: number) => {
    service.clock.advance(ms)
    service.services.wakeUps.mails.call()
  }
  return { ...service, owner, invite, waiting, results, later, start: () => sender(service) }
}

describe('a mail server that takes mail', async () => {
  const server = await startMailServer()
  const service = await instance(`smtp://127.0.0.1:${server.port}`)
  service.start()

  test('gets each mail once, and nothing of what it said stays in the database', async () => {
    const email = anAddress()
    assert.equal((await service.invite(email)).isMailed, true)
    await until('the mail', () => server.to(email).length === 1)
    await until('it to be written down', async () => (await service.waiting()).length === 0)
    assert.deepEqual(await service.db.rows(sql`select state, content from mails`), [{ state: 'ended', content: null }])
  })

  test('gets nothing of a request that was refused', async () => {
    const request = {
      params: { orgId: service.owner.orgId },
      body: { email: service.owner.email, role: 'viewer' as const },
    }
    await service.refused(service.owner, 'createMember', request, 'memberExists')
    assert.equal((await service.waiting()).length, 0)
  })

  test('that refuses an address for good is not asked again', async () => {
    const email = anAddress()
    server.manners.recipient = (address) => (address === email ? { code: 550, reply: 'No such mailbox' } : undefined)
    await service.invite(email)
    await until('the refusal', async () => (await service.results())['refused'] === 1)
    await until('it to be written down', async () => (await service.waiting()).length === 0)
    server.manners.recipient = () => undefined
    const other = anAddress()
    await service.invite(other)
    await until('the next mail', () => server.to(other).length === 1)
    assert.equal(server.to(email).length, 0)
  })

  test('that does not take it now gets it a minute later, and others meanwhile', async () => {
    const [greylisted, other] = [anAddress(), anAddress()]
    server.manners.recipient = (address) =>
      address === greylisted ? { code: 451, reply: 'Come back later' } : undefined
    await service.invite(greylisted)
    await until('it to be put off', async () => (await service.results())['postponed'] === 1)
    await service.invite(other)
    await until('the other mail', () => server.to(other).length === 1)
    server.manners.recipient = () => undefined
    await until('the one to be all that waits', async () => {
      const [first, ...others] = await service.waiting()
      return first?.state === 'waiting' && others.length === 0
    })
    service.later(1.1 * MINUTE)
    await until('it to come', () => server.to(greylisted).length === 1)
  })

  test('that refuses what a mail says is not asked again, one that has no room is', async () => {
    const [spam, full] = [anAddress(), anAddress()]
    const { refused = 0, postponed = 0 } = await service.results()
    server.manners.message = async ({ to: [address] }) =>
      address === spam ? { code: 554, reply: 'No spam here' } : { code: 452, reply: 'No room' }
    await service.invite(spam)
    await service.invite(full)
    await until('both', async () => {
      const now = await service.results()
      return now['refused'] === refused + 1 && now['postponed'] === postponed + 1
    })
    server.manners.message = async () => undefined
    service.later(1.1 * MINUTE)
    await until('the one', () => server.to(full).length === 1)
    assert.equal(server.to(spam).length, 0)
  })

  test('gets no mail whose link leads nowhere any more: withdrawn, or replaced by a newer one', async () => {
    const [withdrawn, replaced] = [anAddress(), anAddress()]
    server.manners.recipient = () => ({ code: 451, reply: 'Come back later' })
    const { postponed = 0, unwanted = 0 } = await service.results()
    const { member } = await service.invite(withdrawn)
    await service.invite(replaced)
    await until('both to be put off', async () => (await service.results())['postponed'] === postponed + 2)
    await service.ok(service.owner, 'deleteMember', { params: { orgId: service.owner.orgId, userId: member.userId } })
    server.manners.recipient = () => undefined
    const { inviteToken } = await service.invite(replaced)
    service.later(1.1 * MINUTE)
    await until('the others to end', async () => (await service.results())['unwanted'] === unwanted + 2)
    await until('the newer one', () => server.to(replaced).length === 1)
    assert.ok(server.to(replaced)[0]?.read.text?.includes(inviteToken ?? ''))
    assert.equal(server.to(withdrawn).length, 0)
  })

  test('an address is written to five times a day; after that the link alone is made, and says so', async () => {
    const email = anAddress()
    const mailed: boolean[] = []
    for (let n = 0; n < 6; n++) mailed.push((await service.invite(email)).isMailed)
    assert.deepEqual(mailed, [true, true, true, true, true, false])
    service.clock.advance(24 * 60 * MINUTE)
    assert.equal((await service.invite(email)).isMailed, true)
  })
})

test('a person makes 200 mails a day be sent', async () => {
  const service = await instance('smtp://127.0.0.1:9')
  for (let n = 0; n < 200; n++) assert.equal((await service.invite(anAddress())).isMailed, true)
  assert.equal((await service.invite(anAddress())).isMailed, false)
})

test('without a mail server the answer says that nothing was mailed', async () => {
  const service = await startService()
  const owner = await register(service)
  const body = { email: anAddress(), role: 'viewer' as const }
  const { isMailed, inviteToken } = await service.ok(owner, 'createMember', { params: { orgId: owner.orgId }, body })
  assert.deepEqual([isMailed, typeof inviteToken], [false, 'string'])
  assert.equal((await service.ok(nobody, 'getInstance')).sendsMail, false)
})

test('while the server is away requests are answered as ever, and what waited comes once when it is back', async () => {
  const { port, stop } = await startMailServer()
  await stop()
  const service = await instance(`smtp://127.0.0.1:${port}`)
  service.start()
  const emails = [anAddress(), anAddress(), anAddress()]
  for (const email of emails) assert.equal((await service.invite(email)).isMailed, true)
  const back = await startMailServer({}, port)
  await until('all of it', () => back.received.length >= 3, 20_000)
  await until('it to be written down', async () => (await service.waiting()).length === 0)
  assert.deepEqual(back.received.flatMap(({ to }) => to).sort(), emails.sort())
})

test('a server that takes the connection and says nothing holds up no request', async () => {
  const server = await startMailServer({ onConnect: () => {} })
  const service = await instance(`smtp://127.0.0.1:${server.port}`)
  const { close } = service.start()
  for (let n = 0; n < 3; n++) assert.equal((await service.invite(anAddress())).isMailed, true)
  // And a stop waits no longer for it than for anything else.
  const began = performance.now()
  await close()
  assert.ok(performance.now() - began < 8_000)
  assert.equal((await service.waiting()).length, 3)
})

test('of two instances one sends each mail', async () => {
  const server = await startMailServer()
  const service = await instance(`smtp://127.0.0.1:${server.port}`)
  const other = await startService(mailThrough(`smtp://127.0.0.1:${server.port}`), service)
  const emails = Array.from({ length: 40 }, anAddress)
  for (const email of emails) await service.invite(email)
  for (const one of [service, other]) sender(one)
  await until('all of it', () => server.received.length >= 40)
  await until('it to be written down', async () => (await service.waiting()).length === 0)
  assert.deepEqual(server.received.flatMap(({ to }) => to).sort(), emails.sort())
})

test('a mail that was sealed with the key before is sent with the new one, and one that no key opens waits', async () => {
  const server = await startMailServer()
  const mail = mailThrough(`smtp://127.0.0.1:${server.port}`)
  // Without a secret.key, which would be one more key.
  const dataDir = mkdtempSync(join(tmpdir(), 'parlance-mail-'))
  atEnd(async () => rmSync(dataDir, { recursive: true }))
  const [OLD, NEW] = ['the key that everything was sealed with', 'the key that everything is to be sealed with']
  const service = await startService({ ...mail, dataDir, secretKey: OLD })
  const owner = await register(service)
  const body = { email: anAddress(), role: 'viewer' as const }
  await service.ok(owner, 'createMember', { params: { orgId: owner.orgId }, body })
  const without = await startService({ ...mail, dataDir, secretKey: NEW }, service)
  const { close } = sender(without)
  await until('it to be put off', async () =>
    service.db.row(sql`select from mails where state = 'waiting' and attempts = 1`),
  )
  await close()
  assert.equal(server.received.length, 0)
  await resealAll(service.db, boxOf([NEW, OLD]))
  service.clock.advance(2 * MINUTE)
  sender(await startService({ ...mail, dataDir, secretKey: NEW }, service))
  await until('the mail', () => server.received.length === 1)
})

describe('signing in to the mail server', async () => {
  const credentials: SMTPServerOptions = {
    authOptional: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'l10n@example.com' && password === 'p@ss:#'
        ? done(null, { user: username })
        : done(new Error('Wrong')),
  }
  const AS = 'l10n%40example.com:p%40ss%3A%23'

  test('with STARTTLS, user and password', async () => {
    const server = await startMailServer({ ...credentials, disabledCommands: [] })
    const service = await instance(`smtp://${AS}@127.0.0.1:${server.port}`)
    service.start()
    await service.invite(anAddress())
    await until('the mail', () => server.received.length === 1)
    const [mail] = server.received
    assert.deepEqual([mail?.isEncrypted, mail?.user], [true, 'l10n@example.com'])
  })

  test('with TLS from the start', async () => {
    const server = await startMailServer({ ...credentials, secure: true })
    const service = await instance(`smtps://${AS}@127.0.0.1:${server.port}`)
    service.start()
    await service.invite(anAddress())
    await until('the mail', () => server.received.length === 1)
    assert.equal(server.received[0]?.user, 'l10n@example.com')
  })

  test('with a wrong password mail waits, and none of it is given up', async () => {
    const tried = Promise.withResolvers<void>()
    const onAuth: SMTPServerOptions['onAuth'] = (_auth, _session, done) => {
      done(new Error('Wrong'))
      tried.resolve()
    }
    const server = await startMailServer({ ...credentials, onAuth, disabledCommands: [] })
    const service = await instance(`smtp://l10n%40example.com:wrong@127.0.0.1:${server.port}`)
    service.start()
    await service.invite(anAddress())
    await tried.promise
    assert.equal((await service.waiting()).length, 1)
  })

  // An address of this machine that the service does not know as one: it takes the server for somebody else's.
  const elsewhere = (port: number) => `smtp://${AS}@0.0.0.0:${port}`

  const folder = mkdtempSync(join(tmpdir(), 'parlance-mail-tls-'))
  atEnd(async () => rmSync(folder, { recursive: true }))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=mail.example', '-addext', 'subjectAltName=IP:0.0.0.0', '-keyout', key, '-out', cert],
  ])

  test('a server elsewhere with a good certificate is told the password', {
    skip: made.status === 0 ? false : 'no openssl here',
  }, async () => {
    const pair = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
    const usual = getCACertificates('default')
    setDefaultCACertificates([...usual, pair.cert])
    const server = await startMailServer({ ...credentials, ...pair, disabledCommands: [] })
    const service = await instance(elsewhere(server.port))
    service.start()
    await service.invite(anAddress())
    await until('the mail', () => server.received.length === 1)
    setDefaultCACertificates(usual)
    assert.deepEqual([server.received[0]?.isEncrypted, server.received[0]?.user], [true, 'l10n@example.com'])
  })

  for (const [what, disabledCommands] of [
    ['whose certificate nobody has signed', []],
    ['that offers no TLS', ['STARTTLS']],
  ] as const)
    test(`a server elsewhere ${what} is told no password`, async () => {
      const told: unknown[] = []
      const onAuth: SMTPServerOptions['onAuth'] = (auth, _session, done) => {
        told.push(auth)
        done(null, { user: 'anybody' })
      }
      const closed = Promise.withResolvers<void>()
      const server = await startMailServer({
        ...credentials,
        onAuth,
        onClose: () => closed.resolve(),
        disabledCommands: [...disabledCommands],
      })
      const service = await instance(elsewhere(server.port))
      service.start()
      await service.invite(anAddress())
      await closed.promise
      assert.deepEqual(told, [])
      assert.equal((await service.waiting()).length, 1)
    })
})
