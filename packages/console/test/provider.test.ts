import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { startIdentityProvider } from '../../server/test/identity-provider.ts'
import { type Account, startConsole } from './browser.ts'

const origins: string[] = []
const provider = await startIdentityProvider({
  origins,
  people: {
    nia: { email: 'nia@example.com', email_verified: true, name: 'Nia Vale' },
    guest: { email: 'guest@elsewhere.example', email_verified: true, name: 'Guest' },
    stranger: { email: 'stranger@elsewhere.example', email_verified: true },
    unverified: { email: 'admin@example.com', email_verified: false },
    ada: { email: 'ada@work.example', email_verified: true },
    careful: { email: 'careful@work.example', email_verified: true },
  },
})
// Its own: it signs people in by a provider.
const service = await startConsole({
  ...provider.env,
  OIDC_NAME: 'Example ID',
  OIDC_ALLOWED_DOMAINS: 'example.com',
  OIDC_ORGANIZATION: '1',
  OIDC_ROLE: 'translator',
})
origins.push(service.url)
const admin = await service.signUp('Ada')

const goOnAs = async (page: Page, name: string) => {
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor()
  await page.getByRole('link', { name: `Go on as ${name}` }).click()
}

const password = (page: Page) => page.getByRole('dialog').getByLabel('Current password')

async function aProject(person: Account) {
  const body = { name: 'Shop', sourceLocale: 'en', locales: ['de'] }
  return person.api.createProject({ params: { orgId: person.orgId }, body })
}

test('"Sign in with Example ID" leads to the provider and back to where somebody wanted to be', async () => {
  const project = await aProject(admin)
  const path = `/projects/${project.id}/translate/de?q=a%26b`
  const page = await service.at(path)
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click()
  await goOnAs(page, 'nia')
  await page.waitForURL(`**${path}`)
  // What is still being asked for when somebody signs out is refused.
  await page.getByText('Nothing matches').waitFor()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  assert.deepEqual(page.complaints, [])
})

test('an address elsewhere is not gone to after it', async () => {
  for (const next of ['//evil.example/', '/.//evil.example/', 'https://evil.example/']) {
    const page = await service.at(`/sign-in?next=${encodeURIComponent(next)}`)
    await page.getByRole('button', { name: 'Sign in with Example ID' }).click()
    await goOnAs(page, 'nia')
    await page.getByRole('button', { name: 'Account' }).waitFor()
    assert.equal(new URL(page.url()).origin, service.url, next)
  }
})

test('what the provider or the service refuses is a sentence, and the way back is offered', async () => {
  const page = await service.at('/sign-in')
  for (const [as, sentence] of [
    ['stranger', /You have no account here, and signing in makes none for your address/],
    ['unverified', /Example ID does not vouch for an email address of yours/],
    ['nobody', /Example ID was told not to let you in/],
  ] as const) {
    await page.getByRole('button', { name: 'Sign in with Example ID' }).click()
    await goOnAs(page, as)
    await page.getByRole('alert').getByText(sentence).waitFor()
    await page.getByRole('heading', { name: 'That did not work' }).waitFor()
    assert.equal(new URL(page.url()).search, '', 'what was sent along is gone from the address')
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    // The provider would go on as whoever was there.
    await page.context().clearCookies({ domain: 'localhost' })
  }
  await page.goto('/sign-in/provider?code=made-up&state=made-up')
  await page
    .getByRole('alert')
    .getByText(/was begun in another browser. Begin it again/)
    .waitFor()
})

test('a provider that is away is told on the page that is there', async () => {
  const { isAway } = provider
  provider.isAway = true
  const own = await startConsole({ ...provider.env, OIDC_NAME: 'Example ID' })
  await own.signUp()
  const page = await own.at('/sign-in')
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click()
  await page
    .getByRole('alert')
    .getByText(/Example ID cannot be reached/)
    .waitFor()
  provider.isAway = isAway
})

test('an invitation is accepted with "Join with Example ID", which leads into the organization', async () => {
  const { inviteToken } = await admin.api.createMember({
    params: { orgId: admin.orgId },
    body: { email: 'guest@elsewhere.example', role: 'viewer' },
  })
  const page = await service.at(`/invite/${inviteToken}`)
  await page.getByRole('button', { name: 'Join with Example ID' }).click()
  await goOnAs(page, 'guest')
  await page.waitForURL(`**/organizations/${admin.orgId}`)
  await page.goto('/account/password')
  await page.getByText('This account has no password. You sign in with Example ID.').waitFor()
  await page.goto('/account/linked')
  await page.getByText('it is your way in').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Unlink Example ID' }).count(), 0)
})

test('an account is linked and unlinked under "Linked sign-ins", with the password', async () => {
  const page = await admin.at('/account/linked')
  await page.getByText('No sign-in is linked.').waitFor()
  await page.getByRole('button', { name: 'Link Example ID' }).click()
  await password(page).fill('not the password')
  await page.getByRole('dialog').getByRole('button', { name: 'Link Example ID' }).click()
  await page.getByRole('alert').getByText('The current password is wrong.').waitFor()
  await password(page).fill(admin.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Link Example ID' }).click()
  await goOnAs(page, 'ada')
  await page.waitForURL('**/account/linked')
  const linked = page.getByRole('list', { name: 'Linked sign-ins' })
  await linked.getByText('As ada@work.example').waitFor()

  const other = await service.at('/sign-in')
  await other.getByRole('button', { name: 'Sign in with Example ID' }).click()
  await goOnAs(other, 'ada')
  await other.getByRole('button', { name: 'Account' }).waitFor()

  await page.getByRole('button', { name: 'Unlink Example ID' }).click()
  await password(page).fill(admin.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  await page.getByText('No sign-in is linked.').waitFor()
  await other.goto('/account/profile')
  await other.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('somebody who is signed in again by the provider during work comes back to the same page', async () => {
  const project = await aProject(admin)
  const page = await service.at(`/sign-in?next=/projects/${project.id}`)
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click()
  await goOnAs(page, 'nia')
  await page.waitForURL(`**/projects/${project.id}`)
  const translate = page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Translate' })
  await translate.waitFor()
  await page.context().clearCookies({ name: 'tms_session' })
  await translate.click()
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByRole('button', { name: 'Sign in with Example ID' }).click()
  await page.waitForURL('**/translate/de')
  await page.getByRole('heading', { name: 'No keys yet' }).waitFor()
})

test('an account with a second factor asks for a code after the provider, then leads to where somebody wanted to be, or to their invitation', async () => {
  const person = await service.signUp()
  const page = await person.at('/account/linked')
  await page.getByRole('button', { name: 'Link Example ID' }).click()
  await password(page).fill(person.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Link Example ID' }).click()
  await goOnAs(page, 'careful')
  await page.getByRole('list', { name: 'Linked sign-ins' }).waitFor()
  const { secret } = await person.api.beginSecondFactor()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const { recoveryCodes } = await person.api.createSecondFactor({ body: { code } })
  const other = await service.at('/sign-in?next=/account/devices')
  await other.getByRole('button', { name: 'Sign in with Example ID' }).click()
  await goOnAs(other, 'careful')
  await other.getByRole('button', { name: 'Use a recovery code' }).click()
  await other.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCodes[0] ?? '')
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.waitForURL('**/account/devices')

  const { inviteToken } = await admin.api.createMember({
    params: { orgId: admin.orgId },
    body: { email: person.email, role: 'viewer' },
  })
  const invited = await service.at(`/invite/${inviteToken}`)
  await invited.getByRole('button', { name: 'Join with Example ID' }).click()
  await goOnAs(invited, 'careful')
  await invited.getByRole('button', { name: 'Use a recovery code' }).click()
  await invited.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCodes[1] ?? '')
  await invited.getByRole('button', { name: 'Sign in', exact: true }).click()
  await invited.getByRole('button', { name: 'Join', exact: true }).click()
  await invited.waitForURL(`**/organizations/${admin.orgId}`)
})

test('with PASSWORD_SIGN_IN=off the password is there for administrators, behind a button', async () => {
  const own = await startConsole({ ...provider.env, OIDC_NAME: 'Example ID', PASSWORD_SIGN_IN: 'off' })
  const first = await own.signUp('First')
  const page = await own.at('/sign-in')
  await page.getByRole('button', { name: 'Sign in with Example ID' }).waitFor()
  assert.equal(await page.getByLabel('Password').count(), 0)
  await page.getByRole('button', { name: 'Sign in with a password' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(first.email)
  await page.getByLabel('Password').fill(first.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Account' }).waitFor()
})
