import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startConsole } from './browser.ts'
import { countSaves, project, until } from './field-scene.ts'

const service = await startConsole()
const person = await service.signUp()

const field = (page: Page, language = 'German') => page.getByRole('textbox', { name: `${language} value`, exact: true })
const form = (page: Page, name: string, language = 'German') =>
  page.getByRole('textbox', { name: `${language} value, ${name}`, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const issues = (page: Page) => page.getByRole('list', { name: 'Issues' })
const textOf = (page: Page, language?: string) => field(page, language).innerText()

/** Opens another row of the same page. */
async function open(page: Page, key: string, locale = 'de') {
  const row = page.getByRole('row', { name: key, exact: true })
  await row.locator(`[data-locale="${locale}"]`).first().click()
  await row.getByRole('textbox').first().waitFor()
}

const hasFocus = (page: Page) => field(page).evaluate((element) => element === document.activeElement)

const descriptionOf = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

test('13, 18, 19 Ctrl+S saves where one is; "Discard draft" shows the server\'s text; Tab leaves the field', async () => {
  const scene = await project(person, { greeting: { en: 'Good morning {name}' }, next: { en: 'Next' } })
  const page = await person.at(scene.address('greeting'))
  await field(page).pressSequentially('Guten Morgen {name}')
  await page.keyboard.press('Home')
  await page.keyboard.press('Control+s')
  await until(async () => (await scene.valueOf('greeting'))?.value === 'Guten Morgen {name}', 'saved')
  assert.ok(await hasFocus(page))
  await page.keyboard.type('> ')
  assert.equal(await textOf(page), '> Guten Morgen {name}')

  await button(page, 'Discard draft').click()
  await field(page).getByText('Guten Morgen {name}', { exact: true }).waitFor()
  assert.equal(await button(page, 'Discard draft').count(), 0)

  // An offer of placeholders is open: even then Tab leaves.
  await field(page).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' {')
  await page.getByRole('option', { name: '{name}' }).waitFor()
  await page.keyboard.press('Tab')
  assert.equal(await hasFocus(page), false)
  await page.keyboard.press('Shift+Tab')
  assert.equal(await hasFocus(page), true)
})

test('14 Ctrl+Shift+Enter makes the value "Reviewed"; who may not review has no "Save and approve"', async () => {
  const scene = await project(person, { greeting: { en: 'Good morning' }, next: { en: 'Next' } })
  const page = await person.at(scene.address('greeting'))
  await field(page).pressSequentially('Guten Morgen')
  await page.keyboard.press('Control+Shift+Enter')
  await until(async () => (await scene.valueOf('greeting'))?.status === 'translated', 'approved')
  await page.getByRole('row', { name: 'greeting' }).getByText('Reviewed').waitFor()

  const translator = await service.signUp()
  const { inviteToken } = await person.api.createMember({
    params: { orgId: person.orgId },
    body: { email: translator.email, role: 'translator' },
  })
  await translator.api.acceptInvite({ body: { token: inviteToken } })
  const theirs = await translator.at(scene.address('next'))
  await button(theirs, 'Save').waitFor()
  assert.equal(await button(theirs, 'Save and approve').count(), 0)
})

test('30, 31 over the character limit "Save" is disabled, the counter describes the field, Ctrl+Enter sends nothing; 40 emoji fit 40', async () => {
  const scene = await project(person, { label: { en: 'Buy', characterLimit: 40 }, next: { en: 'Next' } })
  const page = await person.at(scene.address('label'))
  const sent = countSaves(page)
  await field(page).click()
  await page.keyboard.insertText('x'.repeat(40))
  await page.getByText('40 of 40 characters').waitFor()
  assert.equal(await button(page, 'Save').isDisabled(), false)
  await page.keyboard.type('x')
  await page.getByText('41 of 40 characters').waitFor()
  assert.match(await field(page).evaluate(descriptionOf), /41 of 40 characters/)
  assert.equal(await button(page, 'Save').isDisabled(), true)
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+s')
  await page.keyboard.press('Backspace')
  await page.getByText('40 of 40 characters').waitFor()
  assert.equal(sent(), 0)

  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('😀'.repeat(40))
  await page.getByText('40 of 40 characters').waitFor()
  await button(page, 'Save').click()
  await until(async () => (await scene.valueOf('label'))?.value === '😀'.repeat(40), 'saved')
})

test('32, 33 a missing placeholder is in "Issues"; Alt+P inserts it; the first Ctrl+Enter sends nothing, the second saves', async () => {
  const scene = await project(person, { greeting: { en: 'Hello {name}' }, broken: { en: 'Hello {name}' } })
  const page = await person.at(scene.address('greeting'))
  const sent = countSaves(page)
  await field(page).pressSequentially('Hallo ')
  await issues(page).getByText('{name} is missing').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('status', { name: 'Announcements' }).getByText('error').waitFor()
  assert.equal(sent(), 0)
  await page.keyboard.press('Alt+p')
  assert.equal(await textOf(page), 'Hallo {name}')
  await until(async () => (await issues(page).count()) === 0, 'no issue is left')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Hallo')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+Enter')
  await until(async () => (await scene.valueOf('greeting'))?.value === 'Hallo', 'saved')
  assert.equal(sent(), 1)

  // A message that cannot be read, while the source can, cannot be approved.
  await open(page, 'broken')
  await field(page).pressSequentially('Hallo {name')
  await issues(page).getByText('cannot be read').waitFor()
  assert.equal(await button(page, 'Save and approve').isDisabled(), true)
  await page.keyboard.type('}')
  await until(async () => !(await button(page, 'Save and approve').isDisabled()), 'it can be approved')
})

test('43, 44 a plural key shows one textbox per category, each with example numbers; the server has one ICU message', async () => {
  const scene = await project(person, {
    exact: { en: '{count, plural, =0 {Nothing} one {# item} other {# items}}', isPlural: true },
    items: { en: '{count, plural, one {# item of {name}} other {# items of {name}}}', isPlural: true },
  })
  const page = await person.at(scene.address('exact', 'ru'))
  const group = page.getByRole('group', { name: 'Russian value' })
  for (const [name, examples] of [
    ['one', '1, 21, 31'],
    ['few', '2–4, 22–24'],
    ['many', '0, 5–20'],
    ['other', '1.5'],
  ] as const) {
    const described = await form(page, name, 'Russian').evaluate(descriptionOf)
    assert.ok(described.includes(examples), `${name}: ${described}`)
  }
  assert.equal(await group.getByRole('textbox').count(), 5)
  await form(page, '=0', 'Russian').waitFor()

  await open(page, 'items', 'ru')
  const forms = { one: '# товар {name}', few: '# товара {name}', many: '# товаров {name}', other: '# товара {name}!' }
  for (const [name, text] of Object.entries(forms)) {
    await form(page, name, 'Russian').click()
    await page.keyboard.insertText(text)
  }
  await page.keyboard.press('Control+s')
  const message = `{count, plural, ${Object.entries(forms)
    .map(([name, text]) => `${name} {${text}}`)
    .join(' ')}}`
  await until(async () => (await scene.valueOf('items', 'ru'))?.value === message, 'one message')
  await page.reload()
  for (const [name, text] of Object.entries(forms)) await form(page, name, 'Russian').getByText(text).waitFor()
  assert.equal(await button(page, 'Discard draft').count(), 0)
  await button(page, 'As text').click()
  assert.equal(await textOf(page, 'Russian'), message)
})

test('45 in a right-to-left language the textbox has dir and lang, a placeholder reads left to right, Home goes before it', async () => {
  const scene = await project(person, { greeting: { en: '{name}, welcome to {place}!' } })
  const page = await person.at(scene.address('greeting', 'ar'))
  await field(page, 'Arabic').click()
  await page.keyboard.insertText('{name}، أهلا بك في {place} اليوم')
  assert.deepEqual(await field(page, 'Arabic').evaluate(({ dir, lang }: HTMLElement) => ({ dir, lang })), {
    dir: 'rtl',
    lang: 'ar',
  })
  const chip = page.getByText('{name}', { exact: true }).last()
  assert.equal(await chip.evaluate((element) => getComputedStyle(element).direction), 'ltr')
  assert.equal(await chip.evaluate((element) => getComputedStyle(element).unicodeBidi), 'isolate')
  await page.keyboard.press('Home')
  await page.keyboard.type('١')
  assert.equal(await textOf(page, 'Arabic'), '١{name}، أهلا بك في {place} اليوم')
  // Left is onwards: over a chip in one step, and Backspace takes it as a whole.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Backspace')
  assert.equal(await textOf(page, 'Arabic'), '١، أهلا بك في {place} اليوم')
  await page.keyboard.press('End')
  await page.keyboard.type('.')
  assert.equal(await textOf(page, 'Arabic'), '١، أهلا بك في {place} اليوم.')
})

test('45 Home and End go to the ends of a wrapped line, from left to right and from right to left', async () => {
  const scene = await project(person, { long: { en: 'Long {name}' } })
  const page = await person.at(scene.address('long', 'de'))
  for (const [language, code, word] of [
    ['German', 'de', 'Worte '],
    ['Arabic', 'ar', 'كلمات '],
  ] as const) {
    if (code === 'ar') await page.goto(scene.address('long', code))
    await field(page, language).click()
    const text = `{name} ${word.repeat(40)}`
    await page.keyboard.insertText(text)
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('End')
    await page.keyboard.type('|')
    const wrapped = (await textOf(page, language)).indexOf('|')
    assert.ok(wrapped > 10 && wrapped < text.length / 2, `the first line of ${language} has ${wrapped} characters`)
    await page.keyboard.press('Backspace')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Home')
    await page.keyboard.press('End')
    await page.keyboard.press('Home')
    await page.keyboard.type('>')
    const second = (await textOf(page, language)).indexOf('>')
    assert.ok(Math.abs(second - wrapped) <= 1, `the second line of ${language} begins at ${second}, after ${wrapped}`)
  }
})

test('48 one Ctrl+Z takes back what replaced all forms of a plural', async () => {
  const en = '{count, plural, one {# item} other {# items}}'
  const scene = await project(person, { items: { en, isPlural: true } })
  const page = await person.at(scene.address('items'))
  await form(page, 'one').pressSequentially('eins')
  await button(page, 'Copy source').click()
  await form(page, 'other').getByText('# items').waitFor()
  await page.keyboard.press('Control+z')
  await form(page, 'one').getByText('eins').waitFor()
  assert.equal(await form(page, 'other').innerText(), '\n')
})
