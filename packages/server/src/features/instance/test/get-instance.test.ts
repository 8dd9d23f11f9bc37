import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import packageJson from '../../../../package.json' with { type: 'json' }
import { createApiKey, createScene } from '../../../../test/factories.ts'
import { nobody, startService } from '../../../../test/harness.ts'
import { mailThrough } from '../../../../test/mail-server.ts'
import { readConfig } from '../../../config.ts'

describe('12.1 the instance', () => {
  test('200: anybody is told what a first page needs; the version is for those who are signed in', async () => {
    const service = await startService()
    const memory = { provider: 'memory', canSuggest: true }
    const signIn = { hasPasswords: true, provider: null }
    const open = { name: 'Parlance', version: null, registration: 'open', sendsMail: false }
    const told = { ...open, signIn, machineTranslation: memory }
    assert.deepEqual(await service.ok(nobody, 'getInstance'), { ...told, hasAccounts: false })
    const { owner, projectId } = await createScene(service)
    const key = await createApiKey(service, owner, projectId, ['translations:read'])
    for (const caller of [nobody, key, { cookie: 'tms_session=made-up' }])
      assert.deepEqual(await service.ok(caller, 'getInstance'), { ...told, hasAccounts: true })
    const known = await service.ok(owner, 'getInstance')
    assert.deepEqual(known, { ...told, hasAccounts: true, version: packageJson.version })
    const elsewhere = { headers: { 'sec-fetch-site': 'cross-site' } }
    assert.deepEqual(await service.ok(owner, 'getInstance', elsewhere), known)
  })

  test('registration is open at this moment: with REGISTRATION=first until somebody has registered', async () => {
    const service = await startService({ registration: 'first' })
    const before = await service.ok(nobody, 'getInstance')
    assert.deepEqual([before.registration, before.hasAccounts], ['open', false])
    await createScene(service)
    assert.equal((await service.ok(nobody, 'getInstance')).registration, 'closed')
  })

  test('it says whether mail is sent', async () => {
    const service = await startService(mailThrough('smtp://localhost'))
    assert.equal((await service.ok(nobody, 'getInstance')).sendsMail, true)
  })

  test('it says what people sign in with: with PASSWORD_SIGN_IN=off nobody registers any more', async () => {
    const env = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }
    for (const [settings, hasPasswords, name] of [
      [{ ...env, OIDC_NAME: 'Example' }, true, 'Example'],
      [{ ...env, PASSWORD_SIGN_IN: 'off' }, false, 'id.example.com'],
    ] as const) {
      const { provider, hasPasswords: read } = readConfig(settings)
      const service = await startService({ provider, hasPasswords: read })
      assert.equal((await service.ok(nobody, 'getInstance')).registration, 'open', 'the first account is made')
      await createScene(service)
      const { signIn, registration } = await service.ok(nobody, 'getInstance')
      assert.deepEqual(signIn, { hasPasswords, provider: { name } })
      assert.equal(registration, hasPasswords ? 'open' : 'closed')
    }
  })

  test('it says which provider translates, and that one without a budget suggests nothing', async () => {
    for (const budget of ['0', '1000']) {
      const env = { MT_PROVIDER: 'libretranslate', MT_URL: 'http://127.0.0.1:9', MT_MONTHLY_CHARACTERS: budget }
      const service = await startService({ machineTranslation: readConfig(env).machineTranslation })
      const { machineTranslation } = await service.ok(nobody, 'getInstance')
      assert.deepEqual(machineTranslation, { provider: 'libretranslate', canSuggest: budget !== '0' })
    }
  })
})
