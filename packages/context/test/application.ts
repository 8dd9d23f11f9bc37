// An application in a page: what is shown is drawn by the test, what is observed arrives here.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { openWindow } from '../../console/test/windows.ts'
import { atEnd } from '../../server/test/harness.ts'
import { bundled } from './bundled.ts'
import type { I18nextResources, Running } from './in-page.ts'

export interface Seen {
  namespace?: string
  key: string
  uiType: string
  translationRole: string
  lengthHint: string | null
  neighbors: { role: string; namespace: string; key: string; text: string }[]
  screenGroup: string
}

const collector = await bundled({ minify: true })
const i18next = readFileSync(fileURLToPath(import.meta.resolve('i18next')), 'utf8')
const PAGE = `<!doctype html><html lang=en><meta charset=utf-8><title>x</title><body style="font: 16px monospace"></body>
<script type=module>
  import i18next from '/i18next.js'
  import { collectContext } from '/context.js'
  Object.assign(window, { i18next, collectContext })
</script></html>`

const files: Record<string, string> = { '/i18next.js': i18next, '/context.js': collector }

/** What each request brought; `answer` says what becomes of it. */
export async function startApplication(answer: (body: string) => Promise<number> = async () => 202) {
  const batches: Seen[][] = []
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x')
    if (request.method !== 'POST') {
      const code = files[pathname]
      response.setHeader('content-type', code ? 'text/javascript' : 'text/html')
      response.end(code ?? PAGE)
      return
    }
    const body = await new Response(request as unknown as ReadableStream).text()
    response.statusCode = await answer(body)
    batches.push(JSON.parse(body).observations)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    batches,
    seen: (key: string) => batches.flat().filter((one) => one.key === key),
    /** A page whose texts are marked from the beginning. */
    async open(resources: I18nextResources, path = '/', clock = false) {
      const page = await openWindow(url)
      if (clock) await page.clock.install()
      await page.goto(path)
      await page.waitForFunction('window.collectContext')
      await page.evaluate(async (resources) => {
        const { i18next, collectContext } = window as unknown as Running
        await i18next.init({ lng: 'en', keySeparator: false, resources: { en: resources } })
        const collector = collectContext({ i18next, endpoint: '/__parlance/observations' })
        Object.assign(window, { collector, t: i18next.t })
      }, resources)
      return page
    },
  }
}
