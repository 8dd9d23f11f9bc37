import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Account, startConsole } from './browser.ts'
import { until } from './sample.ts'

const service = await startConsole()

const written = (value: string) => ({ value, status: 'not_reviewed' as const })

async function shop(person: Account) {
  const body = { name: 'Shop', sourceLocale: 'en', locales: ['de'] }
  const { id: projectId } = await person.api.createProject({ params: { orgId: person.orgId }, body })
  const params = { projectId }
  await person.api.createKey({
    params,
    body: { key: 'cart.title', translations: { en: written('Cart'), de: written('Warenkorb') } },
  })
  await person.api.createKey({
    params,
    body: { key: 'cart.hello', translations: { en: written('Hello {name}'), de: written('Hallo') } },
  })
  await person.api.createKey({ params, body: { key: 'pay', translations: { en: written('Pay') } } })
  return { projectId, path: `/projects/${projectId}` }
}

const state = (page: Page) => page.getByRole('region', { name: 'State' })

test('63 "Publish now" ends in "Published" with the number of files; earlier files can be published again', async () => {
  const person = await service.signUp()
  const { projectId, path } = await shop(person)
  const page = await person.at(`${path}/files`)
  await state(page).getByText('Nothing was published yet').waitFor()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await state(page).getByText('Published', { exact: true }).waitFor()
  await state(page).getByText('2 files').waitFor()
  await state(page).getByText('Up to date').waitFor()

  const files = page.getByRole('table', { name: 'Published files' })
  const address = await files.getByRole('link', { name: 'en.json' }).getAttribute('href')
  const answer = await fetch(address ?? '')
  assert.equal(answer.status, 200)
  const german = await files.getByRole('link', { name: 'de.json' }).getAttribute('href')
  assert.equal(((await (await fetch(german ?? '')).json()) as Record<string, string>)['cart.title'], 'Warenkorb')
  await files.getByRole('button', { name: 'Copy the address of de.json' }).waitFor()
  await page.getByText(`curl --compressed '${address}'`).waitFor()

  // The missing placeholder is told by the deploy, with the way to its key.
  const deploys = page.getByRole('table', { name: 'Deploys' })
  await deploys.getByRole('button', { name: '1 warning' }).click()
  const warnings = page.getByRole('dialog', { name: 'Warnings' })
  await warnings.getByRole('link', { name: 'cart.hello' }).waitFor()
  await warnings.getByRole('button', { name: 'Close' }).click()

  // What somebody changes makes it behind, and is told.
  const { data } = await person.api.listKeys({ params: { projectId }, query: { search: 'cart.title' } })
  const params = { projectId, keyId: data[0]?.id ?? 0, locale: 'de' }
  await person.api.putValueOfKey({ params, body: { value: 'Einkaufswagen' } })
  await state(page).getByText('Behind').waitFor()
  await state(page).getByText('cart.title').waitFor()

  await page.getByRole('radio', { name: 'Nested' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. Published files').first().waitFor()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await until(async () => {
    const texts = (await (await fetch(german ?? '', { cache: 'no-store' })).json()) as { cart?: { title: string } }
    return texts.cart?.title === 'Einkaufswagen'
  })
  await state(page).getByText('Up to date').waitFor()
  await deploys.getByRole('button', { name: 'Publish this one again' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Publish this one again' }).click()
  await until(async () => {
    const texts = (await (await fetch(german ?? '', { cache: 'no-store' })).json()) as Record<string, string>
    return texts['cart.title'] === 'Warenkorb'
  })
  await state(page).getByText('Behind').waitFor()
  assert.deepEqual(page.complaints, [])
})

test('An export has its choices in the address, a sample, and exactly what the filter of the editor shows', async () => {
  const person = await service.signUp()
  const { path } = await shop(person)
  const page = await person.at(`${path}/export`)
  await page.getByText('An archive with 2 files').waitFor()
  await page.getByRole('checkbox', { name: 'German' }).check()
  await page.getByRole('radio', { name: 'Nested' }).check()
  await page.getByRole('combobox', { name: 'Format' }).click()
  await page.getByRole('option', { name: 'i18next JSON v4' }).click()
  await page.getByRole('region', { name: 'Sample' }).getByText('"title": "Warenkorb"').waitFor()
  await until(async () => page.url().endsWith('/export?languages=de&structure=nested&format=i18next-v4'))
  await page.reload()
  assert.ok(await page.getByRole('checkbox', { name: 'German' }).isChecked())
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  assert.equal(saved.suggestedFilename(), 'de.json')
  assert.deepEqual(JSON.parse(await readFile(await saved.path(), 'utf8')), {
    cart: { hello: 'Hallo', title: 'Warenkorb' },
  })
  await page.getByText('Saved as de.json.').first().waitFor()

  await page.goto(`${path}/translate/de?q=hello`)
  await page.getByRole('row', { name: 'cart.hello' }).waitFor()
  await page.getByRole('link', { name: 'Export what is shown' }).click()
  await page.getByText('Only the key that the filter of the editor shows is exported.').waitFor()
  const [filtered] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  assert.deepEqual(JSON.parse(await readFile(await filtered.path(), 'utf8')), { 'cart.hello': 'Hallo' })
  await page.getByRole('button', { name: 'Export all keys' }).click()
  await page.getByRole('region', { name: 'Sample' }).getByText('cart.title').waitFor()
  assert.deepEqual(page.complaints, [])
})
