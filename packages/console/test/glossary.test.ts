import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { onThisMachine } from '../../server/test/this-machine.ts'
import { startConsole } from './browser.ts'
import { join, shop } from './help-scene.ts'

const service = await startConsole()

const glossary = (orgId: number) => `/organizations/${orgId}/glossary`
const terms = (page: Page) => page.getByRole('table', { name: 'Terms' })

test('69 a new term is marked in a row that is open in another tab; terms are changed, searched, filtered and deleted', async () => {
  const person = await service.signUp()
  const scene = await shop(person, { 'cart.empty': { en: 'Your cart is empty' } })
  const page = await person.at(glossary(person.orgId))
  const editor = await page.context().newPage()
  await editor.goto(scene.address('cart.empty'))
  await editor.getByText('No terms of the glossary in this text.').waitFor()

  await page.getByRole('button', { name: 'New term' }).click()
  const dialog = page.getByRole('dialog', { name: 'New term' })
  await dialog.getByRole('textbox', { name: 'Term', exact: true }).fill('cart')
  await dialog.getByRole('textbox', { name: 'German translation', exact: true }).fill('Warenkorb')
  await dialog.getByRole('textbox', { name: 'Arabic translation', exact: true }).fill('سلة')
  await dialog.getByRole('textbox', { name: 'Definition' }).fill('What is bought later')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.waitFor({ state: 'detached' })
  await editor
    .getByRole('main')
    .locator('mark')
    .filter({ hasText: 'cart' })
    .waitFor({ timeout: onThisMachine(2_000) })
  const row = terms(page).getByRole('row', { name: 'cart' })
  await row.getByText('Warenkorb').waitFor()
  assert.match(await page.getByRole('status', { name: 'Announcements' }).innerText(), /cart/)

  await row.getByRole('button', { name: 'cart', exact: true }).click()
  const open = page.getByRole('dialog', { name: 'cart' })
  await open.getByRole('textbox', { name: 'German translation', exact: true }).fill('Einkaufswagen')
  await open.getByRole('button', { name: 'Remove Arabic translation' }).click()
  await open.getByRole('checkbox', { name: 'Upper and lower case matter' }).check()
  await open.getByRole('button', { name: 'Save' }).click()
  await row.getByText('Einkaufswagen').waitFor()
  const params = { orgId: person.orgId }
  const [stored] = (await person.api.listTerms({ params })).terms
  assert.deepEqual(
    stored?.translations.map(({ text }) => text),
    ['Einkaufswagen'],
  )
  assert.equal(stored?.isCaseSensitive, true)

  await person.api.createTerm({ params, body: { term: 'basket', termType: 'forbidden' } })
  await page.getByRole('combobox', { name: 'Show' }).click()
  await page.getByRole('option', { name: 'Terms not to use' }).click()
  await terms(page).getByText('do not use').waitFor()
  await row.waitFor({ state: 'detached' })
  assert.match(page.url(), /type=forbidden/)
  await page.goBack()
  await page.getByRole('searchbox', { name: 'Search terms and translations' }).fill('wagen')
  await page.waitForURL(/q=wagen/)
  await terms(page).getByRole('row', { name: 'basket' }).waitFor({ state: 'detached' })
  await row.getByRole('button', { name: 'Delete cart' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete cart?' })
  await question.getByText('cannot be undone').waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No term matches').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await terms(page).getByRole('row', { name: 'basket' }).waitFor()
  assert.deepEqual(page.complaints, [])
})

const chosen = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

test('69 terms come from CSV of any columns, from JSON and TBX, with every refused row told, and go out as files', async () => {
  const person = await service.signUp()
  await shop(person, {})
  const params = { orgId: person.orgId }
  const page = await person.at(glossary(person.orgId))
  const dialog = page.getByRole('dialog', { name: 'Import terms' })
  const result = dialog.getByRole('region', { name: 'Result' })
  const importFile = async (file: ReturnType<typeof chosen>) => {
    await page.getByRole('button', { name: 'Import' }).click()
    await dialog.getByLabel('File').setInputFiles(file)
  }
  const send = () => dialog.getByRole('button', { name: 'Import' }).click()
  const done = async () => {
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  await importFile(chosen('wide.csv', 'en;Deutsch;Meaning\ncart;Warenkorb;Bought later\nshop;Laden;\n'))
  const columns = dialog.getByRole('table', { name: 'Columns' })
  await columns.getByText('Bought later').waitFor()
  await columns.getByRole('combobox', { name: 'Use of Deutsch' }).getByText('Term in German').waitFor()
  await columns.getByRole('combobox', { name: 'Use of Meaning' }).click()
  await page.getByRole('option', { name: 'Definition' }).click()
  await send()
  await result.getByText('2 terms added, 0 changed, 0 left as they were.').waitFor()
  await done()
  const { terms: imported } = await person.api.listTerms({ params })
  assert.deepEqual(
    imported.map(({ term, definition, translations }) => [term, definition, translations[0]?.text]),
    [
      ['cart', 'Bought later', 'Warenkorb'],
      ['shop', null, 'Laden'],
    ],
  )

  await importFile(chosen('long.csv', 'locale,text\nen,cart\nar,سلة\nxx,panier\n'))
  await send()
  await result.getByText('No term added, 1 changed, 0 left as they were. 1 row was refused.').waitFor()
  const refused = result.getByRole('table', { name: 'Refused rows' }).getByRole('row', { name: '3' })
  await refused.getByText('This organization has no language xx.').waitFor()
  await done()

  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'TBX' }).check()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
  ])
  const tbx = await readFile((await download.path()) ?? '', 'utf8')
  assert.match(tbx, /Warenkorb/)
  await importFile(chosen('terms.tbx', tbx.replaceAll('Warenkorb', 'Einkaufswagen')))
  await dialog.getByRole('radio', { name: 'Replace them as a whole' }).check()
  await send()
  await result.getByText('No term added, 2 changed').waitFor()
  await done()
  await terms(page).getByText('Einkaufswagen').waitFor()

  await importFile(
    chosen('terms.json', JSON.stringify({ concepts: [{ terms: [{ localeCode: 'en', text: 'bill' }] }] })),
  )
  await dialog.getByText('JSON with 1 concept.').waitFor()
  await send()
  await result.getByText('1 term added').waitFor()
  await done()
  await importFile(chosen('broken.tbx', '<tbx>'))
  await send()
  await dialog.getByRole('alert').getByText('The file cannot be read as TBX.').waitFor()
})

test('67 a viewer reads terms and changes none', async () => {
  const [owner, viewer] = [await service.signUp(), await service.signUp()]
  await shop(owner, {})
  await join(owner, viewer, 'viewer')
  await owner.api.createTerm({ params: { orgId: owner.orgId }, body: { term: 'cart', definition: 'Bought later' } })
  const page = await viewer.at(glossary(owner.orgId))
  await terms(page).getByRole('button', { name: 'cart', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'cart' })
  await dialog.getByRole('textbox', { name: 'Term', exact: true }).and(page.locator('[readonly]')).waitFor()
  assert.equal(await dialog.getByRole('button', { name: 'Save' }).count(), 0)
  await dialog.getByRole('button', { name: 'Close' }).click()
  for (const name of ['New term', 'Import', 'Delete cart'])
    assert.equal(await page.getByRole('button', { name }).count(), 0)
})
