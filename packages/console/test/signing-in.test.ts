import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import type { Locator, Page } from 'playwright-core'
import { findings } from './axe.ts'
import { type Account, startConsole } from './browser.ts'

const service = await startConsole()
/** The same service under a name: browsers have no passkeys for an address of numbers. */
const named = { baseURL: service.url.replace('127.0.0.1', 'localhost') }

/** What an app shows, or will show half a minute from now: each code is good once. */
const codeOf = (secret: string, ms = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ms })

async function signIn(page: Page, { email, password }: Account) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const isIn = (page: Page) => page.getByRole('button', { name: 'Account' }).waitFor()

async function codesIn(dialog: Locator): Promise<string[]> {
  await dialog.getByRole('listitem').first().waitFor()
  return dialog.getByRole('listitem').allTextContents()
}

/** Switches the factor on, as people do. */
async function setUp(page: Page) {
  await page.getByRole('button', { name: 'Set up the app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up the app' })
  await dialog.getByRole('img', { name: 'QR code with the secret for the app' }).waitFor()
  const secret = (await dialog.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()) ?? ''
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret.replaceAll(' ', '')))
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  const shown = await codesIn(codes)
  return { secret: secret.replaceAll(' ', ''), codes, shown }
}

/** A device with a fingerprint reader, whose owner is before it. */
async function addDevice(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options })
  return {
    isOwnerThere: (isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    passkeys: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}

async function addPasskey(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('list', { name: 'Passkeys' }).getByText(name).waitFor()
}

test('a second factor is set up with a picture or the letters below it; recovery codes are copied and kept', async () => {
  const person = await service.signUp()
  const page = await person.at('/account/signing-in')
  const { codes, shown } = await setUp(page)
  assert.equal(shown.length, 10)
  assert.deepEqual(await findings(page), [])
  const downloading = page.waitForEvent('download')
  await codes.getByRole('button', { name: 'Download' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  for (const code of shown) assert.ok(file.includes(code))
  await page.emulateMedia({ media: 'print' })
  const sheet = await codes.getByRole('list').boundingBox()
  assert.ok(sheet && sheet.x >= 0 && sheet.x + sheet.width <= 1280, 'all of it is on the paper')
  assert.equal(await page.getByRole('main').isVisible(), false)
  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('Escape')
  await codes.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText('10 recovery codes are left.').waitFor()
  assert.deepEqual(await findings(page), [])
})

test('signing in asks for a code, takes it pasted with a space, and a recovery code instead', async () => {
  const person = await service.signUp()
  const own = await person.at('/account/signing-in')
  const { secret, codes, shown } = await setUp(own)
  await codes.getByRole('button', { name: 'I have kept them' }).click()

  const page = await service.at('/sign-in')
  const register = page.getByRole('link', { name: 'Create an account' })
  await register.waitFor()
  await signIn(page, person)
  const field = page.getByRole('textbox', { name: 'Code' })
  await field.waitFor()
  assert.equal(await register.isVisible(), false, 'the step stands alone')
  await page.getByRole('button', { name: 'Cancel' }).click()
  assert.equal(await page.getByRole('textbox', { name: 'Email' }).inputValue(), person.email)
  await register.waitFor()
  await signIn(page, person)
  await field.waitFor()
  assert.equal(await field.getAttribute('autocomplete'), 'one-time-code')
  assert.ok(await field.evaluate((element) => element === document.activeElement))
  await field.fill('000 000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').getByText('The code is wrong').waitFor()
  assert.deepEqual(await findings(page), [])
  const code = codeOf(secret, 30_000)
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await isIn(page)

  const again = await service.at('/sign-in')
  await signIn(again, person)
  await again.getByRole('button', { name: 'Use a recovery code' }).click()
  await again.getByRole('textbox', { name: 'Recovery code' }).fill((shown[0] ?? '').toLowerCase())
  await again.getByRole('button', { name: 'Sign in' }).click()
  await isIn(again)
  await again.goto('/account/signing-in')
  await again.getByText('9 recovery codes are left.').waitFor()
})

test('a link to a new password leads to the second step', async () => {
  const owner = await service.signUp()
  const { inviteToken } = await owner.api.createMember({
    params: { orgId: owner.orgId },
    body: { email: 'two-steps@example.com', role: 'translator' },
  })
  const joined = await service.at(`/invite/${inviteToken}`)
  await joined.getByRole('textbox', { name: 'Name' }).fill('Two Steps')
  await joined.getByLabel('Password').fill(owner.password)
  await joined.getByRole('button', { name: 'Join' }).click()
  await isIn(joined)
  await joined.goto('/account/signing-in')
  const { secret } = await setUp(joined)
  const { members } = await owner.api.listMembers({ params: { orgId: owner.orgId } })
  const userId = members.find(({ email }) => email === 'two-steps@example.com')?.userId ?? 0
  const { token } = await owner.api.createResetLink({ params: { orgId: owner.orgId, userId } })
  const page = await service.at(`/reset/${token}`)
  await page.getByLabel('Password').fill('a new one, longer')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 30_000))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await isIn(page)
})

test('a passkey is added, lets in without a password, gets another name, and goes', async () => {
  const person = await service.signUp()
  const page = await service.at('/sign-in?next=/account/signing-in', named)
  const device = await addDevice(page)
  await signIn(page, person)
  await addPasskey(page, 'Fingerprint')
  await page.getByText('Never used').waitFor()
  assert.equal(await device.passkeys(), 1)
  assert.deepEqual(await findings(page), [])
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const second = page.getByRole('dialog', { name: 'Add a passkey' })
  await second.getByRole('button', { name: 'Continue' }).click()
  await second.getByRole('alert').getByText('This device has a passkey of yours already.').waitFor()
  await second.getByRole('button', { name: 'Cancel' }).click()

  await device.isOwnerThere(false)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('alert').getByText('No passkey was used.').waitFor()
  await device.isOwnerThere(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await isIn(page)

  await page.goto('/account/signing-in')
  await page.getByText(/^Used /).waitFor()
  await page.getByRole('button', { name: 'Rename: Fingerprint' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Thumb')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Remove: Thumb' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('list', { name: 'Passkeys' }).waitFor({ state: 'detached' })
})

test('whoever has set a new password reads what else opens the account, and takes it away', async () => {
  const owner = await service.signUp()
  const { orgId } = owner
  const email = 'squatted@example.com'
  const { inviteToken } = await owner.api.createMember({ params: { orgId }, body: { email, role: 'translator' } })
  const squatter = await service.at(`/invite/${inviteToken}`, named)
  await addDevice(squatter)
  await squatter.getByRole('textbox', { name: 'Name' }).fill('Squatter')
  await squatter.getByLabel('Password').fill(owner.password)
  await squatter.getByRole('button', { name: 'Join' }).click()
  await isIn(squatter)
  await squatter.goto('/account/signing-in')
  await addPasskey(squatter, 'Not mine')
  const { members } = await owner.api.listMembers({ params: { orgId } })
  const params = { orgId, userId: members.find((member) => member.email === email)?.userId ?? 0 }
  const reset = async (password: string) => {
    const { token } = await owner.api.createResetLink({ params })
    const page = await service.at(`/reset/${token}`)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Set password' }).click()
    return page
  }
  const page = await reset('a new one, longer')
  await page.getByRole('heading', { name: 'Your password is new' }).waitFor()
  assert.deepEqual(await findings(page), [])
  await page.getByRole('link', { name: 'Not mine' }).click()
  await page.getByRole('button', { name: 'Remove: Not mine' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Not mine', { exact: true }).waitFor({ state: 'detached' })
  await isIn(await reset('another one, as long'))
})

test('where browsers have no passkeys, the page says so, and the sign-in does not offer them', async () => {
  const person = await service.signUp()
  const page = await person.at('/account/signing-in')
  await page.getByText('Browsers take passkeys over https and under a name, or at localhost.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Add a passkey' }).count(), 0)
  const door = await service.at('/sign-in')
  await door.getByRole('button', { name: 'Sign in' }).waitFor()
  assert.equal(await door.getByRole('button', { name: 'Sign in with a passkey' }).count(), 0)
})

test('whoever was away for a while is asked who they are, by password or by code, and what they wanted is done', async () => {
  const person = await service.signUp()
  const page = await person.at('/account/signing-in')
  const { secret, codes, shown } = await setUp(page)
  await codes.getByRole('button', { name: 'I have kept them' }).click()
  const refuseOnce = () =>
    page.route(
      '**/auth/second-factor/recovery-codes',
      (route) => route.fulfill({ status: 403, json: { code: 'CONFIRMATION_REQUIRED', message: 'Confirm.' } }),
      { times: 1 },
    )
  const renew = async () => {
    await refuseOnce()
    await page.getByRole('button', { name: 'New recovery codes' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'New recovery codes' }).click()
  }
  await renew()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabel('Password').fill('not the password')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await question.getByRole('alert').getByText('The current password is wrong.').waitFor()
  assert.deepEqual(await findings(page), [])
  await question.getByLabel('Password').fill(person.password)
  await question.getByRole('button', { name: 'Confirm' }).click()
  const anew = await codesIn(codes)
  assert.equal(new Set([...shown, ...anew]).size, 20)
  await codes.getByRole('button', { name: 'I have kept them' }).click()
  await renew()
  await question.getByRole('button', { name: 'Use a code' }).click()
  await question.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 30_000))
  await question.getByRole('button', { name: 'Confirm' }).click()
  await codes.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByRole('button', { name: 'Switch off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click()
  await page.getByRole('button', { name: 'Set up the app' }).waitFor()
})

test('an administrator removes the second factor of somebody who has lost everything', async () => {
  const person = await service.signUp('Lost Everything')
  const own = await person.at('/account/signing-in')
  await setUp(own)
  const page = await service.admin.at('/instance/users?q=Lost')
  await page.getByRole('button', { name: 'Remove second factor: Lost Everything' }).click()
  const question = page.getByRole('alertdialog', { name: /^Remove the second factor and the passkeys of Lost/ })
  await question.getByRole('button', { name: 'Remove second factor' }).click()
  await page.getByText('Lost Everything signs in with the password alone now.').waitFor()
  await page.getByRole('button', { name: 'Remove second factor: Lost Everything' }).waitFor({ state: 'detached' })
  const door = await service.at('/sign-in')
  await signIn(door, person)
  await isIn(door)
})
