import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startConsole } from './browser.ts'
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
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`k.${String(index).padStart(3, '0')}`, 'Text']),
  )
  const scene = await createProject(me, many)
  const page = await me.at(scene.address)
  await live(page)
  await rowOf(page, 'k.000').hover()
  await page.mouse.wheel(0, 900)
  await rowOf(page, 'k.030').waitFor()
  const before = await rowOf(page, 'k.030').boundingBox()
  const since = Date.now()
  await put(she, scene, 'k.030', 'Von ihr')
  await rowOf(page, 'k.030').getByText('Von ihr').waitFor()
  assert.ok(Date.now() - since < 1_000, `${Date.now() - since} ms`)
  assert.deepEqual(await rowOf(page, 'k.030').boundingBox(), before)
})

test('36 in an open row without changes the field takes the new text; focus stays', async () => {
  const scene = await createProject(me, TEXTS, { 'a.one': 'Alt' })
  const page = await me.at(scene.address)
  await live(page)
  await openRow(page, 'a.one')
  await put(she, scene, 'a.one', 'Von ihr')
  await until(() => written(page), 'Von ihr')
  assert.ok(await field(page).evaluate((element) => element.contains(document.activeElement)))
})

test('37, 38 in a row that I changed, theirs is shown with their name, and mine stays; "Keep mine" saves it', async () => {
  const scene = await createProject(me, TEXTS, { 'a.one': 'Alt' })
  const page = await me.at(scene.address)
  await live(page)
  await openRow(page, 'a.one')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Von mir')
  await put(she, scene, 'a.one', 'Von ihr')
  await conflict(page).getByText('Von ihr', { exact: true }).waitFor()
  await conflict(page).getByText('Grace Reader').waitFor()
  assert.equal(await written(page), 'Von mir')
  await page.keyboard.press('Control+Enter')
  assert.equal((await scene.german('a.one'))?.value, 'Von ihr')
  await until(() => page.evaluate(() => document.activeElement?.textContent), 'Keep mine')
  await page.keyboard.press('Enter')
  await until(async () => (await scene.german('a.one'))?.value, 'Von mir')
  await conflict(page).waitFor({ state: 'detached' })
})

test('38 "Use theirs" leaves no draft', async () => {
  const scene = await createProject(me, TEXTS, { 'a.one': 'Alt' })
  const page = await me.at(scene.address)
  await live(page)
  await openRow(page, 'a.one')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Von mir')
  await put(she, scene, 'a.one', 'Von ihr')
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

test('41 after 10 s without a stream, all changes of that time appear', async () => {
  const scene = await createProject(me, TEXTS)
  const page = await me.at(scene.address)
  await live(page)
  await rowOf(page, 'a.one').waitFor()
  await page.context().setOffline(true)
  await connection(page).getByText('Offline').waitFor()
  await put(she, scene, 'a.one', 'Eins')
  await put(she, scene, 'a.two', 'Zwei')
  await page.context().setOffline(false)
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
  assert.ok(Date.now() - since < 5_000, `${Date.now() - since} ms`)
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

test('what waits in a tab goes out from another when it is closed', async () => {
  const scene = await createProject(me, TEXTS)
  const first = await me.at(scene.address)
  const second = await first.context().newPage()
  await second.goto(scene.address)
  await rowOf(second, 'a.one').waitFor()
  await first.route(/\/values\//, (route) => route.abort())
  await openRow(first, 'a.one')
  await first.keyboard.type('Eins')
  await first.keyboard.press('Control+Enter')
  await rowOf(first, 'a.one').getByText('Waiting').waitFor()
  await first.close()
  await until(async () => (await scene.german('a.one'))?.value, 'Eins')
  assert.deepEqual(await scene.history('a.one'), ['Eins'])
})

test('a draft shows in every tab', async () => {
  const scene = await createProject(me, TEXTS)
  const first = await me.at(scene.address)
  const second = await first.context().newPage()
  await second.goto(scene.address)
  await rowOf(second, 'a.one').waitFor()
  await openRow(first, 'a.one')
  await first.keyboard.type('Eins')
  await rowOf(second, 'a.one').getByText('Draft').waitFor()
  await rowOf(second, 'a.one').getByText('Eins').waitFor()
})
