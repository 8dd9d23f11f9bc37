import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Account, startConsole } from './browser.ts'
import { until } from './sample.ts'

const service = await startConsole()

const json = (name: string, content: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
})

const written = (value: string) => ({ value, status: 'not_reviewed' as const })

/** A project from English into German and French with two keys, one of them in German. */
async function shop(person: Account) {
  const body = { name: 'Shop', sourceLocale: 'en', locales: ['de', 'fr'] }
  const { id: projectId } = await person.api.createProject({ params: { orgId: person.orgId }, body })
  const params = { projectId }
  await person.api.createKey({
    params,
    body: { key: 'cart', translations: { en: written('Cart'), de: written('Wagen'), fr: written('Panier') } },
  })
  await person.api.createKey({ params, body: { key: 'pay', translations: { en: written('Pay') } } })
  return { projectId, path: `/projects/${projectId}/import` }
}

const textsOf = async (person: Account, projectId: number) => {
  const { data } = await person.api.listKeys({ params: { projectId }, query: {} })
  return data.map(({ key, translations }) => [key, translations['de']?.value ?? null])
}

const result = (page: Page) => page.getByRole('region', { name: 'Result' })

async function pick(page: Page, field: string, option: string) {
  await page.getByRole('combobox', { name: field }).fill(option)
  await page.getByRole('option', { name: option }).first().click()
}

test('58 59 60 62 files show where they go, what is in the way, and what would happen; a refused one holds up none', async () => {
  const person = await service.signUp()
  const { projectId, path } = await shop(person)
  const page = await person.at(path)
  const uploads: string[] = []
  page.on('request', (request) => {
    if (/import\/(re)?validate/.test(request.url())) uploads.push(request.url().split('/').at(-1) ?? '')
  })
  await page
    .getByLabel('Files', { exact: true })
    .setInputFiles(
      [
        json('de.json', { cart: 'Warenkorb', pay: 'Zahlen', total: 'Summe' }),
        json('broken.json', '{"a":'),
        json('checkout/en.json', { title: 'Checkout' }),
        json('it.json', { cart: 'Carrello' }),
      ].map(({ name, ...file }) => ({ name: name.replace('checkout/', 'checkout.'), ...file })),
    )
  const table = page.getByRole('table', { name: 'Files' })
  const row = (name: string) => table.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  await row('broken.json').getByText('Its content cannot be read.').waitFor()
  assert.equal(await page.getByRole('combobox', { name: 'Language of de.json' }).inputValue(), 'German (de)')
  assert.equal(await page.getByRole('combobox', { name: 'Namespace of de.json' }).inputValue(), 'default')
  assert.equal(await page.getByRole('combobox', { name: 'Namespace of checkout.en.json' }).inputValue(), 'checkout')
  await row('it.json').getByText('Not a language of this project').waitFor()
  const add = page.getByRole('button', { name: 'Add missing languages' })
  await add.click()
  await row('it.json').getByText('Ready').waitFor()
  await add.click()
  await row('it.json').getByText('Not a language of this project').waitFor()

  // 59: "cart" differs; "pay" has no German text yet, and "total" is new.
  const grid = page.getByRole('grid', { name: 'Conflicts' })
  await grid.getByRole('row', { name: 'cart' }).waitFor()
  assert.equal(await grid.getAttribute('aria-rowcount'), '1')
  await grid.getByText('Wagen').waitFor()

  uploads.length = 0
  await pick(page, 'Language of de.json', 'French (fr)')
  await grid.getByText('Panier').waitFor()
  assert.deepEqual(uploads, ['revalidate?conflicts=paged'])
  await pick(page, 'Language of de.json', 'German (de)')
  await grid.getByText('Wagen').waitFor()

  await grid.getByRole('row', { name: 'cart' }).getByRole('radio', { name: 'Use imported' }).check()
  const before = await textsOf(person, projectId)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  const counts = '3 added, 1 changed, 0 skipped'
  await page.getByRole('region', { name: 'Check and import' }).getByText(counts).waitFor()
  assert.deepEqual(await textsOf(person, projectId), before)

  // The service forgets files after an hour: they are sent once more, with the same choices.
  await page.route(
    '**/keys/import/commit',
    (route) => route.fulfill({ status: 401, json: { code: 'IMPORT_SESSION_EXPIRED', message: 'Too late' } }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await result(page).getByText(counts).waitFor()
  assert.deepEqual((await textsOf(person, projectId)).sort(), [
    ['cart', 'Warenkorb'],
    ['pay', 'Zahlen'],
    ['title', null],
    ['total', 'Summe'],
  ])

  await result(page).getByRole('link', { name: 'Show keys of de.json' }).click()
  await page.getByRole('row', { name: 'total' }).waitFor()
  await page.getByRole('status', { name: 'Key count' }).getByText('3 keys').waitFor()
  await page.goBack()
  await result(page).getByRole('button', { name: 'Undo this import' }).click()
  const question = page.getByRole('alertdialog', { name: 'Undo this import?' })
  await question.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('taken back').first().waitFor()
  assert.deepEqual(await textsOf(person, projectId), before)
  assert.deepEqual(
    page.complaints.filter((text) => !/ 40[01] /.test(text)),
    [],
  )
})

test('61 progressbar "Import" is there again after a reload, then region "Result"', async () => {
  const person = await service.signUp()
  const { projectId, path } = await shop(person)
  const page = await person.at(path)
  await page.getByLabel('Files', { exact: true }).setInputFiles([json('de.json', { pay: 'Zahlen' })])
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText('1 added, 0 changed, 0 skipped').first().waitFor()
  // The service is at it for as long as this test says.
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/keys/import/commit', async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('progressbar', { name: 'Import' }).waitFor()
  await page.reload()
  await page.getByRole('progressbar', { name: 'Import' }).waitFor()
  goOn()
  await result(page).getByText('1 added, 0 changed, 0 skipped').waitFor()
  await page.reload()
  await result(page).getByText('1 added, 0 changed, 0 skipped').waitFor()
  await until(async () => (await textsOf(person, projectId)).some(([key, text]) => key === 'pay' && text === 'Zahlen'))
  // Another browser knows the import by its address alone.
  const other = await person.at(page.url())
  await result(other).getByText('1 added, 0 changed, 0 skipped').waitFor()
  await result(other).getByRole('link', { name: 'Show keys' }).click()
  await other.getByRole('row', { name: 'pay' }).getByText('Zahlen').waitFor()
  await other.waitForURL(/since=/)

  // While another one runs, whoever comes without its address finds it on the screen, and under "Jobs".
  const turn = await service.holdImports(projectId)
  await page.unrouteAll()
  await page.goto(path)
  await page.getByLabel('Files', { exact: true }).setInputFiles([json('fr.json', { pay: 'Payer' })])
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('progressbar', { name: 'Import', exact: true }).waitFor()
  await other.goto(`/projects/${projectId}/jobs`)
  const row = other.getByRole('table', { name: 'Jobs' }).getByRole('row', { name: 'Import of files' })
  await row.getByText('Running').waitFor()
  await other.getByText('1 is running').waitFor({ state: 'attached' })
  await other.goto(path)
  await other.getByText('An import is under way.').waitFor()
  await other.getByRole('link', { name: 'Follow it' }).click()
  await other.getByRole('progressbar', { name: 'Import', exact: true }).waitFor()
  await turn.release()
  await result(other).getByText('1 added, 0 changed, 0 skipped').waitFor()
})

test('58 with thousands of conflicts the list is there at once, and all are decided with one choice', async () => {
  const person = await service.signUp()
  const { projectId, path } = await shop(person)
  const params = { projectId }
  const texts = (word: string) =>
    Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`key.${String(n).padStart(4, '0')}`, `${word} ${n}`]))
  const content = (word: string) => {
    const buffer = Buffer.from(JSON.stringify(texts(word)))
    return { filename: 'de.json', content: buffer.toString('base64'), size: buffer.length }
  }
  const { validationId } = await person.api.validateImport({ params, body: { files: [content('Alt')] } })
  await person.api.commitImport({
    params,
    body: { validationId, fileMappings: [{ filename: 'de.json', locale: 'de' }], conflictResolutions: [] },
  })
  const page = await person.at(path)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/conflicts')) asked.push(searchParams.get('skip') ?? '')
  })
  await page.getByLabel('Files', { exact: true }).setInputFiles([json('de.json', texts('Neu'))])
  const grid = page.getByRole('grid', { name: 'Conflicts' })
  await grid.getByRole('row', { name: 'key.0000' }).waitFor()
  assert.equal(await grid.getAttribute('aria-rowcount'), '3000')
  assert.ok((await grid.getByRole('row').count()) < 80)
  // To the end without what lies on the way, and back without asking again.
  await grid.getByRole('rowgroup').press('End')
  await grid.getByRole('row', { name: 'key.2999' }).getByText('Neu 2999').waitFor()
  assert.deepEqual([asked[0], asked.at(-1), asked.length < 10], ['0', '2900', true], asked.join())
  await grid.getByRole('rowgroup').press('Home')
  await grid.getByRole('row', { name: 'key.0000' }).waitFor()
  assert.equal(asked.filter((skip) => skip === '0').length, 1)
  await page.getByRole('searchbox', { name: 'Search conflicts' }).fill('key.1999')
  await grid.getByRole('row', { name: 'key.1999' }).waitFor()
  await page.getByRole('group', { name: 'For all conflicts' }).getByRole('radio', { name: 'Use imported' }).check()
  await grid.getByRole('row', { name: 'key.1999' }).getByRole('radio', { name: 'Keep existing' }).check()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await result(page).getByText('0 added, 2,999 changed, 1 skipped').waitFor()
})

test('An empty project leads to the import, which takes archives, and says what to do without a language', async () => {
  const person = await service.signUp()
  const body = { name: 'New', sourceLocale: 'en', locales: ['de'] }
  const { id } = await person.api.createProject({ params: { orgId: person.orgId }, body })
  const page = await person.at(`/projects/${id}/translate/de`)
  await page.getByRole('button', { name: 'Import files' }).waitFor()
  await page.goto(`/projects/${id}`)
  await page.getByRole('button', { name: 'Import files' }).click()
  await page.getByRole('heading', { level: 1, name: 'Import' }).waitFor()
  await page.getByLabel('Files', { exact: true }).setInputFiles([json('words.json', { a: 'A' })])
  await page.getByText('Choose its language').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled())
  await pick(page, 'Language of words.json', 'English (en)')
  await pick(page, 'Namespace of words.json', 'fresh')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await result(page).getByText('1 added').waitFor()
  const { namespaces } = await person.api.listNamespaces({ params: { projectId: id } })
  assert.ok(namespaces.some(({ name }) => name === 'fresh'))
})
