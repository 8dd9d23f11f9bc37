import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyWebhook } from '@parlance/sdk'
import { onThisMachine } from '../../server/test/this-machine.ts'
import { startConsole } from './browser.ts'
import { focused } from './focused.ts'
import { startReceiver } from './webhook-receiver.ts'

const receiver = await startReceiver()
const service = await startConsole({ WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', WEBHOOK_RETRY_DELAYS: '0,0,0,0' })
const person = await service.signUp('Ada')
const project = await person.api.createProject({
  params: { orgId: person.orgId },
  body: { name: 'Shop', sourceLocale: 'en', locales: ['de'] },
})
const page = await person.at(`/projects/${project.id}`)
const deliveries = page.getByRole('table', { name: 'Deliveries' })
let secret = ''

test('64 a new webhook shows its secret once; after "Done" it is nowhere in the page', async () => {
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('button', { name: 'New webhook' }).click()
  const form = page.getByRole('dialog', { name: 'New webhook' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Chat')
  await form.getByRole('textbox', { name: 'URL' }).fill('http://10.1.2.3/')
  await form.getByRole('button', { name: 'Create webhook' }).click()
  await form.getByRole('alert').getByText('Choose at least one event.').waitFor()
  await form.getByRole('group', { name: 'Events' }).getByRole('checkbox', { name: 'Key created or restored' }).check()
  await form.getByRole('button', { name: 'Create webhook' }).click()
  await form.getByRole('alert').getByText('The service does not call this address.').waitFor()
  await form.getByRole('textbox', { name: 'URL' }).fill(receiver.url)
  await form.getByRole('button', { name: 'Create webhook' }).click()
  const shown = page.getByRole('dialog', { name: 'Secret' })
  secret = await shown.getByText(/^whsec_/).innerText()
  await page.keyboard.press('Escape')
  await shown.getByRole('button', { name: 'Copy' }).click()
  await shown.getByRole('button', { name: 'Copied' }).waitFor()
  await shown.getByRole('button', { name: 'Done' }).click()
  await shown.waitFor({ state: 'hidden' })
  assert.equal(await focused(page), 'New webhook')
  assert.ok(!(await page.content()).includes(secret))
  const row = page.getByRole('table', { name: 'Webhooks' }).getByRole('row', { name: 'Chat' })
  await row.getByText('1 event').waitFor()
  assert.ok(await row.getByRole('switch', { name: 'Active' }).isChecked())
  await row.getByText('Nothing sent yet').waitFor()
  await person.api.createKey({ params: { projectId: project.id }, body: { key: 'cart.empty' } })
  await row.getByText('Working').waitFor()
  receiver.received.length = 0
  // The refused address stands in the console of the browser.
  page.complaints.length = 0
})

test('65 "Send test" adds a row to "Deliveries" within 2 s, whose status changes without a reload', async () => {
  await page.getByRole('link', { name: 'Chat' }).click()
  await page.getByRole('heading', { level: 1, name: 'Chat' }).waitFor()
  const { release } = receiver.hold()
  await page.getByRole('button', { name: 'Send test' }).click()
  const row = deliveries.getByRole('row', { name: 'Test delivery' })
  await row.getByText('Waiting').waitFor({ timeout: onThisMachine(2_000) })
  const panel = page.getByRole('region', { name: 'Delivery' })
  await panel.getByText('"webhook.test"').waitFor()
  release()
  await row.getByText('Delivered').waitFor()
  await panel.getByText('Thank you').waitFor()
  const { headers, body } = receiver.received[0] ?? assert.fail('Nothing came')
  const message = await verifyWebhook(secret, String(headers['x-tms-signature']), body)
  assert.equal(message.event, 'webhook.test')
  await person.api.createKey({ params: { projectId: project.id }, body: { key: 'cart.title' } })
  // Beside the one of the test before: what is still under way would fail with the next.
  const created = deliveries.getByRole('row', { name: 'Key created or restored' })
  await created.filter({ hasText: 'Delivered' }).nth(1).waitFor()
  assert.deepEqual(page.complaints, [])
})

test('66 "Send again" on a failed delivery raises its attempt number', async () => {
  receiver.answerWith(500)
  await page.getByRole('button', { name: 'Send test' }).click()
  const failed = deliveries.getByRole('row').filter({ hasText: 'Failed' })
  await failed.getByRole('cell', { name: '5', exact: true }).waitFor()
  await page.getByRole('region', { name: 'Delivery' }).getByText('The receiver answered 500.').waitFor()
  receiver.answerWith(200)
  await failed.getByRole('button', { name: 'Send again' }).click()
  const again = deliveries.getByRole('row').filter({ has: page.getByRole('cell', { name: '6', exact: true }) })
  await again.getByText('Delivered').waitFor()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Failed' }).click()
  await page.getByText('No delivery has this status.').waitFor()
  await page.goBack()
  const panel = page.getByRole('region', { name: 'Delivery' })
  await panel.getByRole('button', { name: 'Close' }).click()
  await panel.waitFor({ state: 'detached' })
  assert.equal(await focused(page), 'Test delivery')
  await page.route('**/deliveries?*', (route) => route.fulfill({ status: 422, json: { message: 'No' } }))
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Waiting' }).click()
  await page.getByRole('alert').getByText('The service does not accept this.').waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No delivery has this status.').waitFor()
  assert.match(page.url(), /\?status=pending$/)
})

test('a receiver that follows Standard Webhooks gets its signatures from the next delivery on', async () => {
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit webhook' })
  await form.getByRole('checkbox', { name: 'Sign as Standard Webhooks says' }).check()
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'hidden' })
  receiver.received.length = 0
  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByRole('region', { name: 'Delivery' }).getByText('Thank you').waitFor()
  const { headers, body } = receiver.received[0] ?? assert.fail('Nothing came')
  assert.equal(headers['x-tms-signature'], undefined)
  assert.equal((await verifyWebhook(secret, headers, body)).event, 'webhook.test')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  assert.ok(await form.getByRole('checkbox', { name: 'Sign as Standard Webhooks says' }).isChecked())
  await form.getByRole('button', { name: 'Cancel' }).click()
})

test('5 a secret is renewed in the safe order, a webhook is switched off with its reason, and deleted', async () => {
  await page.getByRole('button', { name: 'New secret' }).click()
  const steps = page.getByRole('dialog', { name: 'New secret' })
  assert.equal(await steps.getByRole('listitem').count(), 3)
  await steps.getByRole('button', { name: 'Make new secret' }).click()
  const shown = page.getByRole('dialog', { name: 'Secret' })
  const renewed = await shown.getByText(/^whsec_/).innerText()
  assert.notEqual(renewed, secret)
  await shown.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('switch', { name: 'Active' }).uncheck()
  await page.getByText('Ada switched this webhook off.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Send test' }).count(), 0)
  await page.getByRole('switch', { name: 'Active' }).check()
  await page.getByRole('button', { name: 'Send test' }).waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Chat?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('There is no webhook yet.').waitFor()
  assert.deepEqual(await person.api.listWebhooks({ params: { projectId: project.id } }), [])
})
