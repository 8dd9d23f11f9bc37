// What axe says of a page as it stands: in English and light, then in Arabic and dark, without loading it again. Colours
// do not depend on the language and names not on the theme, so each finds its faults in one of the two.
import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What lies above the page: only the topmost can be reached, and the page below it was looked at before. */
const LAYERS = '[aria-modal=true], :popover-open'

/** How somebody may have the console; another tab would change it in the same way. */
const LOOKS = { English: { language: 'en', theme: 'light' }, Arabic: { language: 'ar', theme: 'dark' } } as const
type Look = keyof typeof LOOKS

async function wear(page: Page, look: Look): Promise<void> {
  const wanted = LOOKS[look]
  await page.evaluate((preferences) => {
    localStorage.setItem('parlance.preferences', JSON.stringify(preferences))
    window.dispatchEvent(new StorageEvent('storage', { key: 'parlance.preferences' }))
  }, wanted)
  await page.waitForFunction(({ language }) => document.documentElement.lang === language, wanted)
}

async function findingsIn(page: Page, look: Look): Promise<string[]> {
  await wear(page, look)
  // What fades in is looked at when it is there.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))))
  const [isThere, hasLayer] = await page.evaluate(
    (layers) => ['axe' in window, document.querySelector(layers) !== null],
    LAYERS,
  )
  const builder = new AxeBuilder(isThere ? { page, axeSource: 'void 0' } : { page })
  builder.options({ runOnly: TAGS, resultTypes: ['violations'], preload: false }).setLegacyMode()
  const { violations } = await (hasLayer ? builder.include(LAYERS) : builder).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, target }) => `${look}: ${id}: ${target.join(' ')} ${html}`),
  )
}

/** Whatever axe finds on what a page shows at the moment. English last: controls are known by their English names. */
export async function findings(page: Page): Promise<string[]> {
  return [...(await findingsIn(page, 'Arabic')), ...(await findingsIn(page, 'English'))]
}

/** How a browser is opened for it. */
export const LOOK = { colorScheme: 'light', locale: 'en-US', reducedMotion: 'reduce' } as const

/** Opens something that stands above a screen, or changes what it shows. */
export type Open = (page: Page) => Promise<unknown>

/** Presses buttons one after the other, by name: those of what lies above the screen, if anything does. */
export const press =
  (...names: (string | RegExp)[]): Open =>
  async (page) => {
    for (const name of names) {
      const place = (await page.locator(LAYERS).count()) > 0 ? page.locator(LAYERS).last() : page.getByRole('main')
      const named = { name, exact: true }
      await place.getByRole('button', named).or(place.getByRole('menuitem', named)).first().click()
      await page.locator(LAYERS).last().waitFor()
    }
  }

export const inTurn =
  (...opens: Open[]): Open =>
  async (page) => {
    for (const open of opens) await open(page)
  }

export const shown =
  (text: string | RegExp): Open =>
  (page) =>
    page.getByText(text).first().waitFor()

/** Looks at a screen; then at everything that can stand above it: its menus, its lists, and what else is told. */
export async function walk(page: Page, address: string, opens: readonly Open[] = []): Promise<void> {
  const settled = watchRequests(page)
  const look = async (what: string) => {
    await settled()
    assert.deepEqual(await findings(page), [], `${address} ${what}`)
    await closeLayers(page)
  }
  await page.goto(address)
  await page.locator('main :is(h1, h2, [data-key-id])').first().waitFor()
  await look('')
  for (const opener of await openersIn(page.locator('main'))) {
    await opener.click()
    await look(String(opener))
  }
  for (const [index, open] of opens.entries()) {
    await open(page)
    await look(`what is opened as number ${index + 1}`)
  }
}

/** Waits for requests under way, streams aside, which never end. */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<object>()
  page.on('request', (request) => request.url().includes('/keys/events') || open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  const frame = () => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  return async () => {
    await frame()
    for (const end = Date.now() + 20_000; open.size > 0 && Date.now() < end; ) await frame()
    await frame()
  }
}

/** Closes all that lies above the page. */
async function closeLayers(page: Page): Promise<void> {
  const layer = page.locator(LAYERS).last()
  for (let left = await page.locator(LAYERS).count(); left > 0; left = await page.locator(LAYERS).count()) {
    const done = layer.getByRole('button', { name: 'Done' })
    // What shows a secret is not closed by chance.
    if ((await done.count()) > 0) await done.click()
    else await page.keyboard.press('Escape')
    await page.waitForFunction(([layers, before]) => document.querySelectorAll(layers).length < before, [
      LAYERS,
      left,
    ] as const)
  }
}

/** Buttons of menus and of what opens beside them; of lists to choose from, which are all alike, the first. */
async function openersIn(place: Locator): Promise<Locator[]> {
  const all = place.locator('[aria-haspopup]:visible')
  const found = await all.evaluateAll((elements) =>
    elements.map((element) => {
      const kind = element.getAttribute('aria-haspopup')
      return kind === 'listbox' ? kind : `${kind} ${element.getAttribute('aria-label') ?? element.textContent}`
    }),
  )
  return [...new Set(found)].map((kind) => all.nth(found.indexOf(kind)))
}
