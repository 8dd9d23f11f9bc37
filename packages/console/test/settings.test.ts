import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startConsole } from './browser.ts'

const service = await startConsole()
const person = await service.signUp()
const { orgId } = person
const { id: projectId } = await person.api.createProject({
  params: { orgId },
  body: { name: 'Shop', sourceLocale: 'en', locales: ['de'] },
})
const inProject = { params: { projectId } }
const value = (text: string) => ({ value: text, status: 'translated' as const })
await person.api.createKey({
  ...inProject,
  body: { key: 'cart.title', translations: { en: value('Cart'), de: value('Warenkorb') } },
})
const settings = (section: string) => `/projects/${projectId}/settings/${section}`

test('a language that is removed keeps its texts aside, which the question says, and has them when it is added again', async () => {
  const page = await person.at(`/projects/${projectId}`)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('heading', { name: 'General' }).waitFor()
  await page.getByRole('link', { name: 'Languages' }).click()
  const languages = page.getByRole('table', { name: 'Languages' })
  await languages.getByRole('row').filter({ hasText: 'Source language' }).getByText('English').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Remove English' }).count(), 0)
  await page.getByRole('button', { name: 'Remove German' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove German from this project?' })
  await question.getByText('kept aside').waitFor()
  assert.ok(await question.getByRole('button', { name: 'Cancel' }).evaluate((one) => one === document.activeElement))
  await question.getByRole('button', { name: 'Remove' }).click()
  await languages.getByText('German').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Add language' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add language' })
  for (const name of ['German (de)', 'Arabic (ar)']) {
    await dialog.getByRole('combobox', { name: 'Languages' }).fill(name)
    await page.getByRole('option', { name, exact: true }).click()
  }
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await languages.getByRole('row').filter({ hasText: 'Arabic' }).waitFor()
  await languages.getByRole('row').filter({ hasText: 'German' }).getByRole('cell', { name: '1', exact: true }).waitFor()
  const { data } = await person.api.listKeys(inProject)
  assert.equal(data[0]?.translations['de']?.value, 'Warenkorb')
})

test('namespaces are made, renamed and deleted with their keys, of which the question tells the number', async () => {
  const page = await person.at(settings('namespaces'))
  await page.getByRole('button', { name: 'New namespace' }).click()
  let dialog = page.getByRole('dialog', { name: 'New namespace' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('default')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByRole('alert').getByText('A namespace of this name exists.').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('checkout')
  await dialog.getByRole('button', { name: 'Create' }).click()
  const row = (name: string) =>
    page.getByRole('table', { name: 'Namespaces' }).getByRole('row').filter({ hasText: name })
  await row('checkout').waitFor()
  for (const key of ['pay', 'ship']) await person.api.createKey({ ...inProject, body: { key, namespace: 'checkout' } })
  await page.getByRole('button', { name: 'Rename checkout' }).click()
  dialog = page.getByRole('dialog', { name: 'Rename checkout' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('till')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await row('till').getByRole('cell', { name: '2', exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Delete default' }).count(), 0)
  await page.getByRole('button', { name: 'Delete till' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete till and its 2 keys?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await row('till').waitFor({ state: 'detached' })
})

test('checks weigh what is said here, also in one language, and errors may block approval', async () => {
  const page = await person.at(settings('checks'))
  const checks = page.getByRole('table', { name: 'Checks' })
  await checks.getByRole('row').nth(1).waitFor()
  assert.equal(await checks.getByRole('row').count(), 31)
  await page.getByRole('switch', { name: 'Errors block approval' }).check()
  await page.getByRole('combobox', { name: 'Severity: Two spaces in a row' }).click()
  await page.getByRole('option', { name: 'Error' }).click()
  await page.getByRole('combobox', { name: 'Severity: Two spaces in a row' }).getByText('Error').waitFor()
  await page.getByRole('button', { name: 'In some languages: Final full stop' }).click()
  const dialog = page.getByRole('dialog', { name: 'In some languages: Final full stop' })
  await dialog.getByRole('combobox', { name: 'Severity: German' }).click()
  await page.getByRole('option', { name: 'Warning' }).click()
  await dialog.getByRole('combobox', { name: 'Severity: German' }).getByText('Warning').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'In some languages: Final full stop' }).getByText('1 exception').waitFor()
  const qa = await person.api.getQa(inProject)
  const severityOf = (id: string) => qa.checks.find((check) => check.id === id)
  assert.equal(qa.blockReview, true)
  assert.equal(severityOf('double_space')?.severity, 'error')
  assert.deepEqual(severityOf('end_stop')?.localeSeverities, { de: 'warning' })
  assert.deepEqual(page.complaints, [])
})

test('a project is renamed, and deleted when its name was typed', async () => {
  const page = await person.at(settings('general'))
  await page.getByRole('textbox', { name: 'Name' }).fill('Corner shop')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Corner shop' }).waitFor()
  await page.getByRole('button', { name: 'Delete project' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete the project Corner shop?' })
  const confirm = question.getByRole('button', { name: 'Delete project' })
  await question.getByRole('textbox', { name: 'Type Corner shop to confirm' }).fill('Corner')
  assert.ok(await confirm.isDisabled())
  await question.getByRole('textbox', { name: 'Type Corner shop to confirm' }).fill('Corner shop')
  await confirm.click()
  await page.waitForURL(`**/organizations/${orgId}`)
  await page.getByRole('heading', { name: 'Start your first project' }).waitFor()
  const { projects } = await person.api.listProjects({ params: { orgId } })
  assert.deepEqual(projects, [])
  assert.deepEqual(page.complaints, [])
})
