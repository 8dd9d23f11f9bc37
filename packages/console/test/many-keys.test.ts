import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { startConsole } from './browser.ts'
import { germanOf, sample, selectAll, toolbar, until } from './sample.ts'

const service = await startConsole()
const person = await service.signUp()

test('53 "Select all" takes every key that matches, loaded or not; the toolbar says the number', async () => {
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
  await page.getByRole('grid').locator(':focus').waitFor()
  assert.deepEqual((await person.api.listKeyIds({ params })).ids, [ids[1]])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('row', { name: 'key.001' }).waitFor()
  assert.deepEqual((await person.api.listKeyIds({ params })).ids, ids)
  assert.equal((await germanOf(person, projectId, ids[2] ?? 0))?.value, 'Wort 3')
})

test('56 "Export" of a selection holds exactly its keys', async () => {
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

test('Values are cleared, copied, moved and given a status, each with its dialog', async () => {
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

test('More than 10,000 keys go in parts with one progress bar and "Stop"; the rest can go on', async () => {
  const { path, ids } = await sample(person, { keys: 2, translated: 2 })
  const page = await person.at('/')
  const many = [...ids, ...Array.from({ length: 24_998 }, (_, index) => 1_000_000 + index)]
  const answers: (() => void)[] = []
  const sizes: number[] = []
  await page.route('**/keys/ids?*', (route) => route.fulfill({ json: { ids: many, count: many.length } }))
  await page.route('**/keys/batch/status', async (route) => {
    const { keyIds } = route.request().postDataJSON() as { keyIds: number[] }
    sizes.push(keyIds.length)
    await new Promise<void>((answer) => answers.push(answer))
    const json = { success: true, processed: keyIds.length, failed: 0, errors: [], changes: null }
    await route.fulfill({ json })
  })
  await page.goto(path)
  await page.getByRole('status', { name: 'Key count' }).getByText('25,000').waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await toolbar(page).getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve' })
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await until(async () => answers.length === 1)
  answers[0]?.()
  await dialog.getByText('10,000 of 25,000').waitFor()
  const bar = dialog.getByRole('progressbar')
  assert.deepEqual([await bar.count(), await bar.getAttribute('aria-valuenow')], [1, '10000'])
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await until(async () => answers.length === 2)
  answers[1]?.()
  await dialog.getByText('20,000 values approved.').waitFor()
  await dialog.getByText('5,000 were not tried.').waitFor()
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await until(async () => answers.length === 3)
  answers[2]?.()
  await page.getByText('25,000 values approved', { exact: true }).waitFor()
  assert.deepEqual(sizes, [10_000, 10_000, 5_000])
})
