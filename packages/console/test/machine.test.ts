import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { startConsole } from './browser.ts'
import { shop } from './help-scene.ts'
import { germanOf, sample, selectAll } from './sample.ts'

let asked = 0
const machine = await startMachine()
const service = await startConsole({ MT_PROVIDER: 'libretranslate', MT_URL: machine })
const person = await service.signUp()

/**
 * Stands in for LibreTranslate. Of many texts it does the first and then thinks for ever, so that a job can be seen
 * running.
 */
async function startMachine(): Promise<string> {
  const server = createServer(async (request, response) => {
    const { q } = (await json(request)) as { q: string[] }
    asked++
    if (q.length > 1 && q.length < 25) return
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ translatedText: q.length === 1 ? ['Dein Korb hat nichts'] : q }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('57 "Translate by machine" shows progress under "Jobs" and can be cancelled', async () => {
  const { path, projectId } = await sample(person, { keys: 30, translated: 0 })
  const page = await person.at(path)
  await (await selectAll(page, 30)).getByRole('button', { name: 'Translate by machine' }).click()
  const dialog = page.getByRole('dialog', { name: 'Translate by machine' })
  await dialog.getByRole('checkbox', { name: 'German' }).and(page.locator(':checked')).waitFor()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('30 keys are being translated into German').first().waitFor()
  await page.getByRole('button', { name: 'Jobs' }).click()
  const tray = page.getByRole('dialog', { name: 'Jobs' })
  const bar = tray.getByRole('progressbar', { name: 'Translation into German' })
  await bar.waitFor()
  await tray.getByText('25 of 30 keys').waitFor()
  assert.deepEqual([await bar.getAttribute('aria-valuenow'), await bar.getAttribute('aria-valuemax')], ['25', '30'])
  await tray.getByRole('button', { name: 'Cancel' }).click()
  await tray.getByText('Cancelled').waitFor()
  const { jobs } = await person.api.listMachineTranslationJobs({ params: { projectId } })
  assert.equal(jobs[0]?.status, 'cancelled')
})

test('57 what a machine has written is taken back under "Jobs"', async () => {
  const { projectId, ids } = await sample(person, { keys: 25, translated: 0 })
  const params = { projectId }
  await person.api.machineTranslateKeys({ params, body: { keyIds: ids, targetLocaleCodes: ['de'] } })
  const page = await person.at(`/projects/${projectId}`)
  await page.getByRole('button', { name: 'Jobs' }).click()
  const tray = page.getByRole('dialog', { name: 'Jobs' })
  await tray.getByText('Done').waitFor()
  assert.equal((await germanOf(person, projectId, ids[3] ?? 0))?.value, 'Text 4')
  await tray.getByRole('button', { name: 'Undo' }).click()
  const question = page.getByRole('alertdialog', { name: 'Undo this translation?' })
  await question.getByText('25 values go back').waitFor()
  await question.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('25 changes taken back').waitFor()
  assert.equal((await germanOf(person, projectId, ids[3] ?? 0))?.value ?? null, null)
})

test('47 a machine suggests by itself where nothing is written, elsewhere when it is asked', async () => {
  const scene = await shop(person, {
    'cart.empty': { en: 'Your cart is empty' },
    'cart.total': { en: 'Your total', de: 'Deine Summe' },
  })
  const page = await person.at(scene.address('cart.empty'))
  const suggestions = page.getByRole('list', { name: 'Suggestions' })
  await suggestions.getByText('Dein Korb hat nichts').waitFor()
  await suggestions.getByText('Machine').waitFor()
  await page.getByRole('button', { name: 'Use suggestion 1' }).click()
  await page.getByRole('textbox', { name: 'German value' }).getByText('Dein Korb hat nichts').waitFor()
  const askedBefore = asked
  await page.goto(scene.address('cart.total'))
  const ask = page.getByRole('button', { name: 'Ask the machine' })
  await ask.waitFor()
  assert.equal(asked, askedBefore)
  await ask.click()
  await suggestions.getByText('Dein Korb hat nichts').waitFor()
})

test('5 "All jobs" shows imports, deploys and translations live, says what failed, and takes an import back', async () => {
  const { projectId, ids } = await sample(person, { keys: 1, translated: 0 })
  const params = { projectId }
  const silent = await person.api.createKey({ params, body: { key: 'key.silent' } })
  const page = await person.at(`/projects/${projectId}`)
  await page.getByRole('button', { name: 'Jobs' }).click()
  await page.getByRole('dialog', { name: 'Jobs' }).getByRole('link', { name: 'All jobs' }).click()
  const rowOf = (name: string) => page.getByRole('table', { name: 'Jobs' }).getByRole('row', { name })
  const imported = rowOf('Import of files')
  for (const text of ['Done', '1 text added, 0 changed', person.name]) await imported.getByText(text).waitFor()

  const keyIds = [...ids, silent.id]
  await person.api.machineTranslateKeys({ params, body: { keyIds, targetLocaleCodes: ['fr'] } })
  const translation = rowOf('Translation into French')
  await translation.getByText('2 of 2 keys, 1 failed').waitFor()
  await translation.getByText('1 key failed').click()
  const link = translation.getByRole('link', { name: 'key.silent' })
  assert.match((await link.getAttribute('href')) ?? '', new RegExp(`/translate/fr\\?key=${silent.id}$`))
  await person.api.deployCdn({ params })
  await rowOf('Publishing').getByText('Done').waitFor()

  await page.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Imports' }).click()
  await translation.waitFor({ state: 'hidden' })
  assert.match(page.url(), /\?kind=import$/)
  await imported.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('alertdialog', { name: 'Undo this import?' }).getByRole('button', { name: 'Undo' }).click()
  await page.getByText('taken back').first().waitFor()
})
