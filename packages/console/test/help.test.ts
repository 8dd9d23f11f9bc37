import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startConsole } from './browser.ts'
import { join, observe, remember, shop } from './help-scene.ts'

const service = await startConsole()

const EMPTY = 'Your cart is empty'
const field = (page: Page) => page.getByRole('textbox', { name: 'German value' })
/** Playwright knows no role `mark`. */
const marked = (page: Page) => page.getByRole('main').locator('mark')
const help = (page: Page) => page.getByRole('complementary', { name: 'Help for this key' })

test('47 a memory match is in "Suggestions" with its percentage; Alt+1 takes it; its use is counted with the save', async () => {
  const person = await service.signUp()
  const scene = await shop(person, { 'cart.empty': { en: EMPTY } })
  const tmId = await remember(person, scene, 'Your cart is empty!', 'Dein Warenkorb ist leer!')
  const page = await person.at(scene.address('cart.empty'))
  await field(page).click()
  const list = help(page).getByRole('list', { name: 'Suggestions' })
  await list.getByText('Dein Warenkorb ist leer!').waitFor()
  assert.match((await list.innerText()) ?? '', /9\d\s?%/)
  await page.keyboard.press('Alt+1')
  await page.waitForFunction(() => document.activeElement?.textContent?.includes('Dein Warenkorb ist leer!'))
  await page.keyboard.press('Control+s')
  const usageCount = async () => (await person.api.listMemoryEntries({ params: { tmId } })).entries[0]?.usageCount
  await until(async () => (await usageCount()) === 1)
  assert.deepEqual(page.complaints, [])
})

test('48 one Ctrl+Z takes a used suggestion back', async () => {
  const person = await service.signUp()
  const scene = await shop(person, { 'cart.empty': { en: EMPTY, de: 'Nichts drin' } })
  await remember(person, scene, EMPTY, 'Dein Warenkorb ist leer')
  const page = await person.at(scene.address('cart.empty'))
  await help(page).getByRole('button', { name: 'Use suggestion 1' }).click()
  await field(page).getByText('Dein Warenkorb ist leer').waitFor()
  await page.keyboard.press('Control+z')
  await field(page).getByText('Nichts drin').waitFor()
})

test('49 a glossary term in the source is marked and in "Terms"; a forbidden one says "do not use"', async () => {
  const person = await service.signUp()
  const scene = await shop(person, { 'cart.empty': { en: 'Your basket, or cart, is empty' } })
  const params = { orgId: person.orgId }
  const translations = [{ localeId: scene.localeId('de'), text: 'Warenkorb' }]
  await person.api.createTerm({ params, body: { term: 'cart', definition: 'What is bought later', translations } })
  await person.api.createTerm({ params, body: { term: 'basket', termType: 'forbidden' } })
  const page = await person.at(scene.address('cart.empty'))
  const terms = help(page).getByRole('list', { name: 'Terms' })
  await terms.getByText('Warenkorb').waitFor()
  await terms.getByText('What is bought later').waitFor()
  await terms.getByRole('listitem').filter({ hasText: 'basket' }).getByText('do not use').waitFor()
  await marked(page).filter({ hasText: 'cart' }).waitFor()
})

test('50 "History" shows author and both texts; "Restore" fills the field and sends nothing', async () => {
  const person = await service.signUp('Anna')
  const scene = await shop(person, { 'cart.empty': { en: EMPTY, de: 'Korb leer' } })
  const params = { projectId: scene.projectId, keyId: scene.idOf('cart.empty'), locale: 'de' }
  await person.api.putValueOfKey({ params, body: { value: 'Warenkorb leer' } })
  const page = await person.at(scene.address('cart.empty', 'history'))
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/values/')) writes.push(request.url())
  })
  const newest = help(page).getByRole('list', { name: 'History' }).getByRole('listitem').first()
  await newest.getByText('Anna').waitFor()
  assert.match(await newest.innerText(), /Korb/)
  assert.match(await newest.innerText(), /Warenkorb/)
  await help(page).getByRole('button', { name: 'Restore' }).click()
  await field(page).getByText('Korb leer', { exact: true }).waitFor()
  const { translations } = await person.api.getKeyById({ params })
  assert.equal(translations['de']?.value, 'Warenkorb leer')
  assert.deepEqual(writes, [])
})

test('51 a comment appears in the thread with its author, who can delete it', async () => {
  const person = await service.signUp('Anna')
  const scene = await shop(person, { 'cart.empty': { en: EMPTY } })
  const page = await person.at(scene.address('cart.empty', 'comments'))
  const text = help(page).getByRole('textbox', { name: 'Comment' })
  await text.fill('Is this a button?')
  await help(page).getByRole('button', { name: 'Send' }).click()
  const said = help(page).getByRole('list', { name: 'Comments' }).getByRole('listitem')
  await said.getByText('Is this a button?').waitFor()
  await said.getByText('Anna').waitFor()
  assert.equal(await text.inputValue(), '')
  await said.getByRole('button', { name: 'Delete' }).click()
  await said.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await said.getByText('Is this a button?').waitFor()
})

test('51 what was not sent is there again after a reload, and Ctrl+Enter sends it', async () => {
  const person = await service.signUp()
  const scene = await shop(person, { 'cart.empty': { en: EMPTY } })
  const page = await person.at(scene.address('cart.empty', 'comments'))
  await help(page).getByRole('textbox', { name: 'Comment' }).fill('Half a thou')
  await page.reload()
  const text = help(page).getByRole('textbox', { name: 'Comment' })
  await text.waitFor()
  assert.equal(await text.inputValue(), 'Half a thou')
  await text.press('Control+Enter')
  await help(page).getByRole('listitem').getByText('Half a thou').waitFor()
})

test('51 when the sign-in has ended, a comment waits until somebody has signed in again', async () => {
  const person = await service.signUp()
  const scene = await shop(person, { 'cart.empty': { en: EMPTY } })
  const page = await person.at(scene.address('cart.empty', 'comments'))
  await help(page).getByText('Nobody has said anything').waitFor()
  await person.api.logout()
  await help(page).getByRole('textbox', { name: 'Comment' }).fill('Still here')
  await help(page).getByRole('button', { name: 'Send' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('Password').fill(person.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await help(page).getByRole('list', { name: 'Comments' }).getByText('Still here').waitFor()
})

test('51 what others say appears by itself; who is mentioned is marked, and what is settled can be resolved', async () => {
  const [anna, bo] = [await service.signUp('Anna'), await service.signUp('Bo')]
  const scene = await shop(anna, { 'cart.empty': { en: EMPTY } })
  await join(anna, bo)
  const params = { projectId: scene.projectId, keyId: scene.idOf('cart.empty') }
  const annas = await anna.at(scene.address('cart.empty', 'comments'))
  await help(annas).getByText('Nobody has said anything').waitFor()
  await bo.api.createKeyComment({ params, body: { text: 'Formal or not?', locale: 'de' } })
  const said = help(annas).getByRole('list', { name: 'Comments' }).getByRole('listitem')
  await said.filter({ hasText: 'Formal or not?' }).getByText('Bo').waitFor()
  await help(annas).getByRole('textbox', { name: 'Comment' }).pressSequentially('Ask @b')
  await annas.getByRole('option', { name: 'Bo' }).waitFor()
  await annas.keyboard.press('Enter')
  await annas.keyboard.type('again')
  await annas.keyboard.press('Control+Enter')
  await said.filter({ hasText: 'Ask @Bo again' }).waitFor()
  const { comments } = await anna.api.listKeyComments({ params })
  assert.deepEqual(comments[1]?.mentions, [bo.userId])
  await said.first().getByRole('button', { name: 'Resolve' }).click()
  await said.first().getByText('Resolved by Anna').waitFor()
})

test('51 the comment of another is deleted after a question, whose safe answer has the focus', async () => {
  const [anna, bo] = [await service.signUp('Anna'), await service.signUp('Bo')]
  const scene = await shop(anna, { 'cart.empty': { en: EMPTY } })
  await join(anna, bo)
  const params = { projectId: scene.projectId, keyId: scene.idOf('cart.empty') }
  await bo.api.createKeyComment({ params, body: { text: 'Formal or not?' } })
  const page = await anna.at(scene.address('cart.empty', 'comments'))
  const said = help(page).getByText('Formal or not?')
  await help(page).getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete the comment of Bo?' })
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  await said.waitFor()
  await help(page).getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await said.waitFor({ state: 'detached' })
})

test('51 who may only look finds what is said and suggested, and nothing to press', async () => {
  const [anna, bo] = [await service.signUp('Anna'), await service.signUp('Bo')]
  const scene = await shop(anna, { 'cart.empty': { en: EMPTY, de: 'Leer' } })
  await remember(anna, scene, EMPTY, 'Dein Warenkorb ist leer')
  await join(anna, bo, 'viewer')
  const params = { projectId: scene.projectId, keyId: scene.idOf('cart.empty') }
  await anna.api.createKeyComment({ params, body: { text: 'Formal or not?' } })
  const page = await bo.at(scene.address('cart.empty'))
  await help(page).getByText('Dein Warenkorb ist leer').waitFor()
  assert.equal(await help(page).getByRole('button').count(), 0)
  await help(page).getByRole('tab', { name: 'Comments' }).click()
  await help(page).getByText('Formal or not?').waitFor()
  assert.equal(await help(page).getByRole('button').count(), 0)
  assert.equal(await help(page).getByRole('textbox').count(), 0)
})

test('52 "Context" shows screens and neighbours of an observed key, else "Not seen in an application yet"', async () => {
  const person = await service.signUp()
  const scene = await shop(person, { 'cart.empty': { en: EMPTY }, 'cart.total': { en: 'Total' } })
  const near = { role: 'heading', namespace: 'default', key: 'cart.total', text: 'Total' }
  await observe(service.url, person, scene, { key: 'cart.empty', screenGroup: 'Checkout', neighbors: [near] })
  const page = await person.at(scene.address('cart.total', 'context'))
  await help(page).getByText('Not seen in an application yet').waitFor()
  await page.goto(scene.address('cart.empty', 'context'))
  await help(page).getByText('Checkout').waitFor()
  await help(page).getByRole('list', { name: 'Neighbours' }).getByRole('link', { name: 'cart.total' }).click()
  await page.waitForURL((url) => url.searchParams.get('key') === String(scene.idOf('cart.total')))
})

test('69 a new term is marked in an open row at once', async () => {
  const person = await service.signUp()
  const scene = await shop(person, { 'cart.empty': { en: EMPTY } })
  const page = await person.at(scene.address('cart.empty'))
  await field(page).waitFor()
  await help(page).getByRole('button', { name: 'Add term' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add term' })
  await dialog.getByRole('textbox', { name: 'Term', exact: true }).fill('cart')
  await dialog.getByRole('textbox', { name: 'German translation' }).fill('Warenkorb')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await help(page).getByRole('list', { name: 'Terms' }).getByText('Warenkorb').waitFor()
  await marked(page).filter({ hasText: 'cart' }).waitFor()
})

test('69 "Add term" takes the words that are selected in the source', async () => {
  const person = await service.signUp()
  const scene = await shop(person, { 'cart.empty': { en: EMPTY } })
  const page = await person.at(scene.address('cart.empty'))
  const row = page.getByRole('row', { name: 'cart.empty' })
  await row.getByText(EMPTY).dblclick({ position: { x: 8, y: 8 } })
  await help(page).getByRole('button', { name: 'Add term' }).click()
  const term = page.getByRole('dialog', { name: 'Add term' }).getByRole('textbox', { name: 'Term', exact: true })
  assert.equal(await term.inputValue(), 'Your')
})

test('69 a term that is added elsewhere is marked in an open row, too', async () => {
  const person = await service.signUp()
  const scene = await shop(person, { 'cart.empty': { en: EMPTY } })
  const page = await person.at(scene.address('cart.empty'))
  await help(page).getByText('No terms of the glossary in this text.').waitFor()
  await person.api.createTerm({ params: { orgId: person.orgId }, body: { term: 'cart' } })
  await marked(page).filter({ hasText: 'cart' }).waitFor()
})

/** Asks until it is so, or the test gives up. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 10_000
  while (!(await isSo())) {
    assert.ok(Date.now() < end, 'It did not become so')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
