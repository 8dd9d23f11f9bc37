import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startConsole } from './browser.ts'
import { startReceiver } from './webhook-receiver.ts'

const PASSWORD = 'correct horse battery'
/** A text of the sample project that has no German yet. */
const KEY = 'product.gift_wrap'
const receiver = await startReceiver()
// One of its own: the story begins where there is no account.
const service = await startConsole({ WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' })

const go = (page: Page, area: 'Project' | 'Organization', screen: string) =>
  page.getByRole('navigation', { name: area }).getByRole('link', { name: screen, exact: true }).click()

async function begin(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Create the first account' }).waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada Vance')
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('textbox', { name: 'Organization' }).fill('Corner')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('button', { name: 'Try the sample project' }).click()
  await page.getByRole('grid', { name: 'Keys' }).waitFor()
}

/** A webhook that hears of texts, and of nothing else. */
async function addWebhook(page: Page): Promise<void> {
  await go(page, 'Project', 'Webhooks')
  await page.getByRole('button', { name: 'New webhook' }).click()
  const form = page.getByRole('dialog', { name: 'New webhook' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Build')
  await form.getByRole('textbox', { name: 'URL' }).fill(receiver.url)
  for (const event of ['Text added', 'Text or status changed'])
    await form.getByRole('group', { name: 'Events' }).getByRole('checkbox', { name: event }).check()
  await form.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByRole('dialog', { name: 'Secret' }).getByRole('button', { name: 'Done' }).click()
}

/** Makes an invitation; gives back the link that somebody would send. */
async function invite(page: Page, email: string): Promise<string> {
  await page.getByRole('button', { name: 'Switch project' }).click()
  await page.getByRole('menuitem', { name: 'All projects' }).click()
  await go(page, 'Organization', 'Members')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Invite somebody' })
  await form.getByRole('textbox', { name: 'Email' }).fill(email)
  await form.getByRole('radio', { name: 'Translator', exact: true }).check()
  await form.getByRole('button', { name: 'Make invitation link' }).click()
  const shown = page.getByRole('dialog', { name: 'Invitation link' })
  const link = await shown.getByText(`${service.url}/`).innerText()
  await shown.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('table', { name: 'Members' }).getByRole('row').filter({ hasText: email }).waitFor()
  return link
}

async function openProject(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Corner Shop' }).click()
  await page.getByRole('navigation', { name: 'Project' }).waitFor()
}

/** The row of the key in the editor, in German. */
async function find(page: Page, key: string) {
  await go(page, 'Project', 'Translate')
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'German' }).click()
  await page.getByRole('searchbox', { name: 'Search keys and values' }).fill(key)
  return page.getByRole('row', { name: key, exact: true })
}

async function openValue(page: Page) {
  const row = await find(page, KEY)
  await row.locator('[data-locale="de"]').click()
  await page.getByRole('textbox', { name: 'German value' }).waitFor()
  return row
}

async function joinAndTranslate(link: string) {
  const page = await service.at(link)
  await page.getByRole('textbox', { name: 'Name' }).fill('Tim Translator')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Join' }).click()
  await openProject(page)
  const row = await openValue(page)
  await page.getByRole('textbox', { name: 'German value' }).fill('Aus erster Hand')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await row.getByText('Saved').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Save and approve' }).count(), 0)
  return page
}

async function approve(page: Page): Promise<void> {
  const row = await openValue(page)
  await page.getByRole('textbox', { name: 'German value' }).getByText('Aus erster Hand').waitFor()
  await page.getByRole('button', { name: 'Save and approve' }).click()
  await row.getByText('Reviewed').waitFor()
}

/** What it told is at the receiver, and in its log. */
async function seeDelivery(page: Page): Promise<void> {
  await go(page, 'Project', 'Webhooks')
  await page.getByRole('link', { name: 'Build' }).click()
  const log = page.getByRole('table', { name: 'Deliveries' })
  const rows = log.getByRole('row').filter({ hasText: 'Delivered' })
  await rows.nth(1).waitFor()
  const told = receiver.received.map(({ body }) => body.toString()).filter((body) => body.includes('Aus erster Hand'))
  assert.ok(told.length > 0, `${receiver.received.length} deliveries, none of the text`)
}

/** The texts at the address that the screen shows. */
async function publish(page: Page): Promise<Record<string, string>> {
  await go(page, 'Project', 'Files')
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.getByRole('region', { name: 'State' }).getByText('Published', { exact: true }).waitFor()
  const file = page
    .getByRole('table', { name: 'Published files' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: 'German', exact: true }) })
    .filter({ has: page.getByRole('cell', { name: 'default', exact: true }) })
  const answer = await fetch(await file.getByRole('link').innerText())
  assert.equal(answer.status, 200)
  return (await answer.json()) as Record<string, string>
}

async function importAndUndo(page: Page): Promise<void> {
  await go(page, 'Project', 'Import')
  const buffer = Buffer.from(JSON.stringify({ [KEY]: 'Aus einer Datei', 'story.new': 'Neu' }))
  await page
    .getByLabel('Files', { exact: true })
    .setInputFiles([{ name: 'de.json', mimeType: 'application/json', buffer }])
  const conflict = page.getByRole('grid', { name: 'Conflicts' }).getByRole('row', { name: KEY })
  await conflict.getByRole('radio', { name: 'Use imported' }).check()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const result = page.getByRole('region', { name: 'Result' })
  await result.getByText('1 added, 1 changed, 0 skipped').waitFor()
  await result.getByRole('link', { name: 'Show keys of de.json' }).click()
  await page.getByRole('row', { name: KEY }).getByRole('gridcell', { name: 'Aus einer Datei' }).waitFor()
  await page.getByRole('row', { name: 'story.new' }).waitFor()
  await page.goBack()
  await result.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('taken back').first().waitFor()
}

test('from the first start to signing out: webhook, invitation, translation, review, publishing, an import and its undo', async () => {
  const page = await service.at('/')
  await begin(page)
  await addWebhook(page)
  const theirs = await joinAndTranslate(await invite(page, 'tim@example.com'))
  await go(page, 'Organization', 'Projects')
  await openProject(page)
  await approve(page)
  await seeDelivery(page)
  assert.equal((await publish(page))[KEY], 'Aus erster Hand')

  await importAndUndo(page)
  const row = await find(page, KEY)
  await row.getByRole('gridcell', { name: 'Aus erster Hand' }).waitFor()
  await row.getByText('Reviewed').waitFor()
  await find(page, 'story.new')
  await page.getByRole('button', { name: 'Clear filters' }).waitFor()

  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  assert.deepEqual([...page.complaints, ...theirs.complaints], [])
})
