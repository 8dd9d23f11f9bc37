import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { findings, LOOK } from './axe.ts'
import { type Account, startConsole } from './browser.ts'
import { project, until } from './field-scene.ts'
import { join } from './help-scene.ts'

const service = await startConsole()
const person = await service.signUp()

const PREVIEW = '/qa/preview'
const BREAKS = 'This would break deployed code'
const warning = (page: Page, name = BREAKS) => page.getByRole('group', { name })
const announcements = (page: Page) => page.getByRole('status', { name: 'Announcements' })
const field = (page: Page) => page.getByRole('textbox', { name: 'English value', exact: true })
const text = (name: string) => ({ name, type: 'string' as const, required: true })

/** Says that code under a name uses keys, giving each its parameters. */
async function deploy({ api }: Account, projectId: number, name: string, keys: Record<string, string[]>) {
  const expected = Object.entries(keys).map(([key, params]) => ({
    namespace: 'default',
    key,
    params: params.map(text),
  }))
  await api.putDeployment({ params: { projectId, name }, body: { keys: expected } })
}

/** How often a page has asked what would break. */
function countAsked(page: Page): () => number {
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/types/impact')) asked++
  })
  return () => asked
}

test('whoever changes a source text reads and hears what it would break, goes on typing, and may save it', async () => {
  const scene = await project(person, { greeting: { en: 'Hello {name}' }, next: { en: 'Next' } })
  await deploy(person, scene.projectId, 'web-1', { greeting: ['name'] })
  await deploy(person, scene.projectId, 'web-2', { greeting: ['name'] })
  const translator = await service.signUp()
  await join(person, translator)
  const page = await translator.at(scene.address('greeting', 'en'), LOOK)
  await field(page).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' of {town}')
  const sentence = 'The new text also requires {town}, which is not expected by web-1 and web-2'
  await warning(page).getByText(sentence, { exact: true }).waitFor()
  await announcements(page).getByText(sentence).waitFor()
  assert.ok(await field(page).evaluate((element) => element === document.activeElement))
  assert.deepEqual(await findings(page), [])

  await page.keyboard.type(', the first')
  assert.equal(await field(page).innerText(), 'Hello {name} of {town}, the first')
  await page.keyboard.press('Control+s')
  await until(
    async () => (await scene.valueOf('greeting', 'en'))?.value === 'Hello {name} of {town}, the first',
    'saved',
  )
  assert.equal(await warning(page).count(), 1, 'what is saved breaks no less')

  await field(page).fill('Hello {name, number}')
  await warning(page)
    .getByText('The new text takes {name} as a number; something else is given by web-1 and web-2', { exact: true })
    .waitFor()
  await field(page).fill('Hello')
  await warning(page).waitFor({ state: 'hidden' })
  await announcements(page).getByText('Deployed code would not break any more').waitFor()
  assert.deepEqual(page.complaints, [])
})

test('words that ask for nothing new are looked up once, translations never, and nothing is asked where nothing runs', async () => {
  const scene = await project(person, { greeting: { en: 'Hello {name}', values: { de: 'Hallo {name}' } } })
  await deploy(person, scene.projectId, 'web', { greeting: ['name'] })
  const page = await person.at(scene.address('greeting', 'en'))
  const asked = countAsked(page)
  /** Both are asked after the same pause: when the issues are there, what would break was asked for, or never will be. */
  const type = async (on: Page, language: string, said: string) => {
    const looked = on.waitForResponse((response) => response.url().endsWith(PREVIEW))
    await on.getByRole('textbox', { name: `${language} value`, exact: true }).fill(said)
    await looked
  }
  await type(page, 'English', 'Hi {name}')
  await until(() => asked() === 1, 'asked')
  await type(page, 'English', 'Hi there, {name}')
  await type(page, 'English', 'Hi there, {na')
  await type(page, 'English', 'Hi there, {day}')
  await warning(page).waitFor()
  assert.equal(asked(), 2)

  const german = await person.at(scene.address('greeting'))
  const ofGerman = countAsked(german)
  await type(german, 'German', 'Hallo {day}')
  assert.equal(ofGerman(), 0)

  const quiet = await project(person, { greeting: { en: 'Hello {name}' } })
  await page.goto(quiet.address('greeting', 'en'))
  const listed = page.waitForResponse((response) => response.url().endsWith('/deployments'))
  await type(page, 'English', 'Hi {day}')
  await listed
  await type(page, 'English', 'Hi {night}')
  assert.equal(asked(), 2)
})

test('whoever saves and is in the next row before the answer is told there, and finds the way back', async () => {
  const scene = await project(person, { greeting: { en: 'Hello {name}' }, next: { en: 'Next' } })
  await deploy(person, scene.projectId, 'web', { greeting: ['name'] })
  const page = await person.at(scene.address('greeting', 'en'))
  await field(page).fill('Hello {town}')
  await page.keyboard.press('Control+Enter')
  const notices = page.getByRole('region', { name: 'Notices' })
  const said =
    'greeting is saved, and would break deployed code: The new text also requires {town}, which is not expected by web'
  await notices.getByText(said, { exact: true }).waitFor()
  assert.equal(await notices.getAttribute('aria-live'), 'polite')
  await notices.getByRole('button', { name: 'Show' }).click()
  await page.waitForURL((url) => url.searchParams.get('key') === String(scene.keyIdOf('greeting')))
  assert.equal((await scene.valueOf('greeting', 'en'))?.value, 'Hello {town}')
})

test('a question before keys are deleted, moved or renamed says which deployed code would miss them', async () => {
  const scene = await project(person, { a: { en: 'A' }, b: { en: 'B' }, c: { en: 'C' }, d: { en: 'D' } })
  await deploy(person, scene.projectId, 'app', { b: [] })
  await deploy(person, scene.projectId, 'web', { a: [], b: [], c: [] })
  const page = await person.at(scene.address('b'), LOOK)
  const ask = async (action: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await ask('Delete key')
  const question = page.getByRole('alertdialog', { name: 'Delete b?' })
  await warning(page).getByText('This key is expected by app and web', { exact: true }).waitFor()
  assert.ok(await question.getByRole('button', { name: 'Cancel' }).evaluate((one) => one === document.activeElement))
  assert.deepEqual(await findings(page), [])
  await question.getByRole('button', { name: 'Cancel' }).click()

  await ask('Edit key')
  await warning(page, 'If it is renamed or moved, deployed code will miss it').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('checkbox', { name: 'Select all' }).check()
  const toolbar = page.getByRole('toolbar', { name: 'Selection' })
  await toolbar.getByRole('button', { name: 'Move' }).click()
  await warning(page).getByText('1 of these keys is expected by app: b', { exact: true }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await toolbar.getByRole('button', { name: 'Delete' }).click()
  const many = page.getByRole('alertdialog', { name: 'Delete 4 keys?' })
  await many.getByText('3 of these keys are expected by web: a, b, and c', { exact: true }).waitFor()
  assert.deepEqual(await findings(page), [])
  await many.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('4 keys deleted', { exact: true }).waitFor()

  const other = await project(person, { a: { en: 'A' } })
  await deploy(person, other.projectId, 'web', { other: [] })
  await page.goto(other.address('a'))
  await ask('Delete key')
  await page.getByText('No deployed code expects this key.').waitFor()
  assert.deepEqual(page.complaints, [])
})

test('whoever decides for imported source texts reads which of them would break deployed code', async () => {
  const scene = await project(person, {
    greeting: { en: 'Hello {name}', values: { de: 'Hallo {name}' } },
    title: { en: 'Title' },
  })
  await deploy(person, scene.projectId, 'web', { greeting: ['name'], title: [] })
  const page = await person.at(`/projects/${scene.projectId}/import`, LOOK)
  const asked = page.waitForResponse((response) => response.url().endsWith('/types/impact'))
  const files = { 'en.json': { greeting: 'Hello {town}', title: 'Name' }, 'de.json': { greeting: 'Hallo {stadt}' } }
  await page.getByLabel('Files', { exact: true }).setInputFiles(
    Object.entries(files).map(([name, content]) => ({
      name,
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(content)),
    })),
  )
  await (await asked).finished()
  const found = warning(page, '1 imported text would break deployed code')
  assert.equal(await found.count(), 0, 'what is there stays')
  await page.getByRole('group', { name: 'All conflicts' }).getByRole('radio', { name: 'Use imported' }).check()
  const item = found.getByRole('listitem')
  await item.waitFor()
  const sentence = 'greeting The new text also requires {town}, which is not expected by web'
  assert.equal((await item.textContent())?.trim(), sentence)
  await announcements(page).getByText('1 imported text would break deployed code').waitFor()
  assert.deepEqual(await findings(page), [])
  await page.getByRole('group', { name: 'All conflicts' }).getByRole('radio', { name: 'Keep existing' }).check()
  await found.waitFor({ state: 'hidden' })
  assert.deepEqual(page.complaints, [])
})

test('whoever renames or deletes a namespace reads which of its keys deployed code would miss', async () => {
  const scene = await project(person, { a: { en: 'A' } })
  const { api } = person
  const params = { projectId: scene.projectId }
  const translations = { en: { value: 'B', status: 'translated' as const } }
  for (const key of ['b', 'c']) await api.createKey({ params, body: { key, namespace: 'shop', translations } })
  const expected = ['b', 'c'].map((key) => ({ namespace: 'shop', key, params: [] }))
  await api.putDeployment({ params: { ...params, name: 'web' }, body: { keys: expected } })
  const page = await person.at(`/projects/${scene.projectId}/settings/namespaces`, LOOK)
  await page.getByRole('button', { name: 'Rename shop' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename shop' })
  await dialog.getByText('2 of these keys are expected by web: b and c').waitFor()
  assert.deepEqual(await findings(page), [])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Delete shop' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('2 of these keys are expected by web: b and c').waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await until(async () => (await api.listNamespaces({ params })).namespaces.length === 1, 'deleted')
  assert.deepEqual(page.complaints, [])
})

test('whoever gets no answer deletes all the same', async () => {
  const scene = await project(person, { a: { en: 'A' } })
  await deploy(person, scene.projectId, 'web', { a: [] })
  const page = await person.at(scene.address('a'))
  await page.route('**/types/impact', (route) => route.abort())
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete key' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete a?' })
  await question.getByText('Whether deployed code expects this key could not be found out.').waitFor()
  await question.getByRole('button', { name: 'Delete key' }).click()
  await page.getByText('a is deleted').waitFor()
})

test('"Deployed code" in the settings lists what has registered, says how, and forgets what no longer runs', async () => {
  const scene = await project(person, { a: { en: 'A' } })
  const address = `/projects/${scene.projectId}/settings/deployments`
  const page = await person.at(address)
  await page.getByText('No deployed code has registered yet.').waitFor()
  await page.getByRole('figure').getByText(`/projects/${scene.projectId}/deployments/`).waitFor()
  await deploy(person, scene.projectId, 'web-1', { a: [], b: [] })
  await deploy(person, scene.projectId, 'web-2', { a: [] })
  await page.reload()
  const table = page.getByRole('table', { name: 'Deployed code' })
  await table.getByRole('row', { name: 'web-1' }).getByRole('cell', { name: '2', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Delete web-1' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete the deployment web-1?' })
  assert.ok(await question.getByRole('button', { name: 'Cancel' }).evaluate((one) => one === document.activeElement))
  await question.getByRole('button', { name: 'Delete' }).click()
  await table.getByRole('row', { name: 'web-1' }).waitFor({ state: 'detached' })
  const { deployments } = await person.api.listDeployments({ params: { projectId: scene.projectId } })
  assert.deepEqual(
    deployments.map(({ name }) => name),
    ['web-2'],
  )
  assert.deepEqual(page.complaints, [])
})
