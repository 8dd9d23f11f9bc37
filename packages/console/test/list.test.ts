import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Account, startConsole } from './browser.ts'

const service = await startConsole()

type Status = 'translated' | 'not_reviewed'
type Texts = Record<string, readonly [german: string, status: Status] | undefined>

/** A shop in English and German. A key without a German text is untranslated. */
async function shop(person: Account, texts: Texts, locales = ['de']) {
  const { api, orgId } = person
  const { id: projectId } = await api.createProject({
    params: { orgId },
    body: { name: 'Shop', sourceLocale: 'en', locales },
  })
  const ids: Record<string, number> = {}
  await Promise.all(
    Object.entries(texts).map(async ([key, german]) => {
      const en = { value: `English of ${key}`, status: 'translated' as const }
      const de = german && { value: german[0], status: german[1] }
      const body = { key, translations: { en, ...(de ? { de } : {}) } }
      ids[key] = (await api.createKey({ params: { projectId }, body })).id
    }),
  )
  return { projectId, ids, address: `/projects/${projectId}/translate/de` }
}

const untranslated = (count: number): Texts =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key.${String(index).padStart(3, '0')}`, undefined]))

const rowOf = (page: Page, key: string) => page.getByRole('row', { name: key, exact: true })
const cellOf = (page: Page, key: string) => rowOf(page, key).locator('[data-locale="de"]')
const field = (page: Page) => page.getByRole('textbox', { name: 'German value' })

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

test('9 the grid has as many rows as keys match, and "Key count" says it', async () => {
  const person = await service.signUp()
  const { address } = await shop(person, untranslated(130))
  const page = await person.at(address)
  await rowOf(page, 'key.000').waitFor()
  await page.getByRole('status', { name: 'Key count' }).getByText('130 keys').waitFor()
  assert.equal(await page.getByRole('grid', { name: 'Keys' }).getAttribute('aria-rowcount'), '130')
  await page.getByRole('searchbox', { name: 'Search keys and values' }).fill('key.01')
  await page.getByRole('status', { name: 'Key count' }).getByText('10 keys').waitFor()
  assert.equal(await page.getByRole('grid', { name: 'Keys' }).getAttribute('aria-rowcount'), '10')
  for (const name of ['Key', 'English', 'German', 'Status'])
    await page.getByRole('columnheader', { name, exact: true }).waitFor()
  const row = rowOf(page, 'key.010')
  await row.getByRole('rowheader', { name: 'key.010' }).waitFor()
  await row.getByRole('checkbox', { name: 'Select key.010' }).waitFor()
  await row.getByRole('gridcell', { name: 'English of key.010' }).waitFor()
  assert.equal(await row.getAttribute('aria-rowindex'), '1')
  assert.deepEqual(page.complaints, [])
})

test('10 a click on a value, or Enter on it, puts the focus into its field', async () => {
  const person = await service.signUp()
  const { address } = await shop(person, { 'cart.empty': ['Leer', 'translated'], 'cart.total': undefined })
  const page = await person.at(address)
  await openAt(page, 'cart.empty')
  await page.keyboard.press('Escape')
  await focusIn(page, 'cart.empty')
  await page.keyboard.press('ArrowDown')
  await focusIn(page, 'cart.total')
  await page.keyboard.press('Enter')
  await openedOf(page, 'cart.total')
})

test('15 Alt+↓ with a changed text opens the next row and sends nothing', async () => {
  const person = await service.signUp()
  const { address, projectId, ids } = await shop(person, untranslated(3))
  const page = await person.at(address)
  const written: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/values/')) written.push(request.url())
  })
  await openAt(page, 'key.000')
  await page.keyboard.type('Entwurf')
  await page.keyboard.press('Alt+ArrowDown')
  await openedOf(page, 'key.001')
  await rowOf(page, 'key.000').getByText('Draft').waitFor()
  await page.keyboard.press('Alt+ArrowUp')
  await openedOf(page, 'key.000')
  assert.equal(await field(page).textContent(), 'Entwurf')
  assert.deepEqual(written, [])
  const key = await person.api.getKeyById({ params: { projectId, keyId: ids['key.000'] ?? 0 } })
  assert.equal(key.translations['de'], undefined)
})

test('16 Esc closes the row, focuses its gridcell and keeps the draft', async () => {
  const person = await service.signUp()
  const { address } = await shop(person, untranslated(3))
  const page = await person.at(address)
  await openAt(page, 'key.001')
  await page.keyboard.type('Bleibt')
  await page.keyboard.press('Escape')
  await focusIn(page, 'key.001')
  await cellOf(page, 'key.001').getByText('Bleibt').waitFor()
  assert.equal(await field(page).count(), 0)
})

test('20 arrow keys move by one row, and End reaches the last', async () => {
  const person = await service.signUp()
  const { address } = await shop(person, untranslated(250))
  const page = await person.at(address)
  await openAt(page, 'key.000')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await focusIn(page, 'key.002')
  await page.keyboard.press('ArrowUp')
  await focusIn(page, 'key.001')
  await page.keyboard.press('End')
  await focusIn(page, 'key.249')
  assert.equal(await rowOf(page, 'key.249').getAttribute('aria-rowindex'), '250')
  await page.keyboard.press('Home')
  await focusIn(page, 'key.000')
  assert.ok((await page.getByRole('row').count()) <= 80)
})

test('21 "?" in the grid shows the keyboard shortcuts', async () => {
  const person = await service.signUp()
  const { address } = await shop(person, untranslated(2))
  const page = await person.at(address)
  await openAt(page, 'key.000')
  await page.keyboard.press('Escape')
  await focusIn(page, 'key.000')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  await focusIn(page, 'key.000')
})

test('22 Alt+Shift+↓ opens the next row whose status needs work, also one that was never loaded', async () => {
  const person = await service.signUp()
  const reviewed = Array.from({ length: 330 }, (_, index) => [
    `a.${String(index).padStart(3, '0')}`,
    ['Fertig', 'translated'],
  ])
  const { address } = await shop(person, {
    ...Object.fromEntries(reviewed),
    'a.002': ['Prüfen', 'not_reviewed'],
    'b.last': undefined,
  })
  const page = await person.at(address)
  await openAt(page, 'a.000')
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await openedOf(page, 'a.002')
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await openedOf(page, 'b.last')
})

test('23 search, filter, sort, language and open key are in the address; Back undoes the last step', async () => {
  const person = await service.signUp()
  const texts: Texts = {
    'cart.a': undefined,
    'cart.b': undefined,
    'cart.c': ['Fertig', 'translated'],
    'home.a': undefined,
  }
  const { address, projectId, ids } = await shop(person, texts, ['de', 'fr'])
  const page = await person.at(address)
  await rowOf(page, 'cart.a').waitFor()
  await page.getByRole('searchbox', { name: 'Search keys and values' }).fill('cart')
  await page.getByRole('status', { name: 'Key count' }).getByText('3 keys').waitFor()
  await page.getByRole('button', { name: 'Filters' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filters' })
  await dialog.getByRole('group', { name: 'Namespaces' }).getByRole('checkbox', { name: 'default' }).waitFor()
  await dialog.getByRole('group', { name: 'Status' }).getByRole('checkbox', { name: 'Untranslated' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('status', { name: 'Key count' }).getByText('2 keys').waitFor()
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
  await page.getByRole('status', { name: 'Key count' }).getByText('3 keys').waitFor()
  await page.goBack()
  await page.getByRole('status', { name: 'Key count' }).getByText('4 keys').waitFor()
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'French' }).click()
  await page.waitForURL(`**/projects/${projectId}/translate/fr`)
  await page.getByRole('columnheader', { name: 'French' }).waitFor()
})

test('24 under a filter a row that was saved stays, and Alt+↑ returns to it', async () => {
  const person = await service.signUp()
  const { address } = await shop(person, untranslated(3))
  const page = await person.at(`${address}?status=not_translated`)
  await openAt(page, 'key.000')
  await page.keyboard.type('Fertig')
  await page.keyboard.press('Control+Enter')
  await openedOf(page, 'key.001')
  await rowOf(page, 'key.000').getByText('Needs review').waitFor()
  assert.equal(await page.getByRole('grid', { name: 'Keys' }).getAttribute('aria-rowcount'), '3')
  await page.keyboard.press('Alt+ArrowUp')
  await openedOf(page, 'key.000')
})

test('25 a search without a match shows "Clear filters", which brings the rows back', async () => {
  const person = await service.signUp()
  const { address } = await shop(person, untranslated(2))
  const page = await person.at(address)
  await rowOf(page, 'key.000').waitFor()
  await page.getByRole('searchbox', { name: 'Search keys and values' }).fill('no such text')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await rowOf(page, 'key.000').waitFor()
  assert.equal(await page.getByRole('searchbox', { name: 'Search keys and values' }).inputValue(), '')
})

test('26 F6 goes from the row to the help panel and on; Shift+F6 back', async () => {
  const person = await service.signUp()
  const { address } = await shop(person, untranslated(3))
  const page = await person.at(address)
  await openAt(page, 'key.001')
  await page.keyboard.press('F6')
  const help = page.getByRole('complementary', { name: 'Help for this key' })
  await help.locator(':focus').waitFor()
  await page.keyboard.press('F6')
  await page.getByRole('searchbox', { name: 'Search keys and values' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('F6')
  await page.getByRole('grid', { name: 'Keys' }).locator('[role="gridcell"]:focus').waitFor()
  await page.keyboard.press('Shift+F6')
  await page.keyboard.press('Shift+F6')
  await help.locator(':focus').waitFor()
  await page.keyboard.press('Shift+F6')
  await openedOf(page, 'key.001')
})

test('40 a key created elsewhere moves no row; "1 new key" shows it', async () => {
  const person = await service.signUp()
  const { address, projectId } = await shop(person, untranslated(3))
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
  const person = await service.signUp()
  const { address } = await shop(person, untranslated(3))
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
