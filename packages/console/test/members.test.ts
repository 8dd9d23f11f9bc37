import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startConsole } from './browser.ts'
import { focused } from './focused.ts'

const service = await startConsole()
const { admin } = service
const owner = await service.signUp('Olga Owner')
const { orgId } = owner
const { id: projectId } = await owner.api.createProject({
  params: { orgId },
  body: { name: 'Shop', sourceLocale: 'en', locales: ['de', 'fr'] },
})
await owner.api.createKey({
  params: { projectId },
  body: { key: 'cart.title', translations: { en: { value: 'Cart', status: 'translated' } } },
})

const members = `/organizations/${orgId}/members`
const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Members' }).getByRole('row').filter({ hasText: name })

/** The link that a dialog shows for the only time. */
async function shownLink(page: Page, title: string) {
  const dialog = page.getByRole('dialog', { name: title })
  const link = await dialog.getByText(`${service.url}/`).innerText()
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
  return link
}

/** Invites by the screen, and joins in a browser of their own. */
async function bringIn(page: Page, person: { name: string; role: string; languages?: string[] }) {
  const email = `${person.name.toLowerCase().replaceAll(' ', '.')}@example.com`
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await dialog.getByRole('radio', { name: person.role, exact: true }).check()
  if (person.languages) await dialog.getByRole('radio', { name: 'Only some languages' }).check()
  for (const language of person.languages ?? []) {
    await dialog.getByRole('combobox', { name: 'Allowed languages' }).fill(language)
    await page.getByRole('option', { name: language, exact: true }).click()
  }
  await dialog.getByRole('button', { name: 'Make invitation link' }).click()
  const link = await shownLink(page, 'Invitation link')
  assert.equal(await focused(page), 'Invite')
  await rowOf(page, email).getByText('Invited').waitFor()
  const theirs = await service.at(link)
  await theirs.getByRole('textbox', { name: 'Name' }).fill(person.name)
  await theirs.getByLabel('Password').fill('correct horse battery')
  await theirs.getByRole('button', { name: 'Join' }).click()
  await theirs.waitForURL((url) => !url.pathname.startsWith('/invite'))
  await page.reload()
  await rowOf(page, person.name).waitFor()
  return { email, page: theirs }
}

test('67 who is invited may do what their role says, in their languages: no textbox and no "Save" for a viewer', async () => {
  const page = await owner.at(members)
  const { page: reader } = await bringIn(page, { name: 'Vera Viewer', role: 'Viewer' })
  await reader.goto(`/projects/${projectId}/translate/de`)
  await reader.getByRole('row', { name: 'cart.title' }).locator('[data-locale="de"]').click()
  await reader.getByText('Your role can read texts, not write them.').waitFor()
  assert.equal(await reader.getByRole('textbox').count(), 0)
  assert.equal(await reader.getByRole('button', { name: 'Save' }).count(), 0)
  assert.equal(await reader.getByRole('link', { name: 'Settings' }).count(), 0)
  for (const path of [members, `/organizations/${orgId}/settings`, `/projects/${projectId}/settings/general`]) {
    await reader.goto(path)
    await reader.getByRole('heading', { name: 'Not found' }).waitFor()
  }

  const translator = { name: 'Tim Translator', role: 'Translator', languages: ['English (en)', 'German (de)'] }
  const { page: theirs } = await bringIn(page, translator)
  await theirs.goto(`/projects/${projectId}/translate/de`)
  await theirs.getByRole('row', { name: 'cart.title' }).locator('[data-locale="de"]').click()
  await theirs.getByRole('textbox', { name: 'German value' }).waitFor()
  await theirs.getByRole('combobox', { name: 'Language' }).click()
  await theirs.getByRole('option', { name: /German/ }).waitFor()
  assert.equal(await theirs.getByRole('option', { name: /French/ }).count(), 0)
  await rowOf(page, 'Tim Translator').getByText('German, English').waitFor()
})

test('a member gets another role and other languages, a link for a new password, and is removed', async () => {
  const page = await owner.at(members)
  const { email, page: theirs } = await bringIn(page, { name: 'Rita Reviewer', role: 'Reviewer' })
  await page.getByRole('button', { name: 'Change Rita Reviewer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Rita Reviewer' })
  await dialog.getByRole('radio', { name: 'Developer' }).check()
  await dialog.getByRole('radio', { name: 'Only some languages' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').getByText('Choose at least one language').waitFor()
  await dialog.getByRole('combobox', { name: 'Allowed languages' }).fill('French (fr)')
  await page.getByRole('option', { name: 'French (fr)', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await rowOf(page, email).getByRole('cell', { name: 'Developer' }).waitFor()
  await rowOf(page, email).getByRole('cell', { name: 'French' }).waitFor()

  await page.getByRole('button', { name: 'Reset link for Rita Reviewer' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset link' }).click()
  const link = await shownLink(page, 'Reset link')
  await theirs.goto(link)
  await theirs.getByLabel('Password').fill('another horse battery')
  await theirs.getByRole('button', { name: 'Set password' }).click()
  await theirs.waitForURL((url) => !url.pathname.startsWith('/reset'))

  await page.getByRole('button', { name: 'Remove Rita Reviewer' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await rowOf(page, email).waitFor({ state: 'detached' })
  await page.getByText('Rita Reviewer is removed.').waitFor()
  // The row is gone; the next one has the focus.
  assert.match((await focused(page)) ?? '', /^(Remove|Leave) /)
})

test('an invitation is renewed and withdrawn; the last owner cannot leave, and learns why', async () => {
  const invited = { email: 'late@example.com', role: 'viewer' as const }
  const { inviteToken } = await owner.api.createMember({ params: { orgId }, body: invited })
  const page = await owner.at(members)
  await page.getByRole('button', { name: 'New link for late@example.com' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'New link' }).click()
  const link = await shownLink(page, 'Invitation link')
  assert.ok(!link.endsWith(inviteToken))
  await page.getByRole('button', { name: 'Withdraw the invitation of late@example.com' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await rowOf(page, 'late@example.com').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: /^Leave / }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('alert').getByText('An organization needs an owner').waitFor()
  const alone = await owner.api.createMember({
    params: { orgId: owner.orgId },
    body: { email: admin.email, role: 'viewer' },
  })
  await admin.api.acceptInvite({ body: { token: alone.inviteToken } })
  const theirs = await admin.at('/account/organizations')
  const leave = theirs.getByRole('table', { name: 'Organizations' }).getByRole('row').filter({ hasText: 'Viewer' })
  await leave.getByRole('button', { name: /^Leave/ }).click()
  await theirs.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await theirs.getByText('You have left').waitFor()
  const session = await admin.api.getSession()
  assert.ok(session.organizations.every(({ id }) => id !== orgId))
})

test('many members come by pages, and are found by name or email', async () => {
  const many = await service.signUp('Mona Many')
  for (let n = 100; n < 160; n++)
    await many.api.createMember({
      params: { orgId: many.orgId },
      body: { email: `person-${n}@example.com`, role: 'viewer' },
    })
  const page = await many.at(`/organizations/${many.orgId}/members`)
  const rows = page.getByRole('table', { name: 'Members' }).getByRole('row')
  await rowOf(page, 'person-100@').waitFor()
  assert.equal(await rows.count(), 51)
  await rows.last().scrollIntoViewIfNeeded()
  await rowOf(page, 'person-159@').waitFor()
  await page.getByRole('searchbox', { name: 'Search members' }).fill('PERSON-137')
  await page.waitForURL('**?q=PERSON-137')
  await rowOf(page, 'person-100@').waitFor({ state: 'detached' })
  await rowOf(page, 'person-137@').waitFor()
  assert.deepEqual(page.complaints, [])
})

test('whoever administers the service deactivates accounts and lets them in again; others find nothing there', async () => {
  const person = await service.signUp('Dora Dormant')
  const page = await admin.at('/')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Users' }).click()
  await page.getByRole('searchbox', { name: 'Search users' }).fill('dora')
  const row = page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: person.email })
  await row.getByRole('button', { name: 'Deactivate: Dora Dormant' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()
  await row.getByText('Deactivated').waitFor()
  await row.getByRole('button', { name: 'Let in again: Dora Dormant' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Let in again' }).click()
  await row.getByRole('button', { name: 'Make administrator: Dora Dormant' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make administrator' }).click()
  await row.getByText('Administrator', { exact: true }).waitFor()
  await row.getByRole('button', { name: 'No longer administrator: Dora Dormant' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'No longer administrator' }).click()
  await row.getByRole('button', { name: 'Make administrator: Dora Dormant' }).waitFor()
  const theirs = await owner.at('/instance/users')
  await theirs.getByRole('heading', { name: 'Not found' }).waitFor()
})
