import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startConsole } from './browser.ts'
import { Curious } from './curious.ts'
import { remember, shop } from './help-scene.ts'

const service = await startConsole()

async function selectAll(page: Page): Promise<void> {
  await page.locator('[data-key-id]').first().waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('toolbar', { name: 'Selection' }).waitFor()
}

const openValue = async (page: Page) =>
  void (await page
    .getByRole('textbox', { name: /^German value/ })
    .first()
    .waitFor())

test('every control of the editor does something, without a fault and without a refusal that is not explained', async () => {
  const person = await service.signUp('Ada')
  const scene = await shop(person, {
    'cart.empty': { en: 'Your cart is empty', de: 'Leer' },
    'cart.hello': { en: 'Hello {name}', de: 'Hallo' },
    'cart.bye': { en: 'Goodbye {name}', de: 'Ade' },
    'cart.items': { en: '{count, plural, one {# item} other {# items}}', de: '' },
  })
  const { api } = person
  const params = { projectId: scene.projectId, keyId: scene.idOf('cart.bye'), locale: 'de' }
  await api.putValueOfKey({ params, body: { value: 'Bis bald {name}' } })
  await remember(person, scene, 'Hello {name}', 'Guten Tag {name}')
  await api.createTerm({ params: { orgId: person.orgId }, body: { term: 'hello' } })

  const editor = `/projects/${scene.projectId}/translate/de`
  const page = await person.at(editor, { reducedMotion: 'reduce', permissions: ['clipboard-write'] })
  const curious = await Curious.at(page)
  await curious.visit(editor)
  await curious.visit(`${editor}?key=${scene.idOf('cart.hello')}`, openValue)
  for (const tab of ['context', 'comments', 'history'])
    await curious.visit(`${editor}?key=${scene.idOf('cart.bye')}&tab=${tab}`, openValue)
  await curious.visit(`${editor}?key=${scene.idOf('cart.items')}`, openValue)
  await curious.visit(`${editor}?view=languages`)
  await curious.visit(`${editor}?view=focus&key=${scene.idOf('cart.empty')}`, openValue)
  await curious.visit(`${editor}?q=nothing-like-it`)
  await curious.visit(editor, selectAll)
  assert.deepEqual(curious.faults, [])
})
