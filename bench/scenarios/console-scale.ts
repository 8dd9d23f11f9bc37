import type { Browser, Page, Response } from 'playwright-core'
import type { Bench, Scenario } from '../lib/bench.ts'
import { buildConsole, heapMegabytes, launchBrowser, openWindow } from '../lib/console-page.ts'
import { type Screen, screensOf } from '../lib/console-screens.ts'
import { connected } from '../lib/driver.ts'
import { createLargeOrganization } from '../lib/load-organization.ts'
import { percentile } from '../lib/measure.ts'
import { type LargeOrganization, SIZES } from '../lib/organization-size.ts'
import { type Figure, isMet } from '../lib/report.ts'

const OPENS = 4
const SOON_MS = 1_500
/** What a page of a list may be at most. Ids alone, by which the editor knows where each row is, come all at once. */
const MOST_ROWS = 500
const MOST_KILOBYTES = 256
const CONFLICTS = 100_000
const WHOLE_BY_DESIGN = /\/keys\/ids$/

type Measure = (measure: string, unit: Figure['unit'], product: number, most?: number) => Figure

const count = (number: number) => number.toLocaleString('en')

/** A second try measures the same; to make it anew would take minutes. */
let kept: LargeOrganization | undefined

const scenario: Scenario = {
  summary: `every screen of the console with ${count(SIZES.projects)} projects, ${SIZES.members} members, ${count(SIZES.activity)} changes, ${count(SIZES.entries)} entries, ${count(SIZES.terms)} terms`,
  async run(bench, name) {
    const figure: Measure = (measure, unit, product, most) => ({
      scenario: name,
      measure,
      unit,
      product,
      ...(most === undefined ? {} : { target: { of: 'product', is: '≤', value: most } }),
    })
    const isAgain = kept !== undefined
    kept ??= await createLargeOrganization(bench)
    const large = kept
    buildConsole()
    await bench.restart()
    const browser = await launchBrowser()
    const figures = [
      ...(await openAll(browser, bench, large, figure)),
      ...(await conflicts(browser, bench, large, figure)),
    ]
    await browser.close()
    if (isAgain || figures.every((one) => isMet(one) !== false)) {
      await forget(bench, large)
      kept = undefined
    }
    return figures
  },
}

export default scenario

/** What is by far the most of it, and in the way of scenarios about memories. */
async function forget(bench: Bench, { memoryId }: LargeOrganization): Promise<void> {
  const client = await bench.client()
  await client.ok('DELETE', `/v1/tms/${memoryId}`)
  client.close()
}

/** Each some times, in a page of its own in a browser that knows the console; the first time of a screen counts, too. */
async function openAll(browser: Browser, bench: Bench, large: LargeOrganization, figure: Measure): Promise<Figure[]> {
  const window = await openWindow(browser, bench)
  await window.page.goto('/account/profile')
  await window.page.locator('main form input').first().waitFor()
  const lists = new Answers()
  const figures: Figure[] = []
  for (const screen of screensOf(large)) {
    const times: number[] = []
    for (let open = 0; open < OPENS; open++) times.push(await timeToOpen(window.page, screen, lists))
    times.sort((a, b) => a - b)
    figures.push(figure(`${screen.name}, p50`, 'ms', percentile(times, 0.5), SOON_MS))
    figures.push(figure(`${screen.name}, worst`, 'ms', times.at(-1) ?? 0, SOON_MS))
  }
  await window.close()
  return [
    ...figures,
    figure(`rows in the longest answer (${lists.longest.path})`, 'of 1', lists.longest.size, MOST_ROWS),
    figure(`the largest answer (${lists.largest.path})`, 'KB', lists.largest.size, MOST_KILOBYTES),
  ]
}

async function timeToOpen(first: Page, { name, path, content }: Screen, lists: Answers): Promise<number> {
  const page = await first.context().newPage()
  page.on('response', (response) => lists.note(response))
  const began = performance.now()
  await page.goto(path, { waitUntil: 'commit' })
  for (const selector of content) {
    await page
      .locator(selector)
      .first()
      .waitFor({ state: 'attached' })
      .catch(async (error) => {
        throw new Error(`"${name}" did not open: ${await page.locator('main').textContent()}`, { cause: error })
      })
  }
  const time = performance.now() - began
  await lists.settled()
  await page.close()
  return time
}

interface Answered {
  path: string
  size: number
}

/** How long and how large the answers of the service are. */
class Answers {
  longest: Answered = { path: '', size: 0 }
  largest: Answered = { path: '', size: 0 }
  readonly #reading = new Set<Promise<void>>()

  note(response: Response): void {
    const { pathname } = new URL(response.url())
    const isJson = (response.headers()['content-type'] ?? '').startsWith('application/json')
    if (!pathname.startsWith('/v1/') || !isJson || WHOLE_BY_DESIGN.test(pathname)) return
    const reading = this.#read(pathname, response)
      .catch(() => {})
      .finally(() => this.#reading.delete(reading))
    this.#reading.add(reading)
  }

  async settled(): Promise<void> {
    await Promise.all(this.#reading)
  }

  async #read(pathname: string, response: Response): Promise<void> {
    const body = await response.body()
    const path = pathname.replaceAll(/\/\d+/g, '/…')
    const rows = Math.max(0, ...Object.values(JSON.parse(body.toString())).map((part) => lengthOf(part)))
    const kilobytes = body.length / 1024
    if (rows > this.longest.size) this.longest = { path, size: rows }
    if (kilobytes > this.largest.size) this.largest = { path, size: kilobytes }
  }
}

const lengthOf = (part: unknown) => (Array.isArray(part) ? part.length : 0)

/** A file in which every text differs: until the first is shown, and until the last is when somebody presses End. */
async function conflicts(browser: Browser, bench: Bench, large: LargeOrganization, figure: Measure): Promise<Figure[]> {
  const window = await openWindow(browser, bench)
  const { page } = window
  await page.goto(`/projects/${large.projectId}/import`)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/conflicts?')) asked++
  })
  const texts = await differentTexts(bench, large)
  const files = [...texts].map(([name, buffer]) => ({ name, mimeType: 'application/json', buffer }))
  const began = performance.now()
  await page.getByLabel('Files', { exact: true }).setInputFiles(files)
  await page.locator('main table[aria-label="Files"] tbody tr').first().waitFor()
  const mapped = performance.now()
  const grid = page.getByRole('grid', { name: 'Conflicts' })
  const shown = grid.locator('[role="rowheader"]')
  await shown.first().waitFor()
  const first = performance.now()
  asked = 0
  const total = await grid.getAttribute('aria-rowcount')
  const pressed = performance.now()
  await grid.getByRole('rowgroup').press('End')
  await grid.locator(`[aria-rowindex="${total}"] [role="rowheader"]`).waitFor()
  const last = performance.now()
  const figures = [
    figure(`${count(Number(total))} conflicts: until the file is read and compared`, 'ms', mapped - began),
    figure(`${count(Number(total))} conflicts: from there to the first`, 'ms', first - mapped, SOON_MS),
    figure(`${count(Number(total))} conflicts: End to the last`, 'ms', last - pressed, 1_000),
    figure('pages read for it', 'of 1', asked, 10),
    figure('memory of the page', 'MB', await heapMegabytes(page), 150),
  ]
  await window.close()
  return figures
}

/** As many as one import may hold, by their file: where a key has a text in German or French, another one. */
async function differentTexts(bench: Bench, { projectId }: LargeOrganization): Promise<Map<string, Buffer>> {
  return connected(bench.database, async (database) => {
    const { rows } = await database.query<{ name: string; code: string }>(
      `select k.name, l.code
       from keys k join translations t on t.key_id = k.id join locales l on l.id = t.locale_id
       where k.project_id = $1 and k.deleted_at is null and l.code in ('de', 'fr') and t.value is not null
       order by l.code, k.id
       limit $2`,
      [projectId, CONFLICTS],
    )
    const files = Map.groupBy(rows, ({ code }) => `${code}.json`)
    const texts = (of: typeof rows) => Object.fromEntries(of.map(({ name }, at) => [name, `Other ${at}`]))
    return new Map([...files].map(([name, of]) => [name, Buffer.from(JSON.stringify(texts(of)))]))
  })
}
