import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startConsole } from './browser.ts'

const service = await startConsole()
// Whoever runs the service sets limits, in an organization that no other test knows.
const { admin } = service
const { id: orgId } = await admin.api.createOrganization({ body: { name: 'Corner' } })
const { id: projectId } = await admin.api.createProject({
  params: { orgId },
  body: { name: 'Shop', sourceLocale: 'en', locales: ['ar'] },
})
for (const key of ['one', 'two', 'three']) await admin.api.createKey({ params: { projectId }, body: { key } })

test('languages tell their direction, and more are added under names of their own', async () => {
  const page = await admin.at(`/organizations/${orgId}/languages`)
  const row = (name: string) =>
    page.getByRole('table', { name: 'Languages' }).getByRole('row').filter({ hasText: name })
  await row('Arabic').getByRole('cell', { name: 'Right to left' }).waitFor()
  await row('English').getByRole('cell', { name: 'Left to right' }).waitFor()
  await page.getByRole('button', { name: 'Add language' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add language' })
  await dialog.getByRole('combobox', { name: 'Language' }).fill('German (de)')
  await page.getByRole('option', { name: 'German (de)', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Name (optional)' }).fill('German, formal')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await row('German, formal').getByRole('cell', { name: 'de', exact: true }).waitFor()
  assert.deepEqual(page.complaints, [])
})

test('77 a read-only organization says why and the way out, offers nothing that writes, and a limit leads out of it', async () => {
  await admin.api.updateOrganization({ params: { orgId }, body: { limits: { keys: 2 } } })
  const page = await admin.at(`/organizations/${orgId}/members`)
  const banner = page.getByRole('region', { name: 'Read-only' })
  await banner.getByText('has 3 keys, and its plan allows 2').waitFor()
  await banner.getByText('Delete keys, or ask whoever runs this service for a higher limit').waitFor()
  await page.getByRole('table', { name: 'Members' }).waitFor()
  const offered = async (...names: string[]) => {
    for (const name of names)
      if ((await page.getByRole('button', { name, exact: true }).count()) > 0) return `${name} at ${page.url()}`
    return 'nothing'
  }
  assert.equal(await offered('Invite', 'Change Ada Admin'), 'nothing')
  for (const [path, wait, ...names] of [
    [`/organizations/${orgId}`, 'Shop', 'New project'],
    [`/organizations/${orgId}/languages`, 'Languages', 'Add language'],
    [`/projects/${projectId}/settings/general`, 'General', 'Save'],
    [`/projects/${projectId}/settings/languages`, 'Languages', 'Add language'],
    [`/projects/${projectId}/settings/namespaces`, 'Namespaces', 'New namespace', 'Rename default'],
  ] as const) {
    await page.goto(path)
    await banner.waitFor()
    await page.getByRole('heading', { name: wait }).first().waitFor()
    assert.equal(await offered(...names), 'nothing')
  }
  await page.goto(`/projects/${projectId}/settings/checks`)
  await page.getByRole('table', { name: 'Checks' }).waitFor()
  assert.ok(await page.getByRole('switch', { name: 'Errors block approval' }).isDisabled())
  assert.equal(await page.getByRole('combobox').count(), 0)

  await page.goto(`/organizations/${orgId}/settings`)
  await page.getByText('3 of 2').waitFor()
  assert.equal(await offered('Save'), 'nothing')
  await page.getByRole('spinbutton', { name: 'Key limit' }).fill('10')
  await page.getByRole('button', { name: 'Set limit' }).click()
  await banner.waitFor({ state: 'detached' })
  await page.getByText('3 of 10').waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('The Corner')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('banner').getByRole('link', { name: 'The Corner' }).waitFor()
})

test('the audit log tells who did what, and its filters stand in the address', async () => {
  const page = await admin.at(`/organizations/${orgId}/settings`)
  await page.getByRole('link', { name: 'Audit log' }).click()
  const log = page.getByRole('table', { name: 'Audit log' })
  const changed = log.getByRole('row').filter({ hasText: 'Changed the settings of the organization' })
  await changed.first().getByRole('cell', { name: 'Ada Admin', exact: true }).waitFor()
  await log.getByRole('row').filter({ hasText: 'Created the project Shop' }).waitFor()
  await log.getByRole('row').filter({ hasText: 'Key limit 2 → 10' }).waitFor()
  await page.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Projects' }).click()
  await page.waitForURL('**?kind=projects')
  await changed.first().waitFor({ state: 'detached' })
  await page.reload()
  await log.getByRole('row').filter({ hasText: 'Created the project Shop' }).waitFor()
  assert.equal(await changed.count(), 0)
  await page.getByLabel('To').fill('2001-01-01')
  await page.getByText('Nothing like this has happened.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await changed.first().waitFor()
  assert.deepEqual(page.complaints, [])
})

test('many projects come by pages, are found by name, and none is asked for by itself', async () => {
  const person = await service.signUp('Mona Many')
  for (let n = 100; n < 140; n++)
    await person.api.createProject({
      params: { orgId: person.orgId },
      body: { name: `Shop ${n}`, sourceLocale: 'en', locales: ['de'] },
    })
  const page = await person.at('/account/profile')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  const cards = page.getByRole('list', { name: /Mona Many/ }).getByRole('heading')
  await page.getByRole('link', { name: 'Shop 100' }).waitFor()
  assert.equal(await cards.count(), 24)
  assert.deepEqual(
    asked.filter((path) => path.startsWith('/v1/projects/')),
    [],
  )
  await page.getByRole('link', { name: 'Shop 123' }).scrollIntoViewIfNeeded()
  await page.getByRole('link', { name: 'Shop 139' }).waitFor()
  await page.goto(`/organizations/${person.orgId}`)
  await page.getByRole('searchbox', { name: 'Search projects' }).fill('SHOP 13')
  await page.waitForURL('**?q=SHOP+13')
  await page.getByRole('link', { name: 'Shop 100' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Shop 135' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('Shop 127')
  await page.getByRole('option', { name: /Shop 127/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Shop 127' }).waitFor()
  assert.deepEqual(page.complaints, [])
})

test('an organization is closed by its owner, who types its name', async () => {
  const person = await service.signUp('Cleo Closer')
  const page = await person.at(`/organizations/${person.orgId}/settings`)
  const name = await page.getByRole('textbox', { name: 'Name' }).inputValue()
  await page.getByRole('button', { name: 'Close organization' }).click()
  const question = page.getByRole('alertdialog', { name: `Close the organization ${name}?` })
  assert.ok(await question.getByRole('button', { name: 'Close organization' }).isDisabled())
  await question.getByRole('textbox').fill(name)
  await question.getByRole('button', { name: 'Close organization' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  const session = await person.api.getSession()
  assert.deepEqual(session.organizations, [])
  await page.getByText('You are a member of no organization').waitFor()
  assert.deepEqual(page.complaints, [])
})
