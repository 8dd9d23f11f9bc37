import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { type Account, startConsole } from './browser.ts'
import { remember, shop } from './help-scene.ts'

const service = await startConsole({ WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' })

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** What can be right in one theme and wrong in the other. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** On what a page shows at the moment: all that axe looks at in light, and what has to do with colours in dark. */
async function findings(page: Page): Promise<string[]> {
  // What fades in is looked at when it is there.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))))
  const light = await new AxeBuilder({ page }).withTags(TAGS).setLegacyMode().analyze()
  await page.emulateMedia({ colorScheme: 'dark' })
  // It is in the page already.
  const axeSource = 'void 0'
  const dark = await new AxeBuilder({ page, axeSource }).withRules(OF_COLOURS).setLegacyMode().analyze()
  await page.emulateMedia({ colorScheme: 'light' })
  return Object.entries({ light, dark }).flatMap(([theme, { violations }]) =>
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, target }) => `${theme}: ${id}: ${target.join(' ')} ${html}`),
    ),
  )
}

/** Opens something that stands above a screen. */
type Open = (page: Page) => Promise<void>

const openRow: Open = async (page) => {
  await page.locator('[data-key-id] [data-locale]').first().click()
  await page.locator('[role=textbox][contenteditable=true]').first().waitFor()
}
/** What the first button of a screen opens. */
const openFirst: Open = async (page) => {
  await page.getByRole('main').getByRole('button').first().click()
  await page.getByRole('dialog').waitFor()
}
const press =
  (keys: string): Open =>
  async (page) => {
    await page.locator('[data-key-id] [data-locale]').first().waitFor()
    await page.keyboard.press(keys)
    await page.getByRole('dialog').waitFor()
  }

const chooseFile: Open = async (page) => {
  const buffer = Buffer.from('{"cart.empty":"Leer","cart.new":"Neu"}')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([{ name: 'de.json', mimeType: 'application/json', buffer }])
  await page.getByRole('grid').getByRole('radio').first().waitFor()
}
const seeCode: Open = (page) => page.locator('pre').first().waitFor()
const table: Open = (page) => page.getByRole('table').first().waitFor()
const dialog: Open = (page) => page.getByRole('dialog').waitFor()
/** The first button of a screen of lists makes one more. */
const openForm: Open = async (page) => {
  await page.locator('main button').first().click()
  await page.getByRole('dialog').waitFor()
}

/** What programs have to do with a project: a webhook that nobody listens to, an API key, a deploy. */
async function runProject({ api }: Account, projectId: number): Promise<[path: string, open?: Open][]> {
  const params = { projectId }
  const hook = { name: 'Chat', url: 'http://127.0.0.1:9/', events: ['key.created' as const] }
  const { id } = await api.createWebhook({ params, body: hook })
  const delivery = await api.testWebhook({ params: { id } })
  await api.createApiKey({ params, body: { name: 'CI', scopes: ['translations:read'] } })
  await api.deployCdn({ params })
  const at = `/projects/${projectId}`
  return [
    [`${at}/webhooks`],
    [`${at}/webhooks`, openForm],
    [`${at}/webhooks/${id}?delivery=${delivery.id}`],
    [`${at}/api-keys`],
    [`${at}/api-keys`, openForm],
    [`${at}/jobs`],
    [`${at}/settings/types`],
  ]
}

for (const locale of ['en-US', 'ar']) {
  const look = { colorScheme: 'light', locale, reducedMotion: 'reduce' } as const

  test(`71 axe finds nothing before somebody has signed in, light and dark, ${locale}`, async () => {
    const page = await service.at('/sign-in', look)
    for (const path of ['/sign-in', '/invite/unknown', '/nowhere']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      assert.deepEqual(await findings(page), [], path)
    }
  })

  test(`71, 74 axe finds nothing on any screen, light and dark, ${locale}; no request goes elsewhere, the browser's console stays empty`, async () => {
    const person = await service.signUp()
    const page = await person.at('/', look)
    const elsewhere: string[] = []
    page.context().on('request', (request) => {
      if (!request.url().startsWith(service.url)) elsewhere.push(request.url())
    })
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.deepEqual(await findings(page), [], 'first project')
    const scene = await shop(person, {
      'cart.empty': { en: 'Your cart is empty', de: 'Dein Warenkorb ist leer', ar: 'سلتك فارغة' },
      'cart.hello': { en: 'Hello {name}', de: 'Hallo' },
      'cart.new': { en: 'New' },
    })
    const { projectId } = scene
    await person.api.deployCdn({ params: { projectId } })
    const organization = `/organizations/${person.orgId}`
    const tmId = await remember(person, scene, 'Your cart is empty', 'Dein Warenkorb ist leer')
    const term = await person.api.createTerm({
      params: { orgId: person.orgId },
      body: { term: 'cart', termType: 'forbidden', translations: [{ localeId: scene.localeId('de'), text: 'Korb' }] },
    })
    const editor = `/projects/${projectId}/translate/de`
    const screens: [path: string, open?: Open][] = [
      ['/'],
      [organization],
      ...['members', 'languages', 'settings', 'settings/audit'].map((path): [string] => [`${organization}/${path}`]),
      [`${organization}/members`, openFirst],
      [`${organization}/glossary`, table],
      [`${organization}/glossary?term=${term.id}`, dialog],
      [`${organization}/memories`, table],
      [`${organization}/memories/${tmId}`, table],
      ...['general', 'languages', 'namespaces', 'checks'].map((section): [string] => [
        `/projects/${projectId}/settings/${section}`,
      ]),
      [`/projects/${projectId}/settings/memories`, table],
      [`/projects/${projectId}`],
      [`/projects/${projectId}/import`, chooseFile],
      [`/projects/${projectId}/export?languages=de`, seeCode],
      [`/projects/${projectId}/files`, seeCode],
      ...['profile', 'password', 'devices', 'organizations', 'appearance', 'keyboard'].map((name): [string] => [
        `/account/${name}`,
      ]),
      [editor],
      [editor, openRow],
      [`/projects/${projectId}/translate/ar`, openRow],
      [`${editor}?view=languages&with=ar`],
      [`${editor}?view=focus`],
      [editor, press('Control+k')],
      [`${editor}?q=nothing-like-it`],
      ...(await runProject(person, projectId)),
    ]
    for (const [path, open] of screens) {
      await page.goto(path)
      // A stream stays open, so the network is never idle: the screen is there when its heading or its list is.
      await page.locator('main :is(h1, h2, [data-key-id])').first().waitFor()
      await open?.(page)
      assert.deepEqual(await findings(page), [], `${path} ${open?.name ?? ''}`)
    }
    assert.deepEqual({ elsewhere, complaints: page.complaints }, { elsewhere: [], complaints: [] })
  })
}
