import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { register } from '../../../../test/factories.ts'
import { nobody, startService } from '../../../../test/harness.ts'
import { INHERITED } from '../../../../test/running-service.ts'

const service = await startService()
const { database, host } = service.db.connection as { database: string; host: string }

/** What `npm run remove-second-factor` runs, beside the service. */
const command = (...args: string[]) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    const DATABASE_URL = `postgresql://parlance@localhost/${database}?host=${encodeURIComponent(host)}`
    const script = join(import.meta.dirname, '../remove-second-factor.ts')
    const child = execFile(
      process.execPath,
      [script, ...args],
      { env: { ...INHERITED, DATABASE_URL } },
      (_, out, err) => resolve({ code: child.exitCode ?? 0, said: (out + err).trim() }),
    )
  })

test('the only administrator is let in again from the machine itself, while the service runs', async () => {
  const admin = await register(service)
  const { email, password } = admin
  const { secret } = await service.ok(admin, 'beginSecondFactor')
  const timestamp = service.clock.now().getTime()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
  await service.ok(admin, 'createSecondFactor', { body: { code } })
  assert.equal((await service.call(nobody, 'login', { body: { email, password } })).status, 401)

  assert.deepEqual(await command(email.toUpperCase()), {
    code: 0,
    said: `${email.toUpperCase()} signs in with the password alone now. Their second factor and passkeys are gone, and their sessions have ended.`,
  })
  await service.refused(admin, 'getSession', {}, 'authenticationRequired')
  const signedIn = await service.call(nobody, 'login', { body: { email, password } })
  assert.equal(signedIn.status, 200)
  const cookie = String(signedIn.headers['set-cookie']).split(';', 1)[0] ?? ''
  const { entries } = await service.ok({ cookie }, 'listAudit', { params: { orgId: admin.orgId } })
  const entry = entries.find(({ event }) => event === 'member.second_factor_removed')
  assert.partialDeepStrictEqual(entry, { actor: { type: 'system', id: null }, subject: { name: email } })

  const again = await command(email)
  assert.deepEqual(again, { code: 0, said: `${email} has neither a second factor nor a passkey: nothing was changed.` })
  await service.ok({ cookie }, 'getSession')
})

test('says in a sentence what it was not told, or does not find', async () => {
  assert.deepEqual(await command(), { code: 1, said: 'Name the account: npm run remove-second-factor -- <email>' })
  const nobodys = 'nobody@example.com'
  assert.deepEqual(await command(nobodys), { code: 1, said: `There is no account with the email ${nobodys}.` })
})
