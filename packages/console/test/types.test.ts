import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { startConsole } from './browser.ts'

const service = await startConsole()

test('5 "Types" shows what each key asks for, finds keys, and gives them as TypeScript and JSON', async () => {
  const person = await service.signUp()
  const project = await person.api.createProject({
    params: { orgId: person.orgId },
    body: { name: 'Shop', sourceLocale: 'en' },
  })
  const params = { projectId: project.id }
  const texts = { 'cart.title': 'Cart', 'cart.items': '{count, plural, one {# item} other {# items}} for {name}' }
  for (const [key, value] of Object.entries(texts))
    await person.api.createKey({ params, body: { key, translations: { en: { value, status: 'translated' } } } })
  const page = await person.at(`/projects/${project.id}/settings/types`)
  const table = page.getByRole('table', { name: 'Types' })
  await table.getByRole('row', { name: 'cart.items' }).getByText('count: number').waitFor()
  assert.equal(await table.getByRole('row', { name: 'cart.title' }).count(), 0)
  await page.getByRole('checkbox', { name: 'Only keys with parameters' }).uncheck()
  await table.getByRole('row', { name: 'cart.title' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search keys and parameters' }).fill('COUNT')
  await table.getByRole('row', { name: 'cart.title' }).waitFor({ state: 'hidden' })
  await page.waitForURL((url) => url.searchParams.get('q') === 'COUNT')
  await page.reload()
  assert.equal(await page.getByRole('checkbox', { name: 'Only keys with parameters' }).isChecked(), false)
  assert.equal(await page.getByRole('searchbox', { name: 'Search keys and parameters' }).inputValue(), 'COUNT')
  const taken = async (name: string) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
    return readFileSync(await file.path(), 'utf8')
  }
  const source = await taken('Download TypeScript')
  assert.match(source, /type P0 = \{ count: number; name: string \| number \}\n/)
  assert.match(source, /export interface Texts \{\n {2}'default': N0\n\}\n$/)
  const { keys } = JSON.parse(await taken('Download JSON')) as { keys: { key: string }[] }
  assert.deepEqual(keys.map(({ key }) => key).sort(), ['cart.items', 'cart.title'])
  assert.deepEqual(page.complaints, [])
})
