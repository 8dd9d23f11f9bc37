import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Account, startConsole } from './browser.ts'

const service = await startConsole({})
// The first account runs the service: it alone sets limits.
const admin = await service.signUp('Ada Admin')
const silent = await service.signUp('Sol Silent')
const setLimit = (keys: number | null) =>
  admin.api.updateOrganization({ params: { orgId: admin.orgId }, body: { limits: { keys } } })
const ITEMS = '{count, plural, one {# item} other {# items}}'

async function aProject(keys: Record<string, string>, locales = ['de', 'fr']) {
  const { id: projectId } = await admin.api.createProject({
    params: { orgId: admin.orgId },
    body: { name: 'Shop', sourceLocale: 'en', locales },
  })
  for (const [key, value] of Object.entries(keys))
    await admin.api.createKey({
      params: { projectId },
      body: { key, translations: { en: { value, status: 'translated' } } },
    })
  return projectId
}

type Role = 'translator' | 'viewer'

async function join(person: Account, role: Role, localeCodes?: string[]): Promise<void> {
  const { inviteToken } = await admin.api.createMember({
    params: { orgId: admin.orgId },
    body: { email: person.email, role, ...(localeCodes && { localeCodes }) },
  })
  await person.api.acceptInvite({ body: { token: inviteToken } })
}

const cell = (page: Page, key: string) => page.getByRole('row', { name: key }).locator('[data-locale="de"]')
const namesOf = (page: Page, role: 'button' | 'option' | 'menuitem') => page.getByRole(role).allTextContents()

test('77 in a read-only organization nothing is offered that would be refused, and what is typed is kept', async () => {
  const projectId = await aProject({ 'cart.empty': 'Your cart is empty', 'cart.title': 'Cart' })
  await setLimit(1)
  const page = await admin.at(`/projects/${projectId}/translate/de?tab=comments`)
  await page.getByRole('region', { name: 'Read-only' }).waitFor()
  await cell(page, 'cart.title').click()
  await page.getByRole('textbox', { name: 'German value' }).pressSequentially('Warenkorb')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const why = 'This organization can only be read at the moment. Your text is kept as a draft.'
  await page.getByText(why).waitFor()
  assert.ok(await save.isDisabled())
  assert.ok(await page.getByRole('button', { name: 'Save and approve' }).isDisabled())
  await page.getByText('Nobody has said anything about this key yet.').waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Comment' }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'New key' }).count(), 0)
  await page.getByRole('button', { name: 'More actions' }).click()
  assert.deepEqual(await namesOf(page, 'menuitem'), ['Copy name', 'Copy link', 'Delete key'])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Drafts' }).click()
  assert.ok(await page.getByRole('button', { name: 'Save all' }).isDisabled())
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Select cart.empty' }).check()
  const toolbar = page.getByRole('toolbar', { name: 'Selection' })
  assert.deepEqual(await toolbar.getByRole('button').allInnerTexts(), ['Export', 'Delete', ''])
  await toolbar.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete 1 key?' })
  await question.getByText('deleted keys cannot be brought back').waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('1 key deleted').first().waitFor()
  assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0)
  // One key is what the plan allows: it can be written in again, and nobody had to reload.
  await page.getByRole('region', { name: 'Read-only' }).waitFor({ state: 'detached' })
  await save.click()
  await page.getByRole('row', { name: 'cart.title' }).getByText('Saved').waitFor()
  await setLimit(0)
  await page.goto(`/projects/${projectId}/import`)
  await page.getByRole('main').getByText('This organization can only be read at the moment.').waitFor()
  assert.equal(await page.getByLabel('Files', { exact: true }).count(), 0)
  await setLimit(null)
})

test('67 a viewer finds no textbox and no "Save", a restricted member only their languages', async () => {
  const projectId = await aProject({ 'cart.title': 'Cart' })
  await join(silent, 'viewer')
  const page = await silent.at(`/projects/${projectId}/translate/de`)
  await cell(page, 'cart.title').click()
  await page.getByText('Your role can read texts, not write them.').waitFor()
  for (const name of ['Save', 'Save and approve', 'New key', 'Copy source', 'Add term'])
    assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name)
  for (const tab of ['Context', 'Comments', 'History']) {
    await page.getByRole('tab', { name: tab }).click()
    assert.equal(await page.getByRole('textbox').count(), 0, tab)
  }
  await page.getByRole('checkbox', { name: 'Select cart.title' }).check()
  const toolbar = page.getByRole('toolbar', { name: 'Selection' })
  assert.deepEqual(await toolbar.getByRole('button').allInnerTexts(), ['Export', ''])

  const restricted = await service.signUp()
  await join(restricted, 'translator', ['fr'])
  const theirs = await restricted.at(`/projects/${projectId}`)
  await theirs.getByText('1 key, 1 language').waitFor()
  await theirs.goto(`/organizations/${admin.orgId}`)
  await theirs.getByText('1 key, 1 language').first().waitFor()
  await theirs.goto(`/projects/${projectId}`)
  await theirs.getByRole('main').getByRole('link', { name: 'French' }).waitFor()
  assert.equal(await theirs.getByText('German').count(), 0)
  await theirs.getByRole('link', { name: 'Translate', exact: true }).click()
  await theirs.waitForURL((url) => url.pathname.endsWith('/translate/fr'))
  await theirs.getByRole('combobox', { name: 'Language' }).click()
  await theirs.getByRole('option').first().waitFor()
  assert.deepEqual(
    (await namesOf(theirs, 'option')).map((name) => name.slice(0, 6)),
    ['French'],
  )
})

test('languages are called as the console’s language calls them, unless people have named them', async () => {
  await admin.api.createOrganizationLocale({
    params: { orgId: admin.orgId },
    body: { code: 'pt', name: 'Portuguese, our tone' },
  })
  const projectId = await aProject({ 'cart.title': 'Cart' }, ['de', 'pt'])
  const page = await admin.at(`/projects/${projectId}`, { locale: 'fr-FR' })
  await page.getByRole('main').getByRole('link', { name: 'Allemand' }).click()
  await page.getByRole('columnheader', { name: 'Allemand' }).waitFor()
  assert.equal(await page.title(), 'Allemand · Shop · Parlance')
  await cell(page, 'cart.title').click()
  await page.getByRole('textbox', { name: 'Valeur en allemand' }).waitFor()
  await page.getByRole('combobox', { name: 'Langue' }).click()
  await page.getByRole('option', { name: 'Portuguese, our tone' }).waitFor()
})

test('51 whoever is a member can be mentioned, also before they have written anything', async () => {
  const projectId = await aProject({ 'cart.title': 'Cart' })
  const page = await admin.at(`/projects/${projectId}/translate/de?tab=comments`)
  await cell(page, 'cart.title').click()
  await page.getByRole('textbox', { name: 'Comment' }).pressSequentially('What do you say, @so')
  await page.getByRole('option', { name: 'Sol Silent' }).click()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('list', { name: 'Comments' }).getByText('@Sol Silent').waitFor()
  const { data } = await admin.api.listKeys({ params: { projectId } })
  const { comments } = await admin.api.listKeyComments({ params: { projectId, keyId: data[0]?.id ?? 0 } })
  assert.deepEqual(comments[0]?.mentions, [silent.userId])
})

test('48 what filled all forms of a plural is taken back by Ctrl+Z, and comes again by Ctrl+Shift+Z', async () => {
  const projectId = await aProject({ 'cart.items': ITEMS })
  const page = await admin.at(`/projects/${projectId}/translate/de`)
  // What comes a moment later must not move a button away under the pointer: the press would be lost.
  const { promise: isWanted, resolve: release } = Promise.withResolvers<void>()
  await page.route(/try-number.*\.js/, async (route) => {
    await isWanted
    await route.continue()
  })
  await cell(page, 'cart.items').click()
  const copy = page.getByRole('button', { name: 'Copy source' })
  const before = await copy.boundingBox()
  release()
  await page.getByRole('spinbutton', { name: 'Try a number' }).waitFor()
  assert.deepEqual(await copy.boundingBox(), before)
  const one = page.getByRole('textbox', { name: 'German value, one' })
  const filled = one.getByText('# item', { exact: true })
  await copy.click()
  await filled.waitFor()
  await page.keyboard.press('Control+z')
  await filled.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+Shift+z')
  await filled.waitFor()
})

test('34 "Undo" says beforehand what it cannot bring back', async () => {
  const projectId = await aProject({ 'cart.title': 'Cart' })
  const { data } = await admin.api.listKeys({ params: { projectId } })
  const value = { params: { projectId, keyId: data[0]?.id ?? 0, locale: 'de' } }
  await admin.api.putValueOfKey({ ...value, body: { value: 'Warenkorb', status: 'translated' } })
  const translator = await service.signUp()
  await join(translator, 'translator')
  const page = await translator.at(`/projects/${projectId}/translate/de`)
  await cell(page, 'cart.title').click()
  await page.getByRole('textbox', { name: 'German value' }).pressSequentially(' leer')
  await page.keyboard.press('Control+s')
  await page.getByText('needs review again, also if you undo this').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('status', { name: 'Announcements' }).getByText('has its old text again').waitFor()
})

test('67 nobody is offered to take back what they may not', async () => {
  const projectId = await aProject({ 'cart.title': 'Cart' })
  const translator = await service.signUp('Tim')
  await join(translator, 'translator')
  const { id: keyId } = await translator.api.createKey({ params: { projectId }, body: { key: 'cart.pay' } })
  await translator.api.putValueOfKey({ params: { projectId, keyId, locale: 'de' }, body: { value: 'Zahlen' } })
  const page = await translator.at(`/projects/${projectId}/activity`)
  const told = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await told('Tim translated cart.pay').getByRole('button', { name: 'More actions' }).waitFor()
  assert.equal(await told('Tim created cart.pay').getByRole('button', { name: 'More actions' }).count(), 0)
  assert.equal(await told('Ada Admin created').getByRole('button', { name: 'More actions' }).count(), 0)
})

test('an empty project says what a key is and offers the next step', async () => {
  const projectId = await aProject({})
  const page = await admin.at(`/projects/${projectId}/translate/de`)
  await page.getByRole('heading', { name: 'No keys yet' }).waitFor()
  await page.getByRole('button', { name: 'Create the first key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New key' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('cart.title')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('row', { name: 'cart.title' }).waitFor()
  const { data } = await admin.api.listKeys({ params: { projectId } })
  const value = { params: { projectId, keyId: data[0]?.id ?? 0, locale: 'de' } }
  await admin.api.putValueOfKey({ ...value, body: { value: 'Warenkorb' } })
  await page.goto(`/projects/${projectId}/translate/de?status=not_translated`)
  await page.getByRole('button', { name: 'Go to review', exact: true }).click()
  await page.getByRole('row', { name: 'cart.title' }).waitFor()
  const reader = await silent.at(`/projects/${await aProject({})}/translate/de`)
  await reader.getByText('Nobody has added a key to this project yet.').waitFor()
  assert.equal(await reader.getByRole('button', { name: 'Create the first key' }).count(), 0)
})
