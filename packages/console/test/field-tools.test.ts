import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startConsole } from './browser.ts'
import { project, until } from './field-scene.ts'

const service = await startConsole()

const field = (page: Page) => page.getByRole('textbox', { name: 'German value', exact: true })
const form = (page: Page, name: string) => page.getByRole('textbox', { name: `German value, ${name}`, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const issues = (page: Page) => page.getByRole('list', { name: 'Issues' })

test('{ offers the placeholders of the source; Enter takes one, Escape leaves the row open', async () => {
  const person = await service.signUp()
  const scene = await project(person, { greeting: { en: 'Hello {first} {last}' } })
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
})

test('Alt+C copies the source, as one step', async () => {
  const person = await service.signUp()
  const scene = await project(person, { greeting: { en: 'Hello {name}', values: { de: 'Hallo' } } })
  const page = await person.at(scene.address('greeting'))
  await field(page).click()
  await page.keyboard.press('Alt+c')
  assert.equal(await field(page).innerText(), 'Hello {name}')
  await page.keyboard.press('Control+z')
  assert.equal(await field(page).innerText(), 'Hallo')
})

test('an issue can be fixed in one press, or ignored for a reason', async () => {
  const person = await service.signUp()
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

test('a plural is tried with a number, and can be written as text', async () => {
  const person = await service.signUp()
  const en = '{count, plural, one {# item} other {# items}}'
  const scene = await project(person, { items: { en, isPlural: true } })
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
})

test('a plural message of a key that nobody called plural is written form by form, too; other messages are not', async () => {
  const person = await service.signUp()
  const scene = await project(person, {
    items: { en: '{n, plural, one {# item} other {# items}}' },
    sentence: { en: 'You have {n, plural, one {# item} other {# items}}' },
  })
  const page = await person.at(scene.address('items'))
  await form(page, 'one').waitFor()
  await page.goto(scene.address('sentence'))
  await field(page).waitFor()
})

test('the spelling is checked in the language of the value, but not in placeholders', async () => {
  const person = await service.signUp()
  const scene = await project(person, { greeting: { en: 'Hello {name}', values: { de: 'Hallo {name}' } } })
  const page = await person.at(scene.address('greeting'))
  assert.equal(await field(page).getAttribute('spellcheck'), 'true')
  assert.equal(await field(page).getAttribute('lang'), 'de')
  assert.equal(await field(page).getByText('{name}').getAttribute('spellcheck'), 'false')
})

const WAIT_FOR_PAINT = () =>
  new Promise<number>((resolve) => {
    const from = performance.now()
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)))
  })

for (const [what, text, chips] of [
  ['65,536 characters', 'Ein Satz mit Worten und mehr. '.repeat(2_185).slice(0, 65_530), 0],
  ['500 placeholders', Array.from({ length: 500 }, (_, at) => `{name${at}} und `).join(''), 500],
] as const)
  test(`a value of ${what} stays usable`, async () => {
    const person = await service.signUp()
    const scene = await project(person, { long: { en: text, values: { de: text } }, next: { en: 'Next' } })
    const page = await person.at(scene.address('long'))
    await field(page).click()
    await page.keyboard.press('Control+End')
    const times: number[] = []
    for (const letter of 'abcde') {
      await page.keyboard.type(letter)
      times.push(await page.evaluate(WAIT_FOR_PAINT))
    }
    assert.ok(Math.min(...times) < 200, `a key took ${times.map(Math.round).join(', ')} ms`)
    if (chips === 500) {
      await page.keyboard.press('Control+a')
      await page.keyboard.insertText('{name0}')
      await issues(page).getByText('more').waitFor()
      await page.keyboard.press('Control+z')
    }
    await page.keyboard.press('Control+s')
    await until(async () => (await scene.valueOf('long'))?.value === `${text}abcde`, 'saved as it was typed')
  })

test('a key that is deleted while it is open keeps what was typed, and says why it cannot be saved', async () => {
  const person = await service.signUp()
  const scene = await project(person, { greeting: { en: 'Hello' }, next: { en: 'Next' } })
  const page = await person.at(scene.address('greeting'))
  await page.getByRole('status', { name: 'Connection' }).getByText('Live').waitFor()
  await field(page).pressSequentially('Hallo')
  await person.api.deleteKey({ params: { projectId: scene.projectId, keyId: scene.keyIdOf('greeting') } })
  await page.getByText('This key was deleted').waitFor()
  assert.equal(await button(page, 'Save').isDisabled(), true)
  assert.equal(await field(page).innerText(), 'Hallo')
})

test('what somebody who may only read finds: no textbox, no "Save", and the reason', async () => {
  const person = await service.signUp()
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
