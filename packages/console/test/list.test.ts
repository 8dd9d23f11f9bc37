import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startConsole } from './browser.ts'
import { assertWithin, msUntilShown } from './response-time.ts'
import { importTexts, numbered } from './sample.ts'

const service = await startConsole()
const person = await service.signUp()

type Status = 'translated' | 'not_reviewed'
type Texts = Record<string, readonly [german: string, status: Status] | undefined>

async function empty(locales: string[]) {
  const { id: projectId } = await person.api.createProject({
    params: { orgId: person.orgId },
    body: { name: 'Shop', sourceLocale: 'en', locales },
  })
  return { projectId, address: `/projects/${projectId}/translate/de` }
}

/** A shop in English and German. A key without a German text is untranslated. */
async function shop(texts: Texts, locales = ['de']) {
  const { projectId, address } = await empty(locales)
  const ids: Record<string, number> = {}
  for (const [key, german] of Object.entries(texts)) {
    const en = { value: `English of ${key}`, status: 'translated' as const }
    const de = german && { value: german[0], status: german[1] }
    const body = { key, translations: { en, ...(de ? { de } : {}) } }
    ids[key] = (await person.api.createKey({ params: { projectId }, body })).id
  }
  return { projectId, ids, address }
}

const THREE: Texts = { 'key.000': undefined, 'key.001': undefined, 'key.002': undefined }

const rowOf = (page: Page, key: string) => page.getByRole('row', { name: key, exact: true })
const cellOf = (page: Page, key: string) => rowOf(page, key).locator('[data-locale="de"]')
const field = (page: Page) => page.getByRole('textbox', { name: 'German value' })
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search keys and values' })
const counted = (page: Page, text: string) => page.getByRole('status', { name: 'Key count' }).getByText(text).waitFor()

async function openAt(page: Page, key: string) {
  await cellOf(page, key).click()
  await openedOf(page, key)
}

/** Waits until the field of a key has the focus. */
async function openedOf(page: Page, key: string) {
  await rowOf(page, key).getByRole('textbox', { name: 'German value' }).waitFor()
  await page.waitForFunction((name) => {
    const row = document.activeElement?.closest('[role="row"]')
    return row?.getAttribute('aria-label') === name && document.activeElement?.getAttribute('role') === 'textbox'
  }, key)
}

/** Waits until a cell of a row has the focus. */
const focusIn = (page: Page, key: string) =>
  page.waitForFunction((name) => {
    const cell = document.activeElement?.closest('[role="gridcell"], [role="rowheader"]')
    return cell === document.activeElement && cell?.closest('[role="row"]')?.getAttribute('aria-label') === name
  }, key)

test('9, 20, 25 of 5,000 keys the grid has as many rows as match, "Key count" says it, and End reaches the last within 1 s', async () => {
  const { projectId, address } = await empty(['de'])
  const names = Array.from({ length: 5_000 }, (_, at) => numbered('key', at, 4))
  const en = Object.fromEntries(names.map((name) => [name, `English of ${name}`]))
  await importTexts(person, projectId, { en })
  const page = await person.at(address)
  await rowOf(page, 'key.0000').waitFor()
  await counted(page, '5,000 keys')
  const grid = page.getByRole('grid', { name: 'Keys' })
  assert.equal(await grid.getAttribute('aria-rowcount'), '5000')

  await openAt(page, 'key.0000')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await focusIn(page, 'key.0002')
  await page.keyboard.press('ArrowUp')
  await focusIn(page, 'key.0001')
  const taken: number[] = []
  for (let time = 0; time < 3; time++) {
    taken.push(await msUntilShown(page, 'End', { selector: '[role="row"][aria-label="key.4999"] :focus' }))
    await page.keyboard.press('Home')
    await focusIn(page, 'key.0000')
  }
  assertWithin(1_000, taken)
  await page.keyboard.press('End')
  await focusIn(page, 'key.4999')
  assert.equal(await rowOf(page, 'key.4999').getAttribute('aria-rowindex'), '5000')
  assert.ok((await page.getByRole('row').count()) <= 80)

  await searchBox(page).fill('no such text')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await counted(page, '5,000 keys')
  assert.equal(await searchBox(page).inputValue(), '')
  await searchBox(page).fill('key.001')
  await counted(page, '10 keys')
  assert.equal(await grid.getAttribute('aria-rowcount'), '10')
  for (const name of ['Key', 'English', 'German', 'Status'])
    await page.getByRole('columnheader', { name, exact: true }).waitFor()
  const row = rowOf(page, 'key.0010')
  await row.getByRole('rowheader', { name: 'key.0010' }).waitFor()
  await row.getByRole('checkbox', { name: 'Select key.0010' }).waitFor()
  await row.getByRole('gridcell', { name: 'English of key.0010' }).waitFor()
  assert.equal(await row.getAttribute('aria-rowindex'), '1')
  assert.deepEqual(page.complaints, [])
})

test('10, 16, 21 a click on a value, or Enter on it, opens its field; Esc closes it and keeps the draft; "?" tells the keys', async () => {
  const { address } = await shop({ 'cart.empty': ['Leer', 'translated'], 'cart.total': undefined })
  const page = await person.at(address)
  await openAt(page, 'cart.empty')
  await page.keyboard.press('Escape')
  await focusIn(page, 'cart.empty')
  await page.keyboard.press('ArrowDown')
  await focusIn(page, 'cart.total')
  await page.keyboard.press('Enter')
  await openedOf(page, 'cart.total')
  await page.keyboard.type('Bleibt')
  await page.keyboard.press('Escape')
  await focusIn(page, 'cart.total')
  await cellOf(page, 'cart.total').getByText('Bleibt').waitFor()
  assert.equal(await field(page).count(), 0)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  await focusIn(page, 'cart.total')
})

test('22 Alt+Shift+↓ opens the next row whose status needs work, also one that was never loaded', async () => {
  const { projectId, address } = await empty(['de'])
  const params = { projectId }
  const names = Array.from({ length: 330 }, (_, at) => numbered('a', at))
  const texts = (word: string) => Object.fromEntries(names.map((name) => [name, word]))
  await importTexts(person, projectId, { en: { ...texts('Done'), 'b.last': 'Last' }, de: texts('Fertig') })
  const { ids } = await person.api.listKeyIds({ params })
  const keyIds = ids.filter((_, at) => at !== 2 && at < 330)
  await person.api.batchSetStatus({ params, body: { keyIds, localeCode: 'de', status: 'translated' } })
  const page = await person.at(address)
  await openAt(page, 'a.000')
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await openedOf(page, 'a.002')
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await openedOf(page, 'b.last')
})

test('23 search, filter, sort, language and open key are in the address; Back undoes the last step', async () => {
  const texts: Texts = {
    'cart.a': undefined,
    'cart.b': undefined,
    'cart.c': ['Fertig', 'translated'],
    'home.a': undefined,
  }
  const { address, projectId, ids } = await shop(texts, ['de', 'fr'])
  const page = await person.at(address)
  await rowOf(page, 'cart.a').waitFor()
  await searchBox(page).fill('cart')
  await counted(page, '3 keys')
  await page.getByRole('button', { name: 'Filters' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filters' })
  await dialog.getByRole('group', { name: 'Namespaces' }).getByRole('checkbox', { name: 'default' }).waitFor()
  await dialog.getByRole('group', { name: 'Status' }).getByRole('checkbox', { name: 'Untranslated' }).check()
  await page.keyboard.press('Escape')
  await counted(page, '2 keys')
  await page.getByRole('combobox', { name: 'Sort' }).click()
  await page.getByRole('option', { name: 'Key, Z to A' }).click()
  await page.waitForFunction(
    () => document.querySelector('[aria-rowindex="1"]')?.getAttribute('aria-label') === 'cart.b',
  )
  await openAt(page, 'cart.a')
  await page.waitForURL(
    `**/projects/${projectId}/translate/de?q=cart&status=not_translated&sort=-key&key=${ids['cart.a']}`,
  )

  const other = await person.at(new URL(page.url()).pathname + new URL(page.url()).search)
  await openedOf(other, 'cart.a')
  const names = await other.getByRole('rowheader').allTextContents()
  assert.deepEqual(names, ['cart.b', 'cart.a'])

  await page.goBack()
  await field(page).waitFor({ state: 'detached' })
  await page.goBack()
  await page.waitForFunction(
    () => document.querySelector('[aria-rowindex="1"]')?.getAttribute('aria-label') === 'cart.a',
  )
  await page.goBack()
  await counted(page, '3 keys')
  await page.goBack()
  await counted(page, '4 keys')
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'French' }).click()
  await page.waitForURL(`**/projects/${projectId}/translate/fr`)
  await page.getByRole('columnheader', { name: 'French' }).waitFor()
})

test('24, 26 under a filter a row that was saved stays, and Alt+↑ returns to it; F6 goes on to help, tools and list', async () => {
  const { address } = await shop(THREE)
  const page = await person.at(`${address}?status=not_translated`)
  await openAt(page, 'key.000')
  await page.keyboard.type('Fertig')
  await page.keyboard.press('Control+Enter')
  await openedOf(page, 'key.001')
  await rowOf(page, 'key.000').getByText('Needs review').waitFor()
  assert.equal(await page.getByRole('grid', { name: 'Keys' }).getAttribute('aria-rowcount'), '3')
  await page.keyboard.press('Alt+ArrowUp')
  await openedOf(page, 'key.000')

  await page.keyboard.press('F6')
  const help = page.getByRole('complementary', { name: 'Help for this key' })
  await help.locator(':focus').waitFor()
  await page.keyboard.press('F6')
  await searchBox(page).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('F6')
  await page.getByRole('grid', { name: 'Keys' }).locator('[role="gridcell"]:focus').waitFor()
  await page.keyboard.press('Shift+F6')
  await page.keyboard.press('Shift+F6')
  await help.locator(':focus').waitFor()
  await page.keyboard.press('Shift+F6')
  await openedOf(page, 'key.000')
})

test('40 a key created elsewhere moves no row; "1 new key" shows it', async () => {
  const { address, projectId } = await shop(THREE)
  const page = await person.at(address)
  await rowOf(page, 'key.000').waitFor()
  await page.getByRole('status', { name: 'Connection' }).getByText('Live').waitFor()
  await person.api.createKey({ params: { projectId }, body: { key: 'a.first' } })
  await page.getByRole('button', { name: '1 new key' }).waitFor()
  assert.equal(await rowOf(page, 'key.000').getAttribute('aria-rowindex'), '1')
  await page.getByRole('button', { name: '1 new key' }).click()
  await rowOf(page, 'a.first').waitFor()
  assert.equal(await rowOf(page, 'key.000').getAttribute('aria-rowindex'), '2')
})

test('73 at 320 px nothing scrolls sideways; the editor has "Previous", "Save" and "Next"', async () => {
  const { address } = await shop(THREE)
  const page = await person.at(address, { viewport: { width: 320, height: 640 } })
  await page.getByRole('heading', { name: 'key.000' }).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('heading', { name: 'key.001' }).waitFor()
  await page.getByRole('button', { name: 'Previous' }).click()
  await page.getByRole('heading', { name: 'key.000' }).waitFor()
  const isTooWide = () =>
    page.evaluate(() =>
      [document.scrollingElement, document.querySelector('main')].some(
        (box) => box && box.scrollWidth > box.clientWidth,
      ),
    )
  assert.equal(await isTooWide(), false)
  await page.getByRole('combobox', { name: 'View' }).click()
  await page.getByRole('option', { name: 'List' }).click()
  await rowOf(page, 'key.002').waitFor()
  assert.equal(await isTooWide(), false)
})
