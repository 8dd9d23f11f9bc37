import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startConsole } from './browser.ts'
import { createProject, rowOf } from './saving-scene.ts'

const service = await startConsole()

const isKept = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/preferences') && answer.request().method() === 'PUT')

test('46, 75 theme and language of the console outlast a reload, also on another device; in Arabic help is on the left', async () => {
  const person = await service.signUp()
  const scene = await createProject(person, { 'a.one': 'One' }, { 'a.one': 'Eins' })
  const page = await person.at('/account/appearance')
  let kept = isKept(page)
  await page.getByRole('radio', { name: 'Dark' }).check()
  await kept
  kept = isKept(page)
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'العربية' }).click()
  await kept
  const look = () => {
    const { lang, dir, dataset } = document.documentElement
    return { lang, dir, theme: dataset['theme'] }
  }
  const wanted = { lang: 'ar', dir: 'rtl', theme: 'dark' }
  await page.waitForFunction(() => document.documentElement.lang === 'ar')
  assert.deepEqual(await page.evaluate(look), wanted)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.deepEqual(await page.evaluate(look), wanted)

  const elsewhere = await person.at(`${scene.address}?key=${scene.keyId('a.one')}`)
  await elsewhere.waitForFunction(() => document.documentElement.lang === 'ar')
  assert.deepEqual(await elsewhere.evaluate(look), wanted)
  const help = await elsewhere.getByRole('complementary').boundingBox()
  const row = await rowOf(elsewhere, 'a.one').boundingBox()
  assert.ok(help && row && help.width > 100 && help.x + help.width <= row.x, JSON.stringify({ help, row }))
  // What is German is read as such, whatever the console speaks.
  const field = elsewhere.getByRole('textbox').and(elsewhere.locator('[lang="de"]'))
  assert.equal(await field.getAttribute('dir'), 'ltr')
  assert.deepEqual([...page.complaints, ...elsewhere.complaints], [])
})
