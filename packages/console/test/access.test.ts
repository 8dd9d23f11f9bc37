import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { shopWithAll } from './access-scene.ts'
import { findings, inTurn, LOOK, type Open, press, shown, walk } from './axe.ts'
import { type Account, startConsole } from './browser.ts'
import { join } from './help-scene.ts'
import { routesOfConsole } from './routes-of-console.ts'

// One of its own: it begins before the first account, which runs it then.
const service = await startConsole({ WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' })

/** The first account, made when somebody needs it. */
let first: Promise<Account> | undefined
const admin = () => {
  first ??= service.signUp('Ada Admin')
  return first
}

/** A shop of theirs with one of everything. */
let made: ReturnType<typeof makeShop> | undefined
const theShop = () => {
  made ??= makeShop()
  return made
}
async function makeShop() {
  const owner = await admin()
  return { owner, ...(await shopWithAll(owner, await service.signUp('Tim Translator'))) }
}

/** What was looked at, by the addresses of the console's own table of routes. */
const walked = new Set<string>()
/** Sections of screens that have several, and those that were looked at. */
const sections = new Set<string>()
const seen = new Set<string>()

/** Screens by their route: where one is seen, and what can stand above it. */
type Screens = Record<string, [address: string, ...opens: Open[]][]>

async function walkAll(page: Page, screens: Screens): Promise<void> {
  for (const [route, states] of Object.entries(screens)) {
    walked.add(route)
    for (const [address, ...opens] of states) {
      await walk(page, address, opens)
      seen.add(new URL(page.url()).pathname)
      for (const link of await page.getByRole('main').getByRole('navigation').getByRole('link').all())
        sections.add((await link.getAttribute('href')) ?? '')
    }
  }
}

const choose = (name: string, text: string): Open => {
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) }
  return (page) => page.locator('input[type=file]').first().setInputFiles([file])
}
const fill =
  (values: Record<string, string>): Open =>
  async (page) => {
    for (const [name, value] of Object.entries(values))
      await page.getByRole('dialog').getByRole('textbox', { name, exact: true }).fill(value)
  }
const tick =
  (name: string | RegExp): Open =>
  (page) =>
    page.getByRole('dialog').getByRole('checkbox', { name }).check()
/** Presses a button of the screen that changes what the screen shows. */
const act = (name: string, ends: string | RegExp): Open =>
  inTurn((page) => page.getByRole('main').getByRole('button', { name, exact: true }).first().click(), shown(ends))
const EDITOR = '/projects/$projectId/translate/$locale'

const TMX = `<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>Pay</seg></tuv>
  <tuv xml:lang="de-DE"><seg>Bezahlen</seg></tuv></tu></body></tmx>`

test('71 axe finds nothing before somebody has signed in', async () => {
  const page = await service.at('/welcome', LOOK)
  await walkAll(page, { '/welcome': [['/welcome']] })
  await page.evaluate(() => {
    const text = Object.assign(document.createElement('p'), { textContent: 'Hardly seen' })
    text.style.color = 'light-dark(#eeeeee, #222222)'
    document.querySelector('main')?.append(document.createElement('img'), text)
  })
  const planted = (await findings(page)).map((told) => told.split(': ', 2).join(': '))
  assert.deepEqual(
    planted.sort(),
    ['Arabic', 'English'].flatMap((look) => [`${look}: color-contrast`, `${look}: image-alt`]),
  )
  const owner = await admin()
  const { orgId } = owner
  const member = await service.signUp()
  await join(owner, member)
  const { token } = await owner.api.createResetLink({ params: { orgId, userId: member.userId } })
  const other = await owner.api.createMember({ params: { orgId }, body: { email: 'new@example.com', role: 'viewer' } })
  await walkAll(page, {
    '/sign-in': [['/sign-in']],
    '/forgot': [['/forgot']],
    '/sign-in/provider': [['/sign-in/provider']],
    '/invite/$token': [['/invite/unknown'], [`/invite/${other.inviteToken}`]],
    '/reset/$token': [['/reset/unknown'], [`/reset/${token}`]],
    'no route at all': [['/nowhere']],
  })
})

test('71 axe finds nothing on the screens of an organization, an account and the instance', async () => {
  const { owner, orgId, tmId, termId } = await theShop()
  await owner.api.login({ body: { email: owner.email, password: owner.password } })
  const page = await owner.at('/', LOOK)
  const at = `/organizations/${orgId}`
  const ofMember = (action: string) => `${action} Tim Translator`
  await walkAll(page, {
    '/': [[`/?q=`, press('New project')]],
    '/organizations/$orgId': [[at, press('New project')], [`${at}?q=nothing`]],
    '/organizations/$orgId/members': [
      [
        `${at}/members`,
        press('Invite'),
        press(ofMember('Change')),
        press(ofMember('Remove')),
        press(ofMember('Reset link for')),
        press(ofMember('Reset link for'), 'Reset link'),
        press('New link for late@example.com'),
        press('Withdraw the invitation of late@example.com'),
        press(/^Leave /),
      ],
    ],
    '/organizations/$orgId/languages': [[`${at}/languages`, press('Add language')]],
    '/organizations/$orgId/glossary': [
      [
        `${at}/glossary`,
        press('New term'),
        press('Export'),
        press('Delete cart'),
        inTurn(press('Import'), choose('terms.csv', 'term,de\nbasket,Korb\n'), shown('First rows')),
      ],
      [`${at}/glossary?term=${termId}`],
    ],
    '/organizations/$orgId/memories': [[`${at}/memories`, press('New memory'), press('Delete Old shop')]],
    '/organizations/$orgId/memories/$tmId': [
      [
        `${at}/memories/${tmId}`,
        press('Settings'),
        press('Export'),
        inTurn(press('Import'), choose('a.tmx', TMX), shown('The first units')),
        press('New entry'),
        inTurn(press('Try a search'), fill({ 'Source text': 'Your cart is empty' }), press('Search')),
        inTurn(press('Find and replace'), fill({ Find: 'leer', 'Replace with': 'voll' }), press('Preview')),
        press('Delete the entry Your cart is empty'),
      ],
    ],
    '/organizations/$orgId/settings': [[`${at}/settings`, press('Close organization')]],
    '/organizations/$orgId/settings/audit': [[`${at}/settings/audit`]],
    '/account/$section': [
      ['/account/profile'],
      ['/account/password'],
      ['/account/linked'],
      ['/account/signing-in', press('Set up the app')],
      ['/account/devices', press('Sign out all others')],
      ['/account/organizations', press(/^Leave /)],
      ['/account/appearance'],
      ['/account/keyboard'],
    ],
    '/instance/users': [
      ['/instance/users', press('Make administrator: Tim Translator'), press('Deactivate: Tim Translator')],
    ],
  })
  assert.deepEqual(page.complaints, [])
})

test('71, 74 axe finds nothing on the screens of a project; no request goes elsewhere', async () => {
  const { owner, projectId, webhookId, deliveryId } = await theShop()
  const page = await owner.at('/', LOOK)
  const elsewhere: string[] = []
  page.context().on('request', (request) => {
    if (!request.url().startsWith(service.url)) elsewhere.push(request.url())
  })
  const at = `/projects/${projectId}`
  const long = `${'Ein langer Text. '.repeat(40)}`
  await walkAll(page, {
    '/projects/$projectId': [[at]],
    '/projects/$projectId/import': [
      [
        `${at}/import`,
        inTurn(
          choose('de.json', JSON.stringify({ 'cart.empty': long, 'cart.hello': 'Hi', 'cart.new': 'Neu' })),
          shown('Keep existing'),
        ),
        press('Show the whole text'),
        act('Check', 'Nothing was written yet.'),
        act('Import', 'Undo this import'),
        press('Undo this import'),
      ],
    ],
    '/projects/$projectId/export': [[`${at}/export?languages=de`]],
    '/projects/$projectId/files': [[`${at}/files`, press('Publish this one again')]],
    '/projects/$projectId/jobs': [[`${at}/jobs`, press('Undo')]],
    '/projects/$projectId/webhooks': [
      [
        `${at}/webhooks`,
        press('New webhook'),
        inTurn(
          press('New webhook'),
          fill({ Name: 'Other', URL: 'http://127.0.0.1:9/' }),
          tick('All events'),
          press('Create webhook'),
          shown('It is shown only this once.'),
        ),
      ],
    ],
    '/projects/$projectId/webhooks/$webhookId': [
      [`${at}/webhooks/${webhookId}`, press('Edit'), press('New secret', 'Make new secret'), press('Delete')],
      [`${at}/webhooks/${webhookId}?delivery=${deliveryId}`],
    ],
    '/projects/$projectId/api-keys': [
      [
        `${at}/api-keys`,
        press('New API key'),
        press('Revoke'),
        inTurn(
          press('New API key'),
          fill({ Name: 'Other' }),
          tick(/^Read texts/),
          press('Create API key'),
          shown('It is shown only this once.'),
        ),
      ],
    ],
    '/projects/$projectId/settings/$section': [
      [`${at}/settings/general`, press('Delete project')],
      [`${at}/settings/languages`, press('Add language'), press('Remove German')],
      [`${at}/settings/namespaces`, press('New namespace'), press('Rename help'), press('Delete help')],
      [`${at}/settings/memories`],
      [`${at}/settings/checks`, press(/^As everywhere/)],
      [`${at}/settings/types`],
      [`${at}/settings/deployments`, press('Delete web')],
    ],
    '/projects/$projectId/activity': [[`${at}/activity`, act('Differences', /./), press('More actions', /^Undo th/)]],
    '/projects/$projectId/trash': [[`${at}/trash`]],
  })
  assert.deepEqual({ elsewhere, complaints: page.complaints }, { elsewhere: [], complaints: [] })
})

test('71 no route and no section of a screen is left out', async () => {
  const routes = await routesOfConsole()
  assert.ok(routes.includes(EDITOR), 'the editor, which has a file of its own, is among them')
  assert.deepEqual(
    routes.filter((route) => route !== EDITOR && !walked.has(route)),
    [],
  )
  assert.deepEqual(
    [...sections].filter((section) => !seen.has(section)),
    [],
  )
  assert.ok(sections.size > 10)
})
