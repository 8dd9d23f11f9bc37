import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startConsole } from './browser.ts'

const service = await startConsole()
const ada = await service.signUp('Ada')

type Person = Awaited<ReturnType<typeof service.signUp>>

async function aProject(person: Person, name = 'Shop', keys = ['cart.empty', 'cart.title', 'cart.total']) {
  const { id: projectId } = await person.api.createProject({
    params: { orgId: person.orgId },
    body: { name, sourceLocale: 'en', locales: ['de'] },
  })
  for (const key of keys) {
    const translations = { en: { value: `Text of ${key}`, status: 'translated' as const } }
    await person.api.createKey({ params: { projectId }, body: { key, translations } })
  }
  return projectId
}

const valueCell = (page: Page, key: string) => page.getByRole('row', { name: key }).locator('[data-locale="de"]')

/** As the service has it, asked with the cookies of the page. */
async function valuesOf(page: Page, projectId: number) {
  const answer = await page.request.get(`/v1/projects/${projectId}/keys`)
  const { data } = (await answer.json()) as {
    data: { key: string; translations: Record<string, { value: string; status: string }> }[]
  }
  return Object.fromEntries(data.map(({ key, translations }) => [key, translations['de']]))
}

test('6 when the sign-in ends during work, the next save asks for it above the editor, and then the text is saved', async () => {
  const person = await service.signUp()
  const projectId = await aProject(person)
  const page = await person.at(`/projects/${projectId}/translate/de`)
  await valueCell(page, 'cart.title').click()
  await page.getByRole('textbox', { name: 'German value' }).pressSequentially('Dein ')
  await person.api.logout()
  await page.keyboard.type('Waren')
  // What the page asks for by itself is refused: that is told, but takes no letters from somebody who types.
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).waitFor()
  await page.keyboard.type('korb')
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('Password').fill(person.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: 'cart.title' }).getByText('Saved').waitFor()
  assert.equal((await valuesOf(page, projectId))['cart.title']?.value, 'Dein Warenkorb')
})

test('6 when the list is what finds out that the sign-in has ended, it asks for it, and shows the keys then', async () => {
  const person = await service.signUp()
  const projectId = await aProject(person)
  const page = await person.at('/')
  // Nothing else is refused: the rest was known before.
  const refused = { code: 'SESSION_EXPIRED', message: 'Signed out.', meta: null }
  await page.route('**/keys/ids?*', (route) => route.fulfill({ status: 401, json: refused }), { times: 1 })
  await page.goto(`/projects/${projectId}/translate/de`)
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('Password').fill(person.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: 'cart.title' }).waitFor()
})

test('72 sign in, translate three keys, approve, sign out: with the keyboard alone', async () => {
  const projectId = await aProject(ada)
  const page = await service.at(`/projects/${projectId}/translate/de`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await tabTo(page, () => document.activeElement?.getAttribute('type') === 'email')
  await page.keyboard.type(ada.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(ada.password)
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: 'cart.empty' }).waitFor()
  await tabTo(page, () => document.activeElement?.closest('[role=grid] [data-key-id]') !== null)
  await page.keyboard.press('Enter')
  for (const [key, text, keys] of [
    ['cart.empty', 'Leer', 'Control+Enter'],
    ['cart.title', 'Warenkorb', 'Control+Enter'],
    ['cart.total', 'Summe', 'Control+Shift+Enter'],
  ] as const) {
    await page.waitForFunction(
      (name) => document.activeElement?.closest('[data-key-id]')?.textContent?.includes(name),
      key,
    )
    await page.keyboard.type(text)
    await page.keyboard.press(keys)
  }
  await page.getByRole('row', { name: 'cart.total' }).getByText('Reviewed').waitFor()
  await page.keyboard.press('Escape')
  await tabTo(page, () => document.activeElement?.getAttribute('aria-label') === 'Account')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  const values = await ada.api.listKeys({ params: { projectId } })
  assert.deepEqual(
    values.data.map(({ translations }) => [translations['de']?.value, translations['de']?.status]),
    [
      ['Leer', 'not_reviewed'],
      ['Warenkorb', 'not_reviewed'],
      ['Summe', 'translated'],
    ],
  )
})

/** Presses Tab until it holds; whoever cannot get there by Tab never does. */
async function tabTo(page: Page, isThere: () => boolean) {
  for (let pressed = 0; pressed < 60; pressed++) {
    if (await page.evaluate(isThere)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not lead there')
}

test('77 in a read-only organization a banner says why, and saving is disabled', async () => {
  // Who runs the service alone sets limits.
  const { admin } = service
  const projectId = await aProject(admin)
  await admin.api.updateOrganization({ params: { orgId: admin.orgId }, body: { limits: { keys: 1 } } })
  const page = await admin.at(`/projects/${projectId}/translate/de`)
  await page
    .getByRole('region', { name: 'Read-only' })
    .getByText(/has \d+ keys, and its plan allows 1/)
    .waitFor()
  await valueCell(page, 'cart.title').click()
  await page.getByRole('textbox', { name: 'German value' }).pressSequentially('Warenkorb')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.waitFor()
  assert.ok(await save.isDisabled())
  await admin.api.updateOrganization({ params: { orgId: admin.orgId }, body: { limits: { keys: null } } })
})

test('the first stop is a link past the header; a new screen has the focus on its heading, and its name in the tab', async () => {
  const page = await ada.at('/account/profile')
  await page.getByRole('heading', { name: 'Profile' }).waitFor()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  assert.ok(await skip.evaluate((link) => link === document.activeElement))
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.activeElement?.tagName === 'MAIN')
  await page.getByRole('link', { name: 'Devices' }).click()
  await page.waitForFunction(
    () => document.activeElement?.textContent === 'Devices' && document.activeElement.tagName === 'H1',
  )
  assert.equal(await page.title(), 'Devices · Parlance')
})

test('"Switch project" leads to other projects', async () => {
  const first = await aProject(ada, 'First shop', [])
  await aProject(ada, 'Second shop', [])
  const page = await ada.at(`/projects/${first}`)
  await page.getByRole('button', { name: 'Switch project' }).click()
  await page.getByRole('menuitem', { name: 'Second shop' }).click()
  await page.getByRole('heading', { name: 'Second shop' }).waitFor()
})

test('/ is the last project', async () => {
  const person = await service.signUp()
  const projectId = await aProject(person, 'Last shop', [])
  const page = await person.at(`/projects/${projectId}`)
  await page.getByRole('heading', { name: 'Last shop' }).waitFor()
  await page.goto('/')
  await page.waitForURL(`**/projects/${projectId}`)
  await person.api.deleteProject({ params: { projectId } })
  await page.goto('/')
  await page.getByRole('heading', { name: 'Start your first project' }).waitFor()
})

test('the numbers of the overview lead to their keys, and follow what others do', async () => {
  const projectId = await aProject(ada)
  const page = await ada.at(`/projects/${projectId}`)
  await page.getByRole('link', { name: '3 untranslated' }).waitFor()
  const { data } = await ada.api.listKeys({ params: { projectId } })
  const params = { projectId, keyId: data[0]?.id ?? 0, locale: 'de' }
  await ada.api.putValueOfKey({ params, body: { value: 'Leer', status: 'translated' } })
  await page.getByRole('link', { name: '2 untranslated' }).click()
  await page.waitForURL('**/translate/de?status=not_translated')
  await page.getByRole('status', { name: 'Key count' }).getByText('2').waitFor()
  // What cannot be read says why, and can be tried again.
  await page.route(/\/(cdn|activity)(\?|$)/, (route) => route.fulfill({ status: 422, json: { message: 'No' } }))
  await page.goto(`/projects/${projectId}`)
  await page.getByRole('region', { name: 'Recent activity' }).getByRole('alert').waitFor()
  const published = page.getByRole('region', { name: 'Published' })
  await published.getByRole('alert').waitFor()
  await page.unrouteAll()
  await published.getByRole('button', { name: 'Try again' }).click()
  await published.getByText('Nothing was published yet.').waitFor()
})

test('somebody else’s project is not found', async () => {
  const projectId = await aProject(ada, 'Hidden', [])
  const stranger = await service.signUp()
  const page = await stranger.at(`/projects/${projectId}`)
  await page.getByRole('heading', { name: 'Not found' }).waitFor()
  await page.goto(`/projects/${projectId}/translate/de`)
  await page.getByRole('heading', { name: 'Not found' }).waitFor()
})

test('files make a project; those that cannot be read are named, and alone make none', async () => {
  const person = await service.signUp()
  const page = await person.at('/')
  await page.getByRole('button', { name: 'Import files' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import files' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('From files')
  const broken = { name: 'fr.json', mimeType: 'application/json', buffer: Buffer.from('{ "cart": ') }
  await dialog.getByLabel('Files').setInputFiles([broken])
  await dialog.getByRole('button', { name: 'Import' }).click()
  await dialog.getByRole('alert').getByText('fr.json').waitFor()
  const { projects } = await person.api.listProjects({ params: { orgId: person.orgId } })
  assert.deepEqual(projects, [])

  await dialog
    .getByLabel('Files')
    .setInputFiles([
      jsonFile('en.json', { 'cart.title': 'Your cart' }),
      jsonFile('de.json', { 'cart.title': 'Dein Warenkorb' }),
      broken,
    ])
  await dialog.getByRole('button', { name: 'Import' }).click()
  await page.waitForURL('**/translate/de')
  await page.getByRole('row', { name: 'cart.title' }).getByText('Dein Warenkorb').waitFor()
  await page.getByRole('alert').filter({ hasText: 'fr.json' }).waitFor()
})

const jsonFile = (name: string, texts: object) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(texts)),
})

test('"Start empty" makes a project with the languages that were chosen', async () => {
  const person = await service.signUp()
  const page = await person.at('/')
  await page.getByRole('button', { name: 'Start empty' }).click()
  const dialog = page.getByRole('dialog', { name: 'New project' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Empty shop')
  await dialog.getByRole('combobox', { name: 'Languages' }).fill('germ')
  await page.getByRole('option', { name: 'German (de)', exact: true }).click()
  await dialog.getByRole('combobox', { name: 'Languages' }).fill('pt-AO')
  await page.getByRole('option', { name: 'pt-AO' }).click()
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await page.waitForURL('**/translate/*')
  const { projects } = await person.api.listProjects({ params: { orgId: person.orgId } })
  assert.deepEqual(projects[0]?.locales.map(({ code }) => code).sort(), ['de', 'en', 'pt-AO'])
})

test('another organization can be made and is gone to', async () => {
  const page = await ada.at('/')
  await page.getByRole('button', { name: 'Switch project' }).click()
  await page.getByRole('menuitem', { name: 'New organization' }).click()
  const dialog = page.getByRole('dialog', { name: 'New organization' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Second team')
  await dialog.getByRole('button', { name: 'Create organization' }).click()
  await page.waitForURL('**/organizations/*')
  await page.getByRole('link', { name: 'Second team' }).waitFor()
})
