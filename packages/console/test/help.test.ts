import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startConsole } from './browser.ts'
import { join, observe, remember, shop } from './help-scene.ts'
import { assertWithin, msUntilShown } from './response-time.ts'

const service = await startConsole()
const [anna, bo] = [await service.signUp('Anna'), await service.signUp('Bo')]
await join(anna, bo)

const EMPTY = 'Your cart is empty'
const field = (page: Page) => page.getByRole('textbox', { name: 'German value' })
/** Playwright knows no role `mark`. */
const marked = (page: Page) => page.getByRole('main').locator('mark')
const help = (page: Page) => page.getByRole('complementary', { name: 'Help for this key' })

test('47, 48 a memory match is in "Suggestions" with its percentage within 1 s; Alt+1 takes it, one Ctrl+Z takes it back; its use is counted with the save', async () => {
  const person = await service.signUp()
  const texts: Record<string, Record<string, string>> = {
    'a.1': { en: EMPTY },
    'b.1': { en: 'Your bill is paid', de: 'Bezahlt' },
    'c.1': { en: 'Your order is sent' },
  }
  // Between them others, because what the next row needs is fetched ahead.
  for (const name of ['a.2', 'a.3', 'b.2', 'b.3']) texts[name] = { en: 'Between' }
  const scene = await shop(person, texts)
  const tmId = await remember(person, scene, `${EMPTY}!`, 'Dein Warenkorb ist leer!')
  for (const [sourceText, targetText] of [
    ['Your bill is paid!', 'Deine Rechnung ist bezahlt!'],
    ['Your order is sent!', 'Deine Bestellung ist unterwegs!'],
  ] as const) {
    const body = { sourceText, targetText, targetLocaleId: scene.localeId('de') }
    await person.api.putMemoryEntry({ params: { tmId }, body })
  }
  const page = await person.at(scene.address('c.1'))
  const list = help(page).getByRole('list', { name: 'Suggestions' })
  await list.getByText('Deine Bestellung ist unterwegs!').waitFor()
  assert.match(await list.innerText(), /9\d\s?%/)
  const taken: number[] = []
  for (const text of ['Deine Rechnung ist bezahlt!', 'Dein Warenkorb ist leer!']) {
    await page.keyboard.press('Escape')
    for (let row = 0; row < 3; row++) await page.keyboard.press('ArrowUp')
    taken.push(await msUntilShown(page, 'Enter', { selector: 'aside [aria-label="Suggestions"]', text }))
  }
  assertWithin(1_000, taken)

  await page.keyboard.press('Alt+1')
  await page.waitForFunction(() => document.activeElement?.textContent?.includes('Dein Warenkorb ist leer!'))
  await page.keyboard.press('Control+s')
  const used = async () => {
    const { entries } = await person.api.listMemoryEntries({ params: { tmId } })
    return entries.filter(({ usageCount }) => usageCount === 1).map(({ targetText }) => targetText)
  }
  await until(async () => (await used()).join() === 'Dein Warenkorb ist leer!')

  await page.getByRole('row', { name: 'b.1' }).locator('[data-locale="de"]').first().click()
  await help(page).getByText('Deine Rechnung ist bezahlt!').waitFor()
  await help(page).getByRole('button', { name: 'Use suggestion 1' }).click()
  await field(page).getByText('Deine Rechnung ist bezahlt!').waitFor()
  await page.keyboard.press('Control+z')
  await field(page).getByText('Bezahlt', { exact: true }).waitFor()
  assert.deepEqual(page.complaints, [])
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
  const scene = await shop(anna, { 'cart.empty': { en: EMPTY, de: 'Korb leer' } })
  const params = { projectId: scene.projectId, keyId: scene.idOf('cart.empty'), locale: 'de' }
  await anna.api.putValueOfKey({ params, body: { value: 'Warenkorb leer' } })
  const page = await anna.at(scene.address('cart.empty', 'history'))
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
  const { translations } = await anna.api.getKeyById({ params })
  assert.equal(translations['de']?.value, 'Warenkorb leer')
  assert.deepEqual(writes, [])
})

test('51 a comment appears in the thread with its author, who can delete it; what was not sent outlasts a reload', async () => {
  const scene = await shop(anna, { 'cart.empty': { en: EMPTY } })
  const page = await anna.at(scene.address('cart.empty', 'comments'))
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

  await text.fill('Half a thou')
  await page.reload()
  await text.waitFor()
  assert.equal(await text.inputValue(), 'Half a thou')
  await text.press('Control+Enter')
  await said.getByText('Half a thou').waitFor()
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

test('51 what others say appears by itself; who is mentioned is marked; what is settled can be resolved, and deleted after a question', async () => {
  const scene = await shop(anna, { 'cart.empty': { en: EMPTY } })
  const params = { projectId: scene.projectId, keyId: scene.idOf('cart.empty') }
  const page = await anna.at(scene.address('cart.empty', 'comments'))
  await help(page).getByText('Nobody has said anything').waitFor()
  await bo.api.createKeyComment({ params, body: { text: 'Formal or not?', locale: 'de' } })
  const said = help(page).getByRole('list', { name: 'Comments' }).getByRole('listitem')
  await said.filter({ hasText: 'Formal or not?' }).getByText('Bo').waitFor()
  await help(page).getByRole('textbox', { name: 'Comment' }).pressSequentially('Ask @b')
  await page.getByRole('option', { name: 'Bo' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('again')
  await page.keyboard.press('Control+Enter')
  await said.filter({ hasText: 'Ask @Bo again' }).waitFor()
  const { comments } = await anna.api.listKeyComments({ params })
  assert.deepEqual(comments[1]?.mentions, [bo.userId])
  await said.first().getByRole('button', { name: 'Resolve' }).click()
  await said.first().getByText('Resolved by Anna').waitFor()

  // That of another is deleted after a question, whose safe answer has the focus.
  const deleteFirst = said.first().getByRole('button', { name: 'Delete' })
  const question = page.getByRole('alertdialog', { name: 'Delete the comment of Bo?' })
  await deleteFirst.click()
  await question.waitFor()
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  assert.equal(await said.count(), 2)
  await deleteFirst.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await said.filter({ hasText: 'Formal or not?' }).waitFor({ state: 'detached' })
})

test('51 who may only look finds what is said and suggested, and nothing to press', async () => {
  const viewer = await service.signUp()
  const scene = await shop(anna, { 'cart.empty': { en: EMPTY, de: 'Leer' } })
  await remember(anna, scene, EMPTY, 'Dein Warenkorb ist leer')
  await join(anna, viewer, 'viewer')
  const params = { projectId: scene.projectId, keyId: scene.idOf('cart.empty') }
  await anna.api.createKeyComment({ params, body: { text: 'Formal or not?' } })
  const page = await viewer.at(scene.address('cart.empty'))
  await help(page).getByText('Dein Warenkorb ist leer').waitFor()
  assert.equal(await help(page).getByRole('button').count(), 0)
  await help(page).getByRole('tab', { name: 'Comments' }).click()
  await help(page).getByText('Formal or not?').waitFor()
  assert.equal(await help(page).getByRole('button').count(), 0)
  assert.equal(await help(page).getByRole('textbox').count(), 0)
})

test('52 "Context" shows screens and neighbours of an observed key, else "Not seen in an application yet"', async () => {
  const scene = await shop(anna, { 'cart.empty': { en: EMPTY }, 'cart.total': { en: 'Total' } })
  const near = { role: 'heading', namespace: 'default', key: 'cart.total', text: 'Total' }
  await observe(service.url, anna, scene, { key: 'cart.empty', screenGroup: 'Checkout', neighbors: [near] })
  const page = await anna.at(scene.address('cart.total', 'context'))
  await help(page).getByText('Not seen in an application yet').waitFor()
  await page.goto(scene.address('cart.empty', 'context'))
  await help(page).getByText('Checkout').waitFor()
  await help(page).getByRole('list', { name: 'Neighbours' }).getByRole('link', { name: 'cart.total' }).click()
  await page.waitForURL((url) => url.searchParams.get('key') === String(scene.idOf('cart.total')))
})

test('69 a new term is marked in an open row at once, whoever adds it; "Add term" takes the words that are selected in the source', async () => {
  const person = await service.signUp()
  const scene = await shop(person, { 'cart.empty': { en: EMPTY } })
  const page = await person.at(scene.address('cart.empty'))
  await help(page).getByText('No terms of the glossary in this text.').waitFor()
  await person.api.createTerm({ params: { orgId: person.orgId }, body: { term: 'cart' } })
  await marked(page).filter({ hasText: 'cart' }).waitFor()

  const row = page.getByRole('row', { name: 'cart.empty' })
  await row
    .getByText('Your')
    .first()
    .dblclick({ position: { x: 8, y: 8 } })
  await help(page).getByRole('button', { name: 'Add term' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add term' })
  const term = dialog.getByRole('textbox', { name: 'Term', exact: true })
  assert.equal(await term.inputValue(), 'Your')
  await term.fill('empty')
  await dialog.getByRole('textbox', { name: 'German translation' }).fill('leer')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await help(page).getByRole('list', { name: 'Terms' }).getByText('leer').waitFor()
  await marked(page).filter({ hasText: 'empty' }).waitFor()
})

/** Asks until it is so, or the test gives up. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 10_000
  while (!(await isSo())) {
    assert.ok(Date.now() < end, 'It did not become so')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
