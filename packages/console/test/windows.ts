// Windows of the one browser that the tests of a process share. What a test opens is gone at its end: a page that is left
// open goes on drawing, reading its stream, asking again, and dozens of them take every core.
import { afterEach, beforeEach } from 'node:test'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { atEnd } from '../../server/test/harness.ts'

/** Waits of playwright are for facts; this is when it gives up, on a machine that may be slow. */
const GIVE_UP_MS = 20_000
/** What does not close by then is left to the end of the process, which takes the browser with it. */
const CLOSE_MS = 10_000

const VIEWPORT = { width: 1280, height: 800 }

/** A page with cookies and storage of its own. Whatever it complains about is kept. */
export type Window = Page & { complaints: string[] }

let browser: Promise<Browser> | undefined
const inUse = new Set<Place>()
/** As good as new. A page that has loaded the console before loads it again with a third of the work. */
const wiped = new Set<Place>()

/** What a file opens before its tests is for all of them, and stays until the end. */
let isTesting = false
beforeEach(() => {
  isTesting = true
})

afterEach(async () => {
  isTesting = false
  const left = [...inUse]
  inUse.clear()
  await Promise.all(
    left.map(async (place) => {
      if (await inTime(place.wipe())) wiped.add(place)
      else await inTime(place.page.context().close())
    }),
  )
})

/** Whether it came to a good end, soon enough. */
function inTime(work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const limit = setTimeout(resolve, CLOSE_MS, false)
    const settle = (isGood: boolean) => {
      clearTimeout(limit)
      resolve(isGood)
    }
    work.then(
      () => settle(true),
      () => settle(false),
    )
  })
}

async function launch(): Promise<Browser> {
  const launched = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? 'chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--lang=en-US'],
  })
  atEnd(async () => void (await inTime(launched.close())))
  return launched
}

/** A window that looks at a service; with options, a new one that is as they say. */
export async function openWindow(url: string, options?: BrowserContextOptions): Promise<Window> {
  const kept = options ? undefined : [...wiped].find((place) => place.url === url)
  const place = kept ?? (await newPlace(url, options))
  wiped.delete(place)
  if (isTesting) inUse.add(place)
  return place.page
}

async function newPlace(url: string, options?: BrowserContextOptions): Promise<Place> {
  browser ??= launch()
  const context = await (await browser).newContext({ baseURL: url, locale: 'en-US', viewport: VIEWPORT, ...options })
  context.setDefaultTimeout(GIVE_UP_MS)
  return new Place(url, await context.newPage(), options !== undefined)
}

/** A window, and how it becomes as good as new. */
class Place {
  readonly url: string
  readonly page: Window
  /** Something was done to it that cannot be taken back. */
  #isSpent: boolean

  constructor(url: string, page: Page, isSpecial: boolean) {
    this.url = url
    this.#isSpent = isSpecial
    const complaints: string[] = []
    const context = page.context()
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    context.on('weberror', (error) => complaints.push(String(error.error())))
    this.page = Object.assign(page, { complaints })
    this.#spendWith(page, 'addInitScript')
    this.#spendWith(context, 'addInitScript')
    this.#spendWith(context.clock, 'install')
  }

  /** Fails where a new one is to be taken instead. */
  async wipe(): Promise<void> {
    const { page } = this
    if (this.#isSpent || page.isClosed()) throw new Error('It is not to be used again')
    const context = page.context()
    for (const other of context.pages()) if (other !== page) await other.close()
    for (const place of [page, context]) await place.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await page.evaluate(() => sessionStorage.clear())
    await page.goto('about:blank')
    await this.#forget(context)
    page.complaints.length = 0
  }

  async #forget(context: BrowserContext): Promise<void> {
    const { page, url } = this
    await context.clearCookies()
    const session = await context.newCDPSession(page)
    await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' })
    await session.detach()
    await page.emulateMedia({ colorScheme: null, reducedMotion: null })
    await page.setViewportSize(VIEWPORT)
    for (const event of ['request', 'response'] as const) {
      page.removeAllListeners(event)
      context.removeAllListeners(event)
    }
  }

  #spendWith<N extends string>(target: Record<N, (...args: never[]) => unknown>, name: N): void {
    const act = target[name].bind(target)
    target[name] = (...args) => {
      this.#isSpent = true
      return act(...args)
    }
  }
}
