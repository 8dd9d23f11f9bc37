import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { onThisMachine } from '../../server/test/this-machine.ts'
import { startConsole } from './browser.ts'
import { project, until } from './field-scene.ts'

const service = await startConsole()
const person = await service.signUp()

const field = (page: Page) => page.getByRole('textbox', { name: 'German value', exact: true })
const form = (page: Page, name: string) => page.getByRole('textbox', { name: `German value, ${name}`, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const issues = (page: Page) => page.getByRole('list', { name: 'Issues' })

/** Opens another row of the same page. */
async function open(page: Page, key: string) {
  const row = page.getByRole('row', { name: key, exact: true })
  await row.locator('[data-locale="de"]').first().click()
  await row.getByRole('textbox').first().waitFor()
}

test('{ offers the placeholders of the source, which are taken and deleted as a whole; Alt+C copies the source as one step', async () => {
  const scene = await project(person, {
    greeting: { en: 'Hello {first} {last}' },
    written: { en: 'Hello {name}', values: { de: 'Hallo {name}!' } },
  })
  const page = await person.at(scene.address('greeting'))
  await field(page).pressSequentially('Hallo {')
  assert.deepEqual(await page.getByRole('option').allInnerTexts(), ['{first}', '{last}'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.type(' {')
  await page.getByRole('option', { name: '{first}' }).waitFor()
  await page.keyboard.press('Escape')
  assert.equal(await page.getByRole('option').count(), 0)
  assert.equal(await field(page).innerText(), 'Hallo {last} {')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  // A chip is taken as a whole.
  await page.keyboard.press('Backspace')
  assert.equal(await field(page).innerText(), 'Hallo ')

  await open(page, 'written')
  await field(page).getByText('{name}').waitFor()
  // The spelling is checked in the language of the value, but not in placeholders.
  assert.equal(await field(page).getAttribute('spellcheck'), 'true')
  assert.equal(await field(page).getAttribute('lang'), 'de')
  assert.equal(await field(page).getByText('{name}').getAttribute('spellcheck'), 'false')
  await page.keyboard.press('Alt+c')
  assert.equal(await field(page).innerText(), 'Hello {name}')
  await page.keyboard.press('Control+z')
  assert.equal(await field(page).innerText(), 'Hallo {name}!')
})

test('an issue can be fixed in one press, or ignored for a reason', async () => {
  const scene = await project(person, { greeting: { en: 'Hello there, you', values: { de: 'Hallo  du da ' } } })
  const page = await person.at(scene.address('greeting'))
  const item = issues(page).getByRole('listitem').filter({ hasText: 'two spaces' })
  await item.getByRole('button', { name: 'Fix' }).click()
  assert.equal(await field(page).innerText(), 'Hallo du da ')
  await until(async () => (await item.count()) === 0, 'it is gone')
  const edge = issues(page).getByRole('listitem').filter({ hasText: 'ends' })
  await edge.getByRole('button', { name: 'Ignore' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ignore this issue' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('a name follows')
  await dialog.getByRole('button', { name: 'Ignore' }).click()
  await edge.getByText('a name follows').waitFor()
  await edge.getByRole('button', { name: 'Check again' }).click()
  await edge.getByRole('button', { name: 'Ignore' }).waitFor()
})

test('a forbidden term is an issue while somebody types it', async () => {
  // Terms are of the organization: of one of its own.
  const person = await service.signUp()
  const scene = await project(person, { greeting: { en: 'Your cart' } })
  const locales = await person.api.listOrganizationLocales({ params: { orgId: person.orgId } })
  const german = locales.locales.find(({ code }) => code === 'de')
  await person.api.createTerm({
    params: { orgId: person.orgId },
    body: { term: 'cart', translations: [{ localeId: german?.id ?? 0, text: 'Karre', termType: 'forbidden' }] },
  })
  const page = await person.at(scene.address('greeting'))
  await field(page).pressSequentially('Deine Karre')
  await issues(page).getByText('“Karre”: do not use').waitFor()
})

test('a plural is tried with a number, and can be written as text; one that nobody called plural is written form by form, too', async () => {
  const en = '{count, plural, one {# item} other {# items}}'
  const scene = await project(person, {
    items: { en, isPlural: true },
    message: { en: '{n, plural, one {# item} other {# items}}' },
    sentence: { en: 'You have {n, plural, one {# item} other {# items}}' },
  })
  const page = await person.at(scene.address('items'))
  await form(page, 'one').pressSequentially('# Ding')
  await form(page, 'other').pressSequentially('# Dinge')
  await page.getByRole('spinbutton', { name: 'Try a number' }).fill('1')
  await page.getByRole('status').filter({ hasText: '1 Ding' }).waitFor()
  await button(page, 'As text').click()
  assert.equal(await field(page).innerText(), '{count, plural, one {# Ding} other {# Dinge}}')
  await field(page).press('Control+a')
  await page.keyboard.insertText('{count, plural, other {viele}}')
  await button(page, 'As text').click()
  await form(page, 'other').getByText('viele').waitFor()

  await open(page, 'message')
  await form(page, 'one').waitFor()
  // Which is not a plural as a whole.
  await open(page, 'sentence')
  await field(page).waitFor()
})

const WAIT_FOR_PAINT = () =>
  new Promise<number>((resolve) => {
    const from = performance.now()
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)))
  })

test('values of 65,536 characters and of 500 placeholders stay usable, and are saved as they were typed', async () => {
  const letters = 'Ein Satz mit Worten und mehr. '.repeat(2_185).slice(0, 65_531)
  const chips = Array.from({ length: 500 }, (_, at) => `{name${at}} und `).join('')
  const scene = await project(person, {
    letters: { en: letters, values: { de: letters } },
    chips: { en: chips, values: { de: chips } },
  })
  const page = await person.at(scene.address('letters'))
  for (const [key, text] of Object.entries({ letters, chips })) {
    if (key === 'chips') await open(page, key)
    await field(page).click()
    await page.keyboard.press('Control+End')
    const times: number[] = []
    for (const letter of 'abcde') {
      await page.keyboard.type(letter)
      times.push(await page.evaluate(WAIT_FOR_PAINT))
    }
    assert.ok(Math.min(...times) < onThisMachine(100), `a key took ${times.map(Math.round).join(', ')} ms`)
    if (key === 'chips') {
      await page.keyboard.press('Control+a')
      await page.keyboard.insertText('{name0}')
      await issues(page).getByText('more').waitFor()
      await page.keyboard.press('Control+z')
    }
    await page.keyboard.press('Control+s')
    await until(async () => (await scene.valueOf(key))?.value === `${text}abcde`, 'saved as it was typed')
  }
})

test('what somebody who may only read finds: no textbox, no "Save", and the reason', async () => {
  const scene = await project(person, { greeting: { en: 'Hello', values: { de: 'Hallo' } } })
  const viewer = await service.signUp()
  const { inviteToken } = await person.api.createMember({
    params: { orgId: person.orgId },
    body: { email: viewer.email, role: 'viewer' },
  })
  await viewer.api.acceptInvite({ body: { token: inviteToken } })
  const page = await viewer.at(scene.address('greeting'))
  await page.getByText('Your role can read texts').waitFor()
  assert.equal(await field(page).count(), 0)
  assert.equal(await button(page, 'Save').count(), 0)
})
