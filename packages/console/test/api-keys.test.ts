import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startConsole } from './browser.ts'
import { focused } from './focused.ts'
import { sample } from './sample.ts'

const service = await startConsole()

test('64 a new API key shows its text once, works as it says, and is revoked after a question', async () => {
  const person = await service.signUp('Ada')
  const { projectId } = await sample(person, { keys: 1, translated: 1 })
  const page = await person.at(`/projects/${projectId}/api-keys`)
  await page.getByText('There is no API key yet.').waitFor()
  await page.getByRole('button', { name: 'New API key' }).click()
  const form = page.getByRole('dialog', { name: 'New API key' })
  await form.getByRole('textbox', { name: 'Name' }).fill('CI')
  await form.getByRole('checkbox', { name: 'Read texts' }).uncheck()
  await form.getByRole('button', { name: 'Create API key' }).click()
  await form.getByRole('alert').getByText('Choose at least one thing that it may do.').waitFor()
  await form.getByRole('checkbox', { name: 'Read texts' }).check()
  await form.getByRole('checkbox', { name: 'See webhooks' }).check()
  await form.getByRole('combobox', { name: 'Expires' }).click()
  await page.getByRole('option', { name: 'In 90 days' }).click()
  await form.getByRole('button', { name: 'Create API key' }).click()
  const shown = page.getByRole('dialog', { name: 'Secret' })
  const secret = await shown.getByText(/^tms_/).innerText()
  await page.keyboard.press('Escape')
  await shown.getByRole('button', { name: 'Copy' }).waitFor()
  await shown.getByRole('button', { name: 'Done' }).click()
  await shown.waitFor({ state: 'hidden' })
  assert.equal(await focused(page), 'New API key')
  assert.ok(!(await page.content()).includes(secret))

  const line = await page.getByRole('figure', { name: /^Read one key/ }).innerText()
  const [, url = ''] = /"(http[^"]+)"/.exec(line) ?? []
  const read = () => fetch(url, { headers: { authorization: `Bearer ${secret}` } })
  const answer = await read()
  assert.equal(answer.status, 200)
  assert.equal(((await answer.json()) as { key: string }).key, 'key.001')

  await page.reload()
  const row = page.getByRole('table', { name: 'API keys' }).getByRole('row', { name: 'CI' })
  for (const word of ['Read texts', 'See webhooks', 'Ada', 'in 3 months']) await row.getByText(word).waitFor()
  await row.getByText(/ago|now/).waitFor()
  assert.ok(!(await page.content()).includes(secret))
  await row.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('alertdialog', { name: 'Revoke CI?' }).getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('There is no API key yet.').waitFor()
  assert.equal(await focused(page), 'API keys')
  assert.equal((await read()).status, 401)
  assert.deepEqual(page.complaints, [])
})
