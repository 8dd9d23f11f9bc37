import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { startConsole } from './browser.ts'
import { remember, shop } from './help-scene.ts'
import { until } from './sample.ts'

const service = await startConsole()

test('68 the preview of find and replace tells the number that is then changed; entries are searched, edited, added and deleted', async () => {
  const person = await service.signUp()
  const scene = await shop(person, {})
  const tmId = await remember(person, scene, 'Your cart is empty', 'Dein Warenkorb ist leer')
  const params = { tmId }
  const de = scene.localeId('de')
  const put = (sourceText: string, targetText: string, targetLocaleId = de) =>
    person.api.putMemoryEntry({ params, body: { sourceText, targetText, targetLocaleId } })
  for (let at = 1; at <= 3; at++) await put(`Cart ${at}`, `Warenkorb ${at}`)
  await put('Cart', 'سلة', scene.localeId('ar'))
  const page = await person.at(`/organizations/${person.orgId}/memories`)
  const listed = page.getByRole('table', { name: 'Memories' }).getByRole('row', { name: 'Old shop' })
  await listed.getByRole('cell', { name: '5', exact: true }).waitFor()
  await listed.getByRole('link', { name: 'Old shop' }).click()
  const entries = page.getByRole('table', { name: 'Entries' })
  await entries.getByRole('row', { name: 'Cart 3' }).waitFor()

  await page.getByRole('button', { name: 'Find and replace' }).click()
  const dialog = page.getByRole('dialog', { name: 'Find and replace' })
  await dialog.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'German' }).click()
  await dialog.getByRole('textbox', { name: 'Find' }).fill('Warenkorb')
  await dialog.getByRole('textbox', { name: 'Replace with' }).fill('Korb')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('status').getByText('4 entries will change.').waitFor()
  assert.equal(await dialog.getByRole('list', { name: 'Preview' }).getByRole('listitem').count(), 4)
  await dialog.getByRole('button', { name: 'Replace in 4 entries' }).click()
  await page.getByText('4 entries were changed.').first().waitFor()
  await entries.getByText('Dein Korb ist leer').waitFor()
  const { entries: stored } = await person.api.listMemoryEntries({ params, query: { search: 'Korb' } })
  assert.equal(stored.filter(({ targetText }) => targetText.includes('Korb')).length, 4)

  await entries.getByRole('button', { name: 'Dein Korb ist leer' }).click()
  await entries.getByRole('textbox', { name: 'Translation' }).fill('Dein Einkaufswagen ist leer')
  await page.keyboard.press('Control+Enter')
  await entries.getByRole('button', { name: 'Dein Einkaufswagen ist leer' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search source texts and translations' }).fill('cart 2')
  await entries.getByRole('row', { name: 'Cart 3' }).waitFor({ state: 'detached' })
  assert.match(page.url(), /q=cart/)
  await entries.getByRole('button', { name: 'Delete the entry Cart 2' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No entry matches').or(page.getByText('There are no entries')).waitFor()

  await page.getByRole('button', { name: 'New entry' }).click()
  const fresh = page.getByRole('dialog', { name: 'New entry' })
  await fresh.getByRole('textbox', { name: 'Source text' }).fill('Go to the cart')
  await fresh.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'German' }).click()
  await fresh.getByRole('textbox', { name: 'Translation' }).fill('Zum Warenkorb')
  await fresh.getByRole('button', { name: 'Add' }).click()
  await entries.getByRole('row', { name: 'Go to the cart' }).getByText('Zum Warenkorb').waitFor()

  await page.getByRole('button', { name: 'Try a search' }).click()
  const trial = page.getByRole('dialog', { name: 'Try a search' })
  await trial.getByRole('textbox', { name: 'Source text' }).fill('Go to the carts')
  await trial.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'German' }).click()
  await trial.getByRole('button', { name: 'Search' }).click()
  const match = trial.getByRole('list', { name: 'Matches' }).getByRole('listitem').first()
  assert.match(await match.innerText(), /9\d%.*Zum Warenkorb/s)
  assert.deepEqual(page.complaints, [])
})

const tmx = (units: string) =>
  `<?xml version="1.0"?><tmx version="1.4"><header creationtool="x" creationtoolversion="1" segtype="sentence" o-tmf="x" adminlang="en" srclang="en-US" datatype="plaintext"/><body>${units}</body></tmx>`
const unit = (en: string, texts: Record<string, string>) =>
  `<tu><tuv xml:lang="en-US"><seg>${en}</seg></tuv>${Object.entries(texts)
    .map(([code, text]) => `<tuv xml:lang="${code}"><seg>${text}</seg></tuv>`)
    .join('')}</tu>`

test('a new memory takes a TMX file, languages mapped, gives it back, is renamed and deleted', async () => {
  const person = await service.signUp()
  await shop(person, {})
  const page = await person.at(`/organizations/${person.orgId}/memories`)
  await page.getByRole('button', { name: 'New memory' }).click()
  const fresh = page.getByRole('dialog', { name: 'New memory' })
  await fresh.getByRole('textbox', { name: 'Name' }).fill('Agency')
  await fresh.getByRole('combobox', { name: 'Source language' }).click()
  await page.getByRole('option', { name: 'English' }).click()
  await fresh.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Agency' }).waitFor()

  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import TMX' })
  const file = tmx(
    unit('Cart', { 'de-DE': 'Warenkorb', 'x-shop': 'سلة', it: 'Carrello' }) + unit('Pay', { 'de-DE': 'Bezahlen' }),
  )
  await dialog.getByLabel('File').setInputFiles({ name: 'a.tmx', mimeType: 'text/xml', buffer: Buffer.from(file) })
  await dialog.getByText('2 units.').waitFor()
  await dialog.getByRole('list', { name: 'The first units' }).getByText('Carrello').waitFor()
  const languages = dialog.getByRole('table', { name: 'Languages' })
  await languages.getByRole('combobox', { name: 'Language of de-DE' }).getByText('German').waitFor()
  await languages.getByRole('combobox', { name: 'Language of it' }).getByText('Leave out').waitFor()
  await languages.getByRole('combobox', { name: 'Language of x-shop' }).click()
  await page.getByRole('option', { name: 'Arabic' }).click()
  await dialog.getByRole('button', { name: 'Import' }).click()
  await dialog.getByRole('region', { name: 'Result' }).getByText('3 entries were taken over, 1 left out.').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('table', { name: 'Entries' }).getByRole('button', { name: 'Bezahlen' }).waitFor()

  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'Agency.tmx')
  assert.match(await readFile((await download.path()) ?? '', 'utf8'), /Warenkorb.*Bezahlen/s)

  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Our agency')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Our agency' }).waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Our agency?' })
  await question.getByText('Its 3 entries go with it').waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL(/\/memories$/)
  await page.getByText('There are no memories yet.').waitFor()
  assert.deepEqual(page.complaints, [])
})

test('the settings of a project order its memories, with a penalty each, and say which one it writes to', async () => {
  const person = await service.signUp()
  const scene = await shop(person, {})
  const memoryOf = (name: string) =>
    person.api.createMemory({ params: { orgId: person.orgId }, body: { name, sourceLocaleId: scene.localeId('en') } })
  const page = await person.at(`/projects/${scene.projectId}/settings/memories`)
  await page.getByRole('link', { name: 'Go to the memories of the organization' }).click()
  await page.getByRole('button', { name: 'New memory' }).waitFor()
  await memoryOf('Shop')
  await memoryOf('Agency')
  await page.goto(`/projects/${scene.projectId}/settings/memories`)
  const table = page.getByRole('table', { name: 'Memories' })
  for (const name of ['Shop', 'Agency']) {
    await page.getByRole('combobox', { name: 'Add a memory' }).click()
    await page.getByRole('option', { name }).click()
    await table.getByRole('row', { name }).waitFor()
  }
  const agency = table.getByRole('row', { name: 'Agency' })
  await agency.getByRole('button', { name: 'Up' }).click()
  await agency.getByRole('spinbutton', { name: 'Penalty of Agency' }).fill('10')
  await table.getByRole('row', { name: 'Shop' }).getByRole('checkbox', { name: 'writes here' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status', { name: 'Announcements' }).getByText('saved').waitFor()
  const { assignments } = await person.api.getMemorySettings({ params: { projectId: scene.projectId } })
  assert.deepEqual(
    assignments.map(({ tmName, penalty, isWritable }) => [tmName, penalty, isWritable]),
    [
      ['Agency', 10, false],
      ['Shop', 0, true],
    ],
  )
})

test('entries that one project wrote are listed by themselves, at an address of their own', async () => {
  const person = await service.signUp()
  const scene = await shop(person, {})
  const tmId = await remember(person, scene, 'By hand', 'Von Hand')
  const { projectId } = scene
  await person.api.updateMemorySettings({
    params: { projectId },
    body: { assignments: [{ tmId, priority: 1, isWritable: true, penalty: 0 }] },
  })
  await person.api.createKey({
    params: { projectId },
    body: {
      key: 'pay',
      translations: { en: { value: 'Pay', status: 'translated' }, de: { value: 'Bezahlen', status: 'translated' } },
    },
  })
  await until(async () => (await person.api.listMemoryEntries({ params: { tmId }, query: {} })).entries.length === 2)
  const page = await person.at(`/organizations/${person.orgId}/memories/${tmId}`)
  const entries = page.getByRole('table', { name: 'Entries' })
  await entries.getByRole('link', { name: 'Only from Shop' }).click()
  await entries.getByRole('row', { name: 'By hand' }).waitFor({ state: 'hidden' })
  await page.waitForURL((url) => url.searchParams.get('project') === String(projectId))
  await page.getByRole('button', { name: 'Only from Shop' }).click()
  await entries.getByRole('row', { name: 'By hand' }).waitFor()
})
