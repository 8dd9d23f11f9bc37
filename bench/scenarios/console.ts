import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import type { Bench, Scenario } from '../lib/bench.ts'
import {
  buildConsole,
  type ConsoleWindow,
  heapMegabytes,
  keystrokes,
  launchBrowser,
  openWindow,
  scrollBy,
  timeToNextRow,
  watchKeystrokes,
} from '../lib/console-page.ts'
import { percentile } from '../lib/measure.ts'
import type { Figure } from '../lib/report.ts'

const ROOT = join(import.meta.dirname, '../..')
const COLD_OPENS = 5
const LONG_TEXT = 'Der Warenkorb ist leer. '.repeat(210)
const KEYSTROKES = 40
/** Between the keys of somebody who types fast. What is done in pauses is done then. */
const PAUSE_MS = 120
const STEPS = 20
const SLOW_ANSWER_MS = 2_000
const FRAMES = 400
/** Some nine rows a second; and as fast as a wheel goes. */
const READING_PIXELS = 6
const WHEEL_PIXELS = 60
/** Rows that somebody works on in an hour, one every twelve seconds. */
const ROWS_OF_AN_HOUR = 300

type Measure = (measure: string, unit: Figure['unit'], product: number, most: number) => Figure

const scenario: Scenario = {
  summary: 'the console in a real browser, on 100,000 keys',
  async run(bench, name) {
    const figure: Measure = (measure, unit, product, most) => ({
      scenario: name,
      measure,
      unit,
      product,
      target: { of: 'product', is: '≤', value: most },
    })
    const built = build()
    await bench.restart()
    const browser = await launchBrowser()
    const editor = `/projects/${bench.projectId}/translate/de`
    return [
      figure('build from nothing', 'ms', built, 8_000),
      ...(await sizes(browser, bench, editor, figure)),
      figure('cold open of the editor, p50', 'ms', await coldOpen(browser, bench, editor), 1_500),
      ...(await working(browser, bench, editor, figure)),
    ]
  },
}

function build(): number {
  rmSync(join(ROOT, 'packages/console/dist'), { recursive: true, force: true })
  const began = performance.now()
  buildConsole()
  return performance.now() - began
}

async function sizes(browser: Browser, bench: Bench, editor: string, figure: Measure): Promise<Figure[]> {
  const window = await openWindow(browser, bench)
  await window.page.goto(`/projects/${bench.projectId}`)
  await window.page.getByRole('heading', { level: 1 }).waitFor()
  // Never idle: what happens in the project is listened to. What is shown later has come by then.
  await window.page.waitForTimeout(2_000)
  const overview = window.kilobytes('.js')
  await window.page.goto(editor)
  await openFirstRow(window.page)
  const found = [
    figure('JavaScript of the overview, gzip', 'KB', overview, 190),
    figure('JavaScript with the editor, gzip', 'KB', window.kilobytes('.js'), 310),
    figure('CSS, gzip', 'KB', window.kilobytes('.css'), 20),
  ]
  await window.close()
  return found
}

const firstRow = (page: Page) => page.getByRole('grid', { name: 'Keys' }).locator('[data-key-id]').first()

async function openFirstRow(page: Page): Promise<void> {
  await firstRow(page).locator('[data-locale="de"]').click()
  await page.getByRole('textbox', { name: /value/ }).first().waitFor()
}

/** Until a row is there that can be clicked on. */
async function coldOpen(browser: Browser, bench: Bench, editor: string): Promise<number> {
  const times: number[] = []
  for (let open = 0; open < COLD_OPENS; open++) {
    const window = await openWindow(browser, bench)
    const began = performance.now()
    await window.page.goto(editor, { waitUntil: 'commit' })
    await firstRow(window.page).locator('[data-locale="de"]').waitFor()
    times.push(performance.now() - began)
    await window.close()
  }
  return percentile(
    times.sort((a, b) => a - b),
    0.5,
  )
}

async function working(browser: Browser, bench: Bench, editor: string, figure: Measure): Promise<Figure[]> {
  const window = await openWindow(browser, bench)
  await window.page.goto(editor)
  const scrolled = await scrolling(window.page)
  await window.page.goto(`${editor}?sort=-key`)
  await openFirstRow(window.page)
  const found = [
    figure('keystroke to paint in 5,000 characters, p95', 'ms', await typing(window.page), 32),
    figure('Ctrl+Enter to the next row, answers take 2 s, p95', 'ms', await saving(window), 50),
    figure('through 100,000 keys in 400 frames, frame p95', 'ms', scrolled.flying, 20),
    figure('scrolling by wheel, frame p95', 'ms', scrolled.wheeling, 20),
    figure('scrolling and reading, frame p95', 'ms', scrolled.reading, 20),
    figure('rows in the page', 'of 1', scrolled.rows, 80),
    figure("another person's save to the screen, p95", 'ms', await elsewhere(window.page, bench), 1_000),
    figure('memory after an hour of rows', 'MB', await anHour(window.page), 150),
  ]
  await window.close()
  return found
}

const slow = (times: number[]) =>
  percentile(
    times.sort((a, b) => a - b),
    0.95,
  )

async function typing(page: Page): Promise<number> {
  const field = page.getByRole('textbox', { name: /value/ }).first()
  await field.focus()
  await page.keyboard.insertText(LONG_TEXT)
  // What helps with the row has come: this is about typing, not about opening.
  await page.getByRole('tablist', { name: 'Help' }).waitFor()
  await page.waitForTimeout(1_000)
  await watchKeystrokes(page)
  for (let stroke = 0; stroke < KEYSTROKES; stroke++) await page.keyboard.press('a')
  await page.keyboard.type('b'.repeat(KEYSTROKES), { delay: PAUSE_MS })
  return slow(await keystrokes(page))
}

async function saving({ page }: ConsoleWindow): Promise<number> {
  await page.route('**/values/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, SLOW_ANSWER_MS))
    await route.continue()
  })
  const times: number[] = []
  for (let step = 0; step < STEPS; step++) {
    await page.keyboard.type(' ok')
    times.push(await timeToNextRow(page, 'Control+Enter'))
  }
  await page.unrouteAll({ behavior: 'wait' })
  return slow(times)
}

async function scrolling(page: Page) {
  await firstRow(page).locator('[data-locale="de"]').waitFor()
  await page.waitForTimeout(1_000)
  const area = page.locator('[data-scroll="keys"]')
  const height = await area.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  const through = async (pixels: number) => {
    await area.evaluate((element) => element.scrollTo(0, 0))
    await firstRow(page).locator('[data-locale="de"]').waitFor()
    return scrollBy(page, '[data-scroll="keys"]', pixels, FRAMES)
  }
  const [flying, wheeling, reading] = [
    await through(height / FRAMES),
    await through(WHEEL_PIXELS),
    await through(READING_PIXELS),
  ]
  return {
    flying: slow(flying.times),
    wheeling: slow(wheeling.times),
    reading: slow(reading.times),
    rows: Math.max(flying.rows, wheeling.rows, reading.rows),
  }
}

/** Somebody writes a value whose row is in sight. */
async function elsewhere(page: Page, bench: Bench): Promise<number> {
  const client = await bench.client()
  const row = page.getByRole('grid', { name: 'Keys' }).locator('[data-key-id]').nth(5)
  const keyId = await row.getAttribute('data-key-id')
  const cell = row.locator('[data-locale="de"]')
  const times: number[] = []
  for (let turn = 0; turn < STEPS; turn++) {
    const value = `from elsewhere ${turn}`
    const began = performance.now()
    await client.json('PUT', `/v1/projects/${bench.projectId}/keys/${keyId}/values/de`, { value })
    await cell.getByText(value).waitFor()
    times.push(performance.now() - began)
  }
  client.close()
  return slow(times)
}

async function anHour(page: Page): Promise<number> {
  for (let row = 0; row < ROWS_OF_AN_HOUR; row++) {
    await page.keyboard.type('work')
    await timeToNextRow(page, 'Control+Enter')
  }
  return heapMegabytes(page)
}

export default scenario
