import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { rolldown } from 'rolldown'
import { findBrowser, HOW_TO_GET_ONE } from '../../console/test/find-browser.ts'
import { openWindow } from '../../console/test/windows.ts'
import { devMiddleware } from '../src/dev/index.ts'
import { opened, startScene } from './scene.ts'

const browser = findBrowser()
if (browser) process.env['CHROMIUM_PATH'] = browser
else if (process.env['CI']) throw new Error(HOW_TO_GET_ONE)

async function programOfPage(): Promise<string> {
  const bundle = await rolldown({ input: new URL('./page.ts', import.meta.url).pathname, platform: 'browser' })
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
  return output[0].code
}

test('a page shows a change within a second, without a reload, and has no key', { skip: !browser }, async () => {
  const scene = await startScene()
  await scene.write('cart.title', { en: 'Your cart', de: 'Ihr Wagen' })
  const page = `<!doctype html><meta charset="utf-8"><body><script type="module">${await programOfPage()}</script>`
  const companion = devMiddleware({ baseUrl: scene.url, apiKey: scene.apiKey })
  const server = createServer((request, response) =>
    companion(request, response, () => response.setHeader('content-type', 'text/html').end(page)),
  )
  const origin = await opened(server)
  const window = await openWindow(origin)
  const bodies: Promise<string>[] = []
  window.on('response', (answer) => {
    if (!answer.url().endsWith('/events')) bodies.push(answer.text().catch(() => ''))
  })
  let pages = 0
  window.on('load', () => void pages++)
  await window.goto('/')
  const title = window.getByRole('heading')
  await title.filter({ hasText: 'Ihr Wagen' }).waitFor()
  await scene.write('cart.title', { de: 'Warenkorb' })
  const began = performance.now()
  await title.filter({ hasText: 'Warenkorb' }).waitFor()
  assert.ok(performance.now() - began < 1000, `${performance.now() - began} ms`)
  assert.equal(pages, 1)
  assert.ok((await Promise.all(bodies)).every((body) => !body.includes(scene.apiKey)))
  assert.deepEqual(
    window.complaints.filter((complaint) => !complaint.includes('favicon')),
    [],
  )
})
