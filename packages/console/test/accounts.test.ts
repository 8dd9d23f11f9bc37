import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startMailServer } from '../../server/test/mail-server.ts'
import { until } from '../../server/test/until.ts'
import { startConsole } from './browser.ts'

// One of its own: the first account is made here.
const service = await startConsole({})

const PASSWORD = 'correct horse battery'

async function signIn(page: Page, email: string, password = PASSWORD) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('1, 2, 3 on a service without accounts / shows the heading "Create the first account", which leads to a sample project', async () => {
  const page = await service.at('/')
  await page.getByRole('heading', { name: 'Create the first account' }).waitFor()
  assert.equal(await page.title(), 'Create the first account · Parlance')
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada Vance')
  await page.getByRole('textbox', { name: 'Email' }).fill('first@example.com')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('textbox', { name: 'Organization' }).fill('Corner')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Start your first project' }).waitFor()
  for (const name of ['Try the sample project', 'Import files', 'Start empty'])
    await page.getByRole('button', { name }).waitFor()
  await page.getByRole('button', { name: 'Try the sample project' }).click()
  await page.getByRole('grid', { name: 'Keys' }).waitFor({ timeout: 10_000 })
  await page.waitForFunction(() => Number(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')) >= 20)
  assert.match(page.url(), /\/projects\/\d+\/translate\/de$/)
})

test('4 a wrong password gives an alert; "Email" keeps its text', async () => {
  const person = await service.signUp()
  const page = await service.at('/sign-in')
  await signIn(page, person.email, 'not the password')
  await page.getByRole('alert').getByText('The email or the password is wrong.').waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Email' }).inputValue(), person.email)
})

test('5 a project address opened signed out comes back after "Sign in"', async () => {
  const person = await service.signUp()
  const project = await aProject(person)
  const path = `/projects/${project.id}/translate/de?q=cart`
  const page = await service.at(path)
  await signIn(page, person.email)
  await page.waitForURL(`**${path}`)
  await page.getByRole('navigation', { name: 'Project' }).waitFor()
})

test('7 after signing out, Back shows no texts of the project, and other tabs are emptied', async () => {
  const person = await service.signUp()
  const project = await aProject(person, 'Secret plans')
  const page = await person.at(`/projects/${project.id}`)
  await page.getByRole('heading', { name: 'Secret plans' }).waitFor()
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Translate' }).click()
  await page.waitForURL('**/translate/de')
  const other = await page.context().newPage()
  await other.goto(`/projects/${project.id}`)
  await other.getByRole('heading', { name: 'Secret plans' }).waitFor()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await other.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  assert.equal(await page.getByText('Secret plans').count(), 0)
})

test('8 an invitation link, a name and a password lead into the organization', async () => {
  const owner = await service.signUp()
  await aProject(owner, 'Shared shop')
  const email = 'newcomer@example.com'
  const { inviteToken } = await owner.api.createMember({
    params: { orgId: owner.orgId },
    body: { email, role: 'translator' },
  })
  const page = await service.at(`/invite/${inviteToken}`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Newcomer')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('link', { name: 'Shared shop' }).waitFor()
  assert.match(page.url(), new RegExp(`/organizations/${owner.orgId}$`))
})

test('8 somebody with an account signs in to join; a used invitation says so', async () => {
  const owner = await service.signUp()
  const guest = await service.signUp()
  const { inviteToken } = await owner.api.createMember({
    params: { orgId: owner.orgId },
    body: { email: guest.email, role: 'viewer' },
  })
  const page = await guest.at(`/invite/${inviteToken}`)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.waitForURL(`**/organizations/${owner.orgId}`)
  await page.goto(`/invite/${inviteToken}`)
  await page.getByRole('heading', { name: 'This invitation is no longer good' }).waitFor()
})

test('a reset link leads in with a new password', async () => {
  const owner = await service.signUp()
  const { inviteToken } = await owner.api.createMember({
    params: { orgId: owner.orgId },
    body: { email: 'forgetful@example.com', role: 'translator' },
  })
  const joined = await service.at(`/invite/${inviteToken}`)
  await joined.getByRole('textbox', { name: 'Name' }).fill('Forgetful')
  await joined.getByLabel('Password').fill(PASSWORD)
  await joined.getByRole('button', { name: 'Join' }).click()
  await joined.waitForURL('**/organizations/*')
  const { members } = await owner.api.listMembers({ params: { orgId: owner.orgId } })
  const userId = members.find(({ email }) => email === 'forgetful@example.com')?.userId ?? 0
  const { token } = await owner.api.createResetLink({ params: { orgId: owner.orgId, userId } })
  const page = await service.at(`/reset/${token}`)
  await page.getByLabel('Password').fill('a new one, longer')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('button', { name: 'Account' }).waitFor()
})

test('whoever has forgotten the password has a link mailed, and chooses a new one with it', async () => {
  const mailed = await startMailServer()
  const PUBLIC_URL = 'https://l10n.example.com'
  const SMTP_URL = `smtp://127.0.0.1:${mailed.port}`
  const withMail = await startConsole({ SMTP_URL, MAIL_FROM: 'l10n@example.com', PUBLIC_URL })
  const person = await withMail.signUp()
  const page = await withMail.at('/sign-in')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await page.getByRole('button', { name: 'Send the mail' }).click()
  await page.getByRole('status').getByText(`If ${person.email} has an account here`).waitFor()
  await until('the mail', () => mailed.to(person.email).length === 1)
  const [, path = ''] = new RegExp(`^${PUBLIC_URL}(/reset/.+)$`, 'm').exec(mailed.received[0]?.read.text ?? '') ?? []
  await page.goto(path)
  await page.getByLabel('Password').fill('a new one, longer')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('button', { name: 'Account' }).waitFor()

  const members = await person.at(`/organizations/${person.orgId}/members`)
  await members.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.goto(`/organizations/${person.orgId}/members`)
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
  await dialog.getByText('A mail with the invitation goes to this address.').waitFor()
  await dialog.getByRole('textbox', { name: 'Email' }).fill('ann@example.com')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const link = page.getByRole('dialog', { name: 'Invitation link' })
  await link.getByText('A mail with this link is on its way to ann@example.com.').waitFor()
  await until('the invitation', () => mailed.to('ann@example.com').length === 1)
  const [, invited = ''] = /\/invite\/(\S+)/.exec(mailed.to('ann@example.com')[0]?.read.text ?? '') ?? []
  await link.getByText(invited).waitFor()
})

test('where no mail is sent the sign-in page says whom to ask for a new password', async () => {
  const page = await service.at('/sign-in')
  await page.getByText('Ask an administrator of your organization for a reset link.').waitFor()
  await page.goto('/forgot')
  await page.getByText('Ask an administrator of your organization for a reset link.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Send the mail' }).count(), 0)
})

test('devices can be signed out', async () => {
  const person = await service.signUp()
  const other = await service.at('/sign-in')
  await signIn(other, person.email)
  await other.getByRole('button', { name: 'Account' }).waitFor()
  const page = await person.at('/account/devices')
  await page.getByRole('button', { name: 'Sign out all others' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out all other devices?' })
  await question.getByRole('button', { name: 'Sign out all others' }).click()
  await page.getByRole('button', { name: 'Sign out all others' }).waitFor({ state: 'detached' })
  await other.goto('/account/profile')
  await other.getByRole('heading', { name: 'Sign in' }).waitFor()
})

async function aProject(person: Awaited<ReturnType<typeof service.signUp>>, name = 'Shop') {
  const project = await person.api.createProject({
    params: { orgId: person.orgId },
    body: { name, sourceLocale: 'en', locales: ['de'] },
  })
  const translations = { en: { value: 'Your cart', status: 'translated' as const } }
  await person.api.createKey({ params: { projectId: project.id }, body: { key: 'cart.title', translations } })
  return project
}
