import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { atEnd } from '../../server/test/harness.ts'
import { startConsole } from './browser.ts'
import { assertWithin } from './response-time.ts'
import { importTexts, numbered } from './sample.ts'
import {
  conflict,
  connection,
  createProject,
  field,
  join,
  openRow,
  put,
  rowOf,
  until,
  written,
} from './saving-scene.ts'

const service = await startConsole()
const me = await service.signUp('Ada Writer')
const she = await service.signUp('Grace Reader')
await join(me, she, 'developer')
const TEXTS = { 'a.one': 'One', 'a.two': 'Two', 'a.three': 'Three' }
const STREAM = /\/keys\/events/

const live = (page: Page) => connection(page).getByText('Live').waitFor()

test("35 another person's save appears within 1 s without a scroll jump", async () => {
  const scene = await createProject(me, { 'k.030': 'Text' })
  const names = Array.from({ length: 60 }, (_, at) => numbered('k', at)).filter((name) => name !== 'k.030')
  await importTexts(me, scene.projectId, { en: Object.fromEntries(names.map((name) => [name, 'Text'])) })
  const page = await me.at(scene.address)
  await live(page)
  await rowOf(page, 'k.000').hover()
  await page.mouse.wheel(0, 900)
  await rowOf(page, 'k.030').waitFor()
  const before = await rowOf(page, 'k.030').boundingBox()
  const taken: number[] = []
  for (const text of ['Von ihr', 'Noch einmal', 'Und wieder']) {
    const since = Date.now()
    await put(she, scene, 'k.030', text)
    await rowOf(page, 'k.030').getByText(text).waitFor()
    taken.push(Date.now() - since)
  }
  assertWithin(1_000, taken)
  assert.deepEqual(await rowOf(page, 'k.030').boundingBox(), before)
})

test('36, 37, 38 in an open row the field takes the new text; in one that I changed, theirs is shown with their name, and I choose', async () => {
  const scene = await createProject(me, TEXTS, { 'a.one': 'Alt', 'a.two': 'Alt', 'a.three': 'Alt' })
  const page = await me.at(scene.address)
  await live(page)
  await openRow(page, 'a.one')
  await put(she, scene, 'a.one', 'Von ihr')
  await until(() => written(page), 'Von ihr')
  assert.ok(await field(page).evaluate((element) => element.contains(document.activeElement)))

  await openRow(page, 'a.two')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Von mir')
  await put(she, scene, 'a.two', 'Von ihr')
  await conflict(page).getByText('Von ihr', { exact: true }).waitFor()
  await conflict(page).getByText('Grace Reader').waitFor()
  assert.equal(await written(page), 'Von mir')
  await page.keyboard.press('Control+Enter')
  assert.equal((await scene.german('a.two'))?.value, 'Von ihr')
  await until(() => page.evaluate(() => document.activeElement?.textContent), 'Keep mine')
  await page.keyboard.press('Enter')
  await until(async () => (await scene.german('a.two'))?.value, 'Von mir')
  await conflict(page).waitFor({ state: 'detached' })

  await openRow(page, 'a.three')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Von mir')
  await put(she, scene, 'a.three', 'Von ihr')
  await page.getByRole('button', { name: 'Use theirs' }).click()
  await until(() => written(page), 'Von ihr')
  assert.doesNotMatch(await page.getByRole('button', { name: 'Drafts' }).innerText(), /\d/)
  await page.reload()
  await rowOf(page, 'a.one').waitFor()
  assert.doesNotMatch(await page.getByRole('button', { name: 'Drafts' }).innerText(), /\d/)
})

test('39 two saves from the same base: the second ends as a conflict, also without a stream', async () => {
  const scene = await createProject(me, TEXTS, { 'a.one': 'Alt' })
  const page = await me.at('/')
  await page.route(STREAM, (route) => route.abort())
  await page.goto(scene.address)
  await openRow(page, 'a.one')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Von mir')
  await put(she, scene, 'a.one', 'Von ihr')
  await page.keyboard.press('Control+s')
  await conflict(page).getByText('Grace Reader').waitFor()
  assert.equal(await written(page), 'Von mir')
  assert.deepEqual(await scene.history('a.one'), ['Alt', 'Von ihr'])
})

/** Stands between a browser and the service, and can be cut. */
async function startLine() {
  const sockets = new Set<Socket>()
  const line = { url: '', isCut: false, refused: 0, cut: () => {} }
  const server = createServer((near) => {
    if (line.isCut) {
      line.refused++
      near.destroy()
      return
    }
    const far = connect(Number(new URL(service.url).port), '127.0.0.1')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => other.destroy())
      socket.pipe(other)
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  line.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  line.cut = () => {
    line.isCut = true
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  atEnd(async () => {
    line.cut()
    server.close()
  })
  return line
}

test('41 after 10 s without a stream, all changes of that time appear', async () => {
  const line = await startLine()
  const scene = await createProject(me, TEXTS)
  const page = await me.at('/', { baseURL: line.url })
  // The seconds pass for the page alone: what it does by the clock it does at once, and nobody waits for them.
  await page.clock.install()
  await page.goto(scene.address)
  await live(page)
  // From here on it knows where it was, and has to go on there.
  await put(she, scene, 'a.three', 'Drei')
  await rowOf(page, 'a.three').getByText('Drei').waitFor()
  line.cut()
  await connection(page).getByText('Reconnecting').waitFor()
  await put(she, scene, 'a.one', 'Eins')
  for (let seconds = 0; seconds < 10; seconds += 5) {
    const before = line.refused
    await page.clock.fastForward(5_000)
    await until(async () => line.refused > before, true)
  }
  await put(she, scene, 'a.two', 'Zwei')
  line.isCut = false
  await page.clock.fastForward(5_000)
  await rowOf(page, 'a.one').getByText('Eins').waitFor()
  await rowOf(page, 'a.two').getByText('Zwei').waitFor()
  await live(page)
})

test('41 a stream that ends at once, again and again, is told as "Reconnecting"; nothing of that time is missing', async () => {
  const scene = await createProject(me, TEXTS)
  const page = await me.at('/')
  await page.route(STREAM, (route) => route.fulfill({ status: 503, json: { code: 'X' } }))
  await page.goto(scene.address)
  await connection(page).getByText('Reconnecting').waitFor()
  await rowOf(page, 'a.one').waitFor()
  await put(she, scene, 'a.one', 'Eins')
  await page.unroute(STREAM)
  await rowOf(page, 'a.one').getByText('Eins').waitFor()
  await live(page)
})

test('41 what the stream tells while requests fail appears when they get through again', async () => {
  const scene = await createProject(me, TEXTS)
  const page = await me.at(scene.address)
  await live(page)
  await rowOf(page, 'a.one').waitFor()
  let refused = 0
  const rows = /\/keys\?.*keyIds=/
  await page.route(rows, (route) => {
    refused++
    return route.abort()
  })
  await put(she, scene, 'a.one', 'Eins')
  await until(async () => refused > 0, true)
  await page.unroute(rows)
  await rowOf(page, 'a.one').getByText('Eins').waitFor()
})

test('a list that could not be loaded is there by itself when the service can be reached again', async () => {
  const scene = await createProject(me, TEXTS)
  const page = await me.at('/')
  const everything = /\/keys(\/ids|\/events|\?)/
  await page.route(everything, (route) => route.abort())
  await page.goto(scene.address)
  await page.getByText('The list could not be loaded').waitFor()
  await page.unroute(everything)
  await rowOf(page, 'a.one').waitFor()
})

test('42 eight tabs are live over one stream; when the tab that reads closes, the others go on within 5 s', async () => {
  const scene = await createProject(me, TEXTS)
  const first = await me.at(scene.address)
  const context = first.context()
  let streams = 0
  context.on('request', (request) => {
    if (STREAM.test(request.url())) streams++
  })
  await live(first)
  const tabs = [first]
  for (let count = 1; count < 8; count++) {
    const tab = Object.assign(await context.newPage(), { complaints: [] as string[] })
    await tab.goto(scene.address)
    await rowOf(tab, 'a.one').waitFor()
    tabs.push(tab)
  }
  assert.ok(streams <= 1, 'the first tab reads for all')
  streams = 0
  await put(she, scene, 'a.one', 'Eins')
  for (const tab of tabs) await rowOf(tab, 'a.one').getByText('Eins').waitFor()
  await first.close()
  const since = Date.now()
  await put(she, scene, 'a.two', 'Zwei')
  for (const tab of tabs.slice(1)) await rowOf(tab, 'a.two').getByText('Zwei').waitFor()
  assertWithin(5_000, [Date.now() - since])
  assert.equal(streams, 1)
})

test('people who have the same value open are shown by their initials', async () => {
  const scene = await createProject(me, TEXTS)
  const mine = await me.at(scene.address)
  await live(mine)
  const hers = await she.at(scene.address)
  await openRow(hers, 'a.two')
  await rowOf(mine, 'a.two').getByRole('img', { name: 'Grace Reader has this open' }).waitFor()
  await hers.keyboard.press('Escape')
  await rowOf(mine, 'a.two').getByRole('img').waitFor({ state: 'detached' })
})

test('a draft shows in every tab, and what waits in one goes out from another when it is closed', async () => {
  const scene = await createProject(me, TEXTS)
  const first = await me.at(scene.address)
  const second = await first.context().newPage()
  await second.goto(scene.address)
  await rowOf(second, 'a.one').waitFor()
  await first.route(/\/values\//, (route) => route.abort())
  await openRow(first, 'a.one')
  await first.keyboard.type('Eins')
  await rowOf(second, 'a.one').getByText('Draft').waitFor()
  await rowOf(second, 'a.one').getByText('Eins').waitFor()
  await first.keyboard.press('Control+Enter')
  await rowOf(first, 'a.one').getByText('Waiting').waitFor()
  await first.close()
  await until(async () => (await scene.german('a.one'))?.value, 'Eins')
  assert.deepEqual(await scene.history('a.one'), ['Eins'])
})
