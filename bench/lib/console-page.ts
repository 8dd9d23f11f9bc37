import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findBrowser, HOW_TO_GET_ONE } from '../../packages/console/test/find-browser.ts'
import type { Bench } from './bench.ts'
import { atEnd } from './cleanup.ts'

const DIST = join(import.meta.dirname, '../../packages/console/dist')
const GIVE_UP_MS = 60_000
/** A row that does not open by then never will. */
const STUCK_MS = 10_000

/** Nothing to do where it is as its sources are. */
export function buildConsole(): void {
  const script = join(import.meta.dirname, '../../scripts/build-console.mjs')
  const { status } = spawnSync(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error('The console could not be built')
}

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error(`There is no browser. ${HOW_TO_GET_ONE}`)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  atEnd(() => browser.close())
  return browser
}

/** A window that has never seen the console, signed in, and what it loads: kilobytes of gzip by kind of file. */
export async function openWindow(browser: Browser, bench: Bench) {
  const url = `http://127.0.0.1:${bench.service.port}`
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(GIVE_UP_MS)
  const [name = '', value = ''] = bench.credentials.cookie.split('=')
  await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  const loaded = new Set<string>()
  page.on('request', (request) => loaded.add(new URL(request.url()).pathname))
  const kilobytes = (ending: string) =>
    [...loaded]
      .filter((path) => path.startsWith('/assets/') && path.endsWith(ending))
      .reduce((sum, path) => sum + readFileSync(join(DIST, `${path}.gz`)).length / 1024, 0)
  return { page, kilobytes, close: () => context.close() }
}

export type ConsoleWindow = Awaited<ReturnType<typeof openWindow>>

/** From each press of a key, as the browser notes it, until what it led to was painted. */
export function watchKeystrokes(page: Page): Promise<void> {
  return page.evaluate(() => {
    const times: number[] = []
    Object.assign(globalThis, { keystrokes: times })
    document.addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          // A message is handled after the frame was painted.
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => times.push(performance.now() - timeStamp)
          port2.postMessage(0)
        }),
      { capture: true },
    )
  })
}

export const keystrokes = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { keystrokes: number[] }).keystrokes)

/** The times between frames while the list moves on by `pixels` in each, and the most rows that were in the page. */
export function scrollBy(page: Page, selector: string, pixels: number, frames: number) {
  return page.evaluate(
    ([scrolled, step, count]) =>
      new Promise<{ times: number[]; rows: number }>((resolve) => {
        const area = document.querySelector(scrolled) as HTMLElement
        const times: number[] = []
        let rows = 0
        let top = area.scrollTop
        let last = performance.now()
        const next = (now: number) => {
          times.push(now - last)
          last = now
          // Not asked for where it is: the page would have to be laid out to tell.
          top += step
          area.scrollTo(0, top)
          rows = Math.max(rows, area.querySelectorAll('[data-key-id]').length)
          if (times.length < count) requestAnimationFrame(next)
          else resolve({ times: times.slice(1), rows })
        }
        requestAnimationFrame(next)
      }),
    [selector, pixels, frames] as const,
  )
}

/** From a press of keys that end in Enter until the field of another row has focus. */
export async function timeToNextRow(page: Page, keys: string): Promise<number> {
  // Waited for before the keys are pressed: they reach a page on another way, and may be there first.
  await page.evaluate(watchNextRow, STUCK_MS)
  await page.keyboard.press(keys)
  return page.evaluate(() => (globalThis as unknown as { nextRow: Promise<number> }).nextRow)
}

/** In the page. */
function watchNextRow(giveUpMs: number): void {
  const rowOf = (element: Element | null) => element?.closest('[data-key-id]')?.getAttribute('data-key-id')
  const before = rowOf(document.activeElement)
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let began = 0
  const onKeyDown = ({ key, timeStamp }: KeyboardEvent) => {
    if (key === 'Enter') began = timeStamp
  }
  const onFocus = ({ target }: FocusEvent) => {
    const isField = target instanceof Element && target.getAttribute('role') === 'textbox'
    if (isField && began > 0 && rowOf(target) !== before) resolve(performance.now() - began)
  }
  addEventListener('keydown', onKeyDown, { capture: true })
  addEventListener('focusin', onFocus, { capture: true })
  const said = () => document.querySelector('[data-open-row]')?.textContent
  const late = setTimeout(() => reject(new Error(`No other row took the focus: ${said()}`)), giveUpMs)
  const end = () => {
    clearTimeout(late)
    removeEventListener('keydown', onKeyDown, { capture: true })
    removeEventListener('focusin', onFocus, { capture: true })
  }
  Object.assign(globalThis, { nextRow: promise })
  promise.then(end, end)
}

/** What the page keeps when everything that can go has gone. */
export async function heapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}
