import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startConsole } from './browser.ts'
import { shop } from './help-scene.ts'

const service = await startConsole()

const TEXTS = { 'cart.empty': { en: 'Your cart is empty', de: 'Leer' }, 'cart.total': { en: 'Total' } }

test('Activity tells who changed what, and takes it back', async () => {
  const anna = await service.signUp('Anna')
  const { projectId, idOf } = await shop(anna, TEXTS)
  const params = { projectId, keyId: idOf('cart.empty'), locale: 'de' }
  const savedText = async () =>
    (await anna.api.getKeyById({ params: { projectId, keyId: params.keyId } })).translations['de']?.value
  await anna.api.putValueOfKey({ params, body: { value: 'Dein Warenkorb ist leer' } })
  const page = await anna.at(`/projects/${projectId}/activity`)
  const newest = page.getByRole('listitem').filter({ hasText: 'Anna changed cart.empty in German' }).first()
  await newest.getByRole('button', { name: 'Differences' }).click()
  assert.equal(await newest.locator('del').innerText(), 'Leer')

  await anna.api.putValueOfKey({ params: { ...params, keyId: idOf('cart.total') }, body: { value: 'Summe' } })
  await page.getByRole('button', { name: '1 new change' }).click()
  await page.getByText('Anna translated cart.total into German').waitFor()

  await newest.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Undo this change' }).click()
  const question = page.getByRole('alertdialog', { name: 'Undo these changes?' })
  await question.getByText('1 value or key goes back').waitFor()
  assert.equal(await savedText(), 'Dein Warenkorb ist leer')
  await question.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('1 change taken back').waitFor()
  assert.equal(await savedText(), 'Leer')

  await page.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Keys' }).click()
  await page.getByText('Anna created cart.total').waitFor()
  // A change that the filter hides is not told of; the next one is.
  await anna.api.putValueOfKey({ params: { ...params, locale: 'ar' }, body: { value: 'فارغة' } })
  await anna.api.createKey({ params: { projectId }, body: { key: 'cart.pay' } })
  await page.getByRole('button', { name: '1 new change' }).waitFor()
  assert.match(page.url(), /kind=keys/)
  assert.equal(await page.getByText('Anna translated').count(), 0)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('Anna translated cart.total into German').waitFor()
  assert.deepEqual(page.complaints, [])
})

test('Trash brings a deleted key back with its values', async () => {
  const anna = await service.signUp('Anna')
  const { projectId, idOf } = await shop(anna, TEXTS)
  const keyId = idOf('cart.empty')
  await anna.api.deleteKey({ params: { projectId, keyId } })
  const page = await anna.at(`/projects/${projectId}/activity`)
  await page.getByRole('link', { name: 'Trash' }).click()
  const row = page.getByRole('table', { name: 'Trash' }).getByRole('row', { name: /cart\.empty/ })
  await row.getByText('Anna').waitFor()
  await page.getByRole('searchbox', { name: 'Search deleted keys' }).fill('nothing')
  await page.getByText('No deleted key has this in its name.').waitFor()
  await page.getByRole('searchbox', { name: 'Search deleted keys' }).fill('empty')
  await row.getByRole('button', { name: 'Restore cart.empty' }).click()
  await page.getByText('cart.empty is back.').waitFor()
  await row.waitFor({ state: 'detached' })
  const { translations } = await anna.api.getKeyById({ params: { projectId, keyId } })
  assert.equal(translations['de']?.value, 'Leer')
})
