import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startConsole } from './browser.ts'
import { connection, createProject, openRow, put, rowOf, until, written } from './saving-scene.ts'

const service = await startConsole()
const person = await service.signUp()
const TEXTS = { 'a.one': 'One', 'a.two': 'Two', 'a.three': 'Three' }

test('without Web Locks, as over plain HTTP, two tabs are live, drafts show in both, and what waits is written once', async () => {
  const scene = await createProject(person, TEXTS)
  const first = await person.at('/')
  const context = first.context()
  await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
  await first.goto(scene.address)
  await rowOf(first, 'a.one').waitFor()
  await first.route(/\/values\//, (route) => route.abort())
  await openRow(first, 'a.one')
  await first.keyboard.type('Eins')
  await first.keyboard.press('Control+Enter')
  await rowOf(first, 'a.one').getByText('Waiting').waitFor()
  // A tab that comes later cannot know whether the first still lives: it sends what waits there, too.
  const second = await context.newPage()
  await second.goto(scene.address)
  await until(async () => (await scene.german('a.one'))?.value, 'Eins')
  await first.unroute(/\/values\//)
  await first.bringToFront()
  await connection(first).getByText('Live').waitFor()
  await rowOf(first, 'a.one').getByText('Waiting').waitFor({ state: 'detached' })
  await first.keyboard.type('Drei')
  await rowOf(second, 'a.three').getByText('Drei').waitFor()
  await put(person, scene, 'a.two', 'Zwei')
  for (const page of [first, second]) {
    await page.bringToFront()
    await rowOf(page, 'a.two').getByText('Zwei').waitFor()
  }
  assert.deepEqual(await scene.history('a.one'), ['Eins'])
})

test('with "Save when I leave a field" what can be saved without a question is; a name of 768 emoji is one like others', async () => {
  const name = '😀'.repeat(768)
  const scene = await createProject(person, { 'a.hello': 'Hello {name}', 'b.next': 'Next', [name]: 'Named' })
  const page = await person.at('/account/keyboard')
  const choice = page.getByRole('checkbox', { name: 'Save when I leave a field' })
  await choice.check()
  await page.goto(scene.address)
  await openRow(page, 'a.hello')
  await page.keyboard.type('Hallo')
  await page.keyboard.press('Alt+ArrowDown')
  await rowOf(page, 'b.next').getByRole('textbox').waitFor()
  await page.keyboard.type('Weiter')
  await page.keyboard.press('Alt+ArrowDown')
  await rowOf(page, name).getByRole('textbox').waitFor()
  await until(async () => (await scene.german('b.next'))?.value, 'Weiter')
  await page.keyboard.type('Benannt')
  await page.keyboard.press('Escape')
  await until(async () => (await scene.german(name))?.value, 'Benannt')
  // A placeholder is missing: that is a question.
  await rowOf(page, 'a.hello').getByText('Draft').waitFor()
  assert.equal((await scene.german('a.hello'))?.value, undefined)

  await openRow(page, name)
  const isTooWide = () =>
    page.evaluate(() =>
      [document.scrollingElement, document.querySelector('main')].some(
        (box) => box && box.scrollWidth > box.clientWidth,
      ),
    )
  assert.equal(await isTooWide(), false)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('button', { name: 'Previous' }).waitFor()
  assert.equal(await isTooWide(), false)
  assert.equal(await written(page), 'Benannt')
  await page.goto('/account/keyboard')
  await choice.uncheck()
  assert.deepEqual(page.complaints, [])
})
