import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startConsole } from './browser.ts'
import { sample, until } from './sample.ts'

const service = await startConsole()
const person = await service.signUp()

test("70 Ctrl+K, a key's name, Enter: its row is open", async () => {
  const { path, projectId, ids } = await sample(person, { keys: 3, translated: 3 })
  const page = await person.at(`/projects/${projectId}`)
  await page.getByRole('button', { name: 'Search' }).waitFor()
  // Nobody waits for it: what is typed at once counts.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('key.002')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'German value' }).waitFor()
  await page.waitForURL((url) => url.pathname === path && url.searchParams.get('key') === String(ids[1]))
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search' })
  await palette.getByRole('combobox', { name: 'Search' }).fill('Text 3')
  await palette.getByRole('option', { name: /key\.003/ }).click()
  await page.waitForURL((url) => url.searchParams.get('key') === String(ids[2]))
})

test('Ctrl+K says a plural as people do, opens a term in the glossary, and leads to jobs', async () => {
  const { path, projectId } = await sample(person, { keys: 1, translated: 0 })
  const value = '{count, plural, one {# parcel} other {# parcels}}'
  const params = { projectId }
  await person.api.createKey({
    params,
    body: { key: 'parcels', translations: { en: { value, status: 'translated' } } },
  })
  const { id } = await person.api.createTerm({ params: { orgId: person.orgId }, body: { term: 'courier' } })
  const page = await person.at(path)
  await page.getByRole('grid', { name: 'Keys' }).waitFor()
  const ask = async (text: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search', exact: true }).fill(text)
  }
  await ask('parcels')
  await page.getByRole('option', { name: 'parcels # parcels Key', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await ask('courier')
  await page.getByRole('option', { name: /courier/ }).click()
  await page.waitForURL((url) => url.pathname.endsWith('/glossary') && url.searchParams.get('term') === String(id))
  await page.getByRole('dialog', { name: 'courier' }).waitFor()
  await page.goto(path)
  await page.getByRole('grid', { name: 'Keys' }).waitFor()
  await ask('Jobs')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Jobs' }).waitFor()
})

test('A new key opens where it belongs; its name, once taken, is refused at its field', async () => {
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
