import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { type Account, startConsole } from './browser.ts'

const service = await startConsole()

interface Sample {
  /** Of `keys` with a German text, the rest without. */
  translated: number
  keys: number
}

/** A project from English into German and French with the keys key.001, key.002 … */
async function sample(person: Account, { keys, translated }: Sample) {
  const body = { name: 'Shop', sourceLocale: 'en', locales: ['de', 'fr'] }
  const project = await person.api.createProject({ params: { orgId: person.orgId }, body })
  const params = { projectId: project.id }
  const ids: number[] = []
  for (let number = 1; number <= keys; number++) {
    const translations = {
      en: { value: `Text ${number}`, status: 'translated' as const },
      ...(number <= translated ? { de: { value: `Wort ${number}`, status: 'not_reviewed' as const } } : {}),
    }
    const key = `key.${String(number).padStart(3, '0')}`
    ids.push((await person.api.createKey({ params, body: { key, translations } })).id)
  }
  return { projectId: project.id, ids, path: `/projects/${project.id}/translate/de` }
}

const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Selection' })

async function selectAll(page: Page, count: number): Promise<Locator> {
  await page.getByRole('row', { name: 'key.001' }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await toolbar(page).getByText(`${count} keys selected`).waitFor()
  return toolbar(page)
}

async function germanOf(person: Account, projectId: number, keyId: number) {
  return (await person.api.getKeyById({ params: { projectId, keyId } })).translations['de']
}

/** Asks until it is so: the page has sent it, and the service may still be at it. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000
  while (!(await holds())) if (Date.now() > end) assert.fail('It did not come to be')
}

test('53 "Select all" takes every key that matches, loaded or not; the toolbar says the number', async () => {
  const person = await service.signUp()
  const { path } = await sample(person, { keys: 130, translated: 3 })
  const page = await person.at(path)
  await selectAll(page, 130)
  await page.getByRole('checkbox', { name: 'Select key.002' }).uncheck()
  await toolbar(page).getByText('129 keys selected').waitFor()
  await page.getByRole('searchbox', { name: 'Search keys and values' }).fill('key.01')
  await page.getByRole('status', { name: 'Key count' }).getByText('10 keys').waitFor()
  await toolbar(page).waitFor({ state: 'hidden' })
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await toolbar(page).getByText('10 keys selected').waitFor()
})

test('54 "Approve" tells how many were done and failed; the failed ones can be listed', async () => {
  const person = await service.signUp()
  const { path, projectId, ids } = await sample(person, { keys: 5, translated: 3 })
  const page = await person.at(path)
  await (await selectAll(page, 5)).getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve' })
  await dialog.getByText('5 keys').waitFor()
  await dialog.getByText('in German').waitFor()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  const result = dialog.getByRole('region', { name: 'Result' })
  await result.getByText('3 values approved, 2 failed').waitFor()
  await result.getByText('2 keys have no text').waitFor()
  assert.equal((await germanOf(person, projectId, ids[2] ?? 0))?.status, 'translated')
  await result.getByRole('link', { name: 'Show the 2 failed keys' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('status', { name: 'Key count' }).getByText('2 keys').waitFor()
  assert.deepEqual(await page.getByRole('rowheader').allTextContents(), ['key.004', 'key.005'])
})

test('54 what "Approve" did is taken back by "Undo"', async () => {
  const person = await service.signUp()
  const { path, projectId, ids } = await sample(person, { keys: 3, translated: 3 })
  const page = await person.at(path)
  await (await selectAll(page, 3)).getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog', { name: 'Approve' }).getByRole('button', { name: 'Apply' }).click()
  await page.getByText('3 values approved', { exact: true }).waitFor()
  assert.equal((await germanOf(person, projectId, ids[0] ?? 0))?.status, 'translated')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('3 changes taken back').waitFor()
  assert.equal((await germanOf(person, projectId, ids[0] ?? 0))?.status, 'not_reviewed')
})

test('55 "Delete" asks in an alertdialog with the number; "Undo" brings keys and values back', async () => {
  const person = await service.signUp()
  const { path, projectId, ids } = await sample(person, { keys: 3, translated: 3 })
  const page = await person.at(path)
  await page.getByRole('checkbox', { name: 'Select key.001' }).check()
  await page.getByRole('checkbox', { name: 'Select key.003' }).check()
  await toolbar(page).getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete 2 keys?' })
  await question.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('2 keys deleted', { exact: true }).waitFor()
  const params = { projectId }
  await page.getByRole('row', { name: 'key.001' }).waitFor({ state: 'hidden' })
  assert.deepEqual((await person.api.listKeyIds({ params })).ids, [ids[1]])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('row', { name: 'key.001' }).waitFor()
  assert.deepEqual((await person.api.listKeyIds({ params })).ids, ids)
  assert.equal((await germanOf(person, projectId, ids[2] ?? 0))?.value, 'Wort 3')
})

test('56 "Export" of a selection holds exactly its keys', async () => {
  const person = await service.signUp()
  const { path } = await sample(person, { keys: 4, translated: 4 })
  const page = await person.at(path)
  await page.getByRole('checkbox', { name: 'Select key.002' }).check()
  await page.getByRole('checkbox', { name: 'Select key.004' }).check()
  await toolbar(page).getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByText('2 keys').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Apply' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'de.json')
  const file: unknown = JSON.parse(await readFile(await download.path(), 'utf8'))
  assert.deepEqual(file, { 'key.002': 'Wort 2', 'key.004': 'Wort 4' })
})

test('57 "Translate by machine" shows progress under "Jobs" and can be cancelled', async () => {
  const person = await service.signUp()
  const { path, projectId } = await sample(person, { keys: 3, translated: 0 })
  const page = await person.at(path)
  // A job of this test never ends by itself: the page is told that it has begun, and asks for its end.
  const job = { status: 'running', processed: 1 }
  await page.route(`**/v1/projects/${projectId}/machine-translation/jobs?*`, async (route) => {
    const answer = await route.fetch()
    const { jobs, ...rest } = (await answer.json()) as { jobs: object[] }
    await route.fulfill({ response: answer, json: { ...rest, jobs: jobs.map((one) => ({ ...one, ...job })) } })
  })
  await (await selectAll(page, 3)).getByRole('button', { name: 'Translate by machine' }).click()
  const dialog = page.getByRole('dialog', { name: 'Translate by machine' })
  await dialog.getByRole('checkbox', { name: 'German' }).and(page.locator(':checked')).waitFor()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('3 keys are being translated into German').first().waitFor()
  await page.getByRole('button', { name: 'Jobs' }).click()
  const tray = page.getByRole('dialog', { name: 'Jobs' })
  const bar = tray.getByRole('progressbar', { name: 'Translation into German' })
  await bar.waitFor()
  assert.deepEqual([await bar.getAttribute('aria-valuenow'), await bar.getAttribute('aria-valuemax')], ['1', '3'])
  const cancelled = page.waitForRequest((request) => request.method() === 'DELETE' && request.url().includes('/jobs/'))
  await tray.getByRole('button', { name: 'Cancel' }).click()
  await cancelled
  job.status = 'cancelled'
  await tray.getByText('Cancelled').waitFor()
})

test("70 Ctrl+K, a key's name, Enter: its row is open", async () => {
  const person = await service.signUp()
  const { path, projectId, ids } = await sample(person, { keys: 3, translated: 3 })
  const page = await person.at(`/projects/${projectId}`)
  await page.getByRole('button', { name: 'Search' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox', { name: 'Search' }).waitFor()
  await page.keyboard.type('key.002')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'German value' }).waitFor()
  await page.waitForURL((url) => url.pathname === path && url.searchParams.get('key') === String(ids[1]))
})

test('Values are cleared, copied, moved and given a status, each with its dialog', async () => {
  const person = await service.signUp()
  const { path, projectId, ids } = await sample(person, { keys: 2, translated: 2 })
  const page = await person.at(path)
  const bar = await selectAll(page, 2)
  const apply = async (name: string, choose: (dialog: Locator) => Promise<void> = async () => {}) => {
    await bar.getByRole('button', { name }).click()
    const dialog = page.getByRole('dialog', { name })
    await choose(dialog)
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  const first = () => germanOf(person, projectId, ids[0] ?? 0)
  await apply('Set status', (dialog) => dialog.getByRole('radio', { name: 'Untranslated' }).check())
  assert.equal((await first())?.status, 'not_translated')
  await apply('Clear')
  assert.equal((await first())?.value, null)
  await page.getByRole('row', { name: 'key.001' }).getByText('Untranslated').waitFor()
  await apply('Copy from language')
  assert.equal((await first())?.value, 'Text 1')
  await apply('Move', async (dialog) => {
    await dialog.getByRole('combobox', { name: 'Namespace' }).click()
    await page.getByRole('option', { name: 'New namespace' }).click()
    await dialog.getByRole('textbox', { name: 'Name of the new namespace' }).fill('web')
  })
  const { namespace } = await person.api.getKeyById({ params: { projectId, keyId: ids[0] ?? 0 } })
  assert.equal(namespace, 'web')
})

test('A new key opens where it belongs; its name, once taken, is refused at its field', async () => {
  const person = await service.signUp()
  const { path, projectId } = await sample(person, { keys: 2, translated: 0 })
  const page = await person.at(path)
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New key' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('key.001')
  await dialog.getByRole('textbox', { name: 'Text in English' }).fill('Checkout')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('A key of this name exists in this namespace.').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('checkout')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('textbox', { name: 'German value' }).waitFor()
  const { data } = await person.api.listKeys({ params: { projectId }, query: { search: 'checkout' } })
  assert.equal(data[0]?.translations['en']?.value, 'Checkout')
})

test('A key is edited, deleted and brought back from its row', async () => {
  const person = await service.signUp()
  const { path, projectId, ids } = await sample(person, { keys: 2, translated: 2 })
  const page = await person.at(`${path}?key=${ids[0]}`)
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Edit key')
  const dialog = page.getByRole('dialog', { name: 'Edit key' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('cart.title')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Above the cart')
  await dialog.getByRole('button', { name: 'Save key' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const params = { projectId, keyId: ids[0] ?? 0 }
  const key = await person.api.getKeyById({ params })
  assert.deepEqual([key.key, key.description], ['cart.title', 'Above the cart'])
  await choose('Delete key')
  await page
    .getByRole('alertdialog', { name: 'Delete cart.title?' })
    .getByRole('button', { name: 'Delete key' })
    .click()
  await page.getByText('cart.title is deleted.').first().waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('cart.title is back.').waitFor()
  await until(async () => (await person.api.getKeyById({ params })).translations['de']?.value === 'Wort 1')
})
