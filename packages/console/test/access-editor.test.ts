import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { shopWithAll } from './access-scene.ts'
import { inTurn, LOOK, type Open, press, walk } from './axe.ts'
import { startConsole } from './browser.ts'

const service = await startConsole({ WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' })
const person = await service.signUp()
const scene = await shopWithAll(person, await service.signUp('Tim Translator'))
const at = `/projects/${scene.projectId}/translate`

const openRow: Open = async (page) => {
  await page.locator('[data-key-id] [data-locale]').first().click()
  await page.locator('[role=textbox][contenteditable=true]').first().waitFor()
}
const keys =
  (combination: string): Open =>
  async (page) => {
    await page.keyboard.press(combination)
    await page.getByRole('dialog').waitFor()
  }
const inHeader =
  (name: string): Open =>
  (page) =>
    page.getByRole('banner').getByRole('button', { name }).click()
const tab =
  (name: string): Open =>
  (page) =>
    page.getByRole('tab', { name }).click()

/** All that can be done with chosen keys. */
const SELECTION = ['Approve', 'Set status', 'Move', 'Copy from language', 'Clear', 'Export', 'Delete']
const selectAll: Open = (page: Page) => page.getByRole('checkbox', { name: 'Select all' }).check()

test('71 axe finds nothing on the editor, on its views and on all that opens above it', async () => {
  const page = await person.at('/', LOOK)
  await walk(page, `${at}/de`, [
    inHeader('Switch project'),
    inTurn(inHeader('Switch project'), press('New organization')),
    inHeader('Jobs'),
    inHeader('Account'),
    keys('Control+k'),
    press('Filters'),
    press('New key'),
    press('Drafts'),
    selectAll,
    ...SELECTION.map((name) => press(name)),
  ])
  await walk(page, `${at}/de?key=${scene.idOf('cart.hello')}`, [
    press('More actions', 'Edit key'),
    press('More actions', 'Delete key'),
    press('Ignore'),
    press('Add term'),
    tab('Context'),
    tab('Comments'),
    tab('History'),
  ])
  await walk(page, `${at}/de?key=${scene.idOf('cart.empty')}&tab=comments`, [press('Delete')])
  await walk(page, `${at}/ar`, [openRow])
  await walk(page, `${at}/de?view=languages&with=ar`, [press('Languages')])
  await walk(page, `${at}/de?view=focus`)
  await walk(page, `${at}/de?q=nothing-like-it`)
  await walk(page, `${at}/de`, [
    async () => {
      await page.getByRole('grid', { name: 'Keys' }).locator('[tabindex="0"]').first().focus()
      await keys('?')(page)
    },
  ])
  assert.deepEqual(page.complaints, [])
})
