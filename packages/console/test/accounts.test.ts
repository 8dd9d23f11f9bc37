import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openContext, startConsole } from './browser.ts'

const service = await startConsole()

const PASSWORD = 'correct horse battery'

const openPage = async (path: string) => (await openContext(service.url)).newPage().then((page) => at(page, path))

async function at(page: Page, path: string): Promise<Page> {
  await page.goto(path)
  return page
}

async function signIn(page: Page, email: string, password = PASSWORD) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

// These three go first, and one after the other: only one account is the first.
const first = { email: 'first@example.com', page: await openPage('/') }

test('1 on a service without accounts / shows the heading "Create the first account"', async () => {
  await first.page.getByRole('heading', { name: 'Create the first account' }).waitFor()
  assert.equal(await first.page.title(), 'Create the first account · Parlance')
})

test('2 "Create account" leads to "Start your first project" with three ways', async () => {
  const { page, email } = first
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada Vance')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('textbox', { name: 'Organization' }).fill('Corner')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Start your first project' }).waitFor()
  for (const name of ['Try the sample project', 'Import files', 'Start empty'])
    await page.getByRole('button', { name }).waitFor()
})

test('3 "Try the sample project" ends in the editor with 20 rows or more within 10 s', async () => {
  const { page } = first
  await page.getByRole('button', { name: 'Try the sample project' }).click()
  const grid = page.getByRole('grid', { name: 'Keys' })
  await grid.waitFor({ timeout: 10_000 })
  await page.waitForFunction(() => Number(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')) >= 20)
  assert.match(page.url(), /\/projects\/\d+\/translate\/de$/)
})

test('4 a wrong password gives an alert; "Email" keeps its text', async () => {
  const person = await service.signUp()
  const page = await openPage('/sign-in')
  await signIn(page, person.email, 'not the password')
  await page.getByRole('alert').getByText('The email or the password is wrong.').waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Email' }).inputValue(), person.email)
})

test('5 a project address opened signed out comes back after "Sign in"', async () => {
  const person = await service.signUp()
  const project = await aProject(person)
  const path = `/projects/${project.id}/translate/de?q=cart`
  const page = await openPage(path)
  await signIn(page, person.email)
  await page.waitForURL(`**${path}`)
  await page.getByRole('navigation', { name: 'Project' }).waitFor()
})

test('7 after signing out, Back shows no texts of the project', async () => {
  const person = await service.signUp()
  const project = await aProject(person, 'Secret plans')
  const page = await person.at(`/projects/${project.id}`)
  await page.getByRole('heading', { name: 'Secret plans' }).waitFor()
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Translate' }).click()
  await page.waitForURL('**/translate/de')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  assert.equal(await page.getByText('Secret plans').count(), 0)
})

test('7 signing out in one tab empties the others', async () => {
  const person = await service.signUp()
  const project = await aProject(person, 'Secret plans')
  const page = await person.at(`/projects/${project.id}`)
  const other = await at(await page.context().newPage(), `/projects/${project.id}`)
  await other.getByRole('heading', { name: 'Secret plans' }).waitFor()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await other.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('8 an invitation link, a name and a password lead into the organization', async () => {
  const owner = await service.signUp()
  await aProject(owner, 'Shared shop')
  const email = 'newcomer@example.com'
  const { inviteToken } = await owner.api.createMember({
    params: { orgId: owner.orgId },
    body: { email, role: 'translator' },
  })
  const page = await openPage(`/invite/${inviteToken}`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Newcomer')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('link', { name: 'Shared shop' }).waitFor()
  assert.match(page.url(), new RegExp(`/organizations/${owner.orgId}$`))
})

test('8 somebody with an account signs in to join', async () => {
  const owner = await service.signUp()
  const guest = await service.signUp()
  const { inviteToken } = await owner.api.createMember({
    params: { orgId: owner.orgId },
    body: { email: guest.email, role: 'viewer' },
  })
  const page = await guest.at(`/invite/${inviteToken}`)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.waitForURL(`**/organizations/${owner.orgId}`)
})

test('a used invitation says so', async () => {
  const page = await openPage('/invite/no-such-token')
  await page.getByRole('heading', { name: 'This invitation is no longer good' }).waitFor()
})

test('a reset link leads in with a new password', async () => {
  const owner = await service.signUp()
  const { inviteToken } = await owner.api.createMember({
    params: { orgId: owner.orgId },
    body: { email: 'forgetful@example.com', role: 'translator' },
  })
  const joined = await openPage(`/invite/${inviteToken}`)
  await joined.getByRole('textbox', { name: 'Name' }).fill('Forgetful')
  await joined.getByLabel('Password').fill(PASSWORD)
  await joined.getByRole('button', { name: 'Join' }).click()
  await joined.waitForURL('**/organizations/*')
  const { members } = await owner.api.listMembers({ params: { orgId: owner.orgId } })
  const userId = members.find(({ email }) => email === 'forgetful@example.com')?.userId ?? 0
  const { token } = await owner.api.createResetLink({ params: { orgId: owner.orgId, userId } })
  const page = await openPage(`/reset/${token}`)
  await page.getByLabel('Password').fill('a new one, longer')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('button', { name: 'Account' }).waitFor()
})

test('75 theme and language of the console outlast a reload, and are known on another device', async () => {
  const person = await service.signUp()
  const page = await person.at('/account/appearance')
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith('/preferences') && answer.request().method() === 'PUT',
  )
  await page.getByRole('radio', { name: 'Dark' }).check()
  await kept
  await page.reload()
  assert.ok(await page.getByRole('radio', { name: 'Dark' }).isChecked())
  const elsewhere = await person.at('/account/appearance')
  await elsewhere.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark')
})

test('devices can be signed out', async () => {
  const person = await service.signUp()
  const other = await openPage('/sign-in')
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
