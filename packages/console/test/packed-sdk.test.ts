import assert from 'node:assert/strict'
import { test } from 'node:test'
import { installedFolder } from '../../sdk/test/packed.ts'
import { startConsole } from './browser.ts'

const installed = await installedFolder('sdk')
const { admin } = await startConsole()

test('the SDK as it is installed works in a page, as a module, without a bundler', async () => {
  const project = { name: 'Packed', sourceLocale: 'en' }
  const { id: projectId } = await admin.api.createProject({ params: { orgId: admin.orgId }, body: project })
  const names = Array.from({ length: 104 }, (_, at) => `key.${at}`)
  for (const key of names) await admin.api.createKey({ params: { projectId }, body: { key } })
  const page = await admin.at('/')
  const body = String(installed.read('node_modules/@parlance/sdk/dist/index.js'))
  await page.route('**/parlance-sdk.js', (route) => route.fulfill({ contentType: 'text/javascript', body }))
  const found = await page.evaluate(async (projectId) => {
    const module = '/parlance-sdk.js'
    const sdk = (await import(module)) as typeof import('@parlance/sdk')
    const client = sdk.createClient({ baseUrl: location.origin })
    const params = { projectId }
    const { id: keyId } = await client.createKey({ params, body: { key: 'of.the.page' } })
    const keys: string[] = []
    for await (const { key } of client.pages.listKeys({ params })) keys.push(key)
    const refused = await client.updateKey({ params: { projectId, keyId }, body: { key: '' } }).catch((error) => error)
    const file = await client.exportKeys({ params, body: { localeCodes: ['en'], namespaces: ['default'] } })
    let told: string | undefined
    for await (const { event } of sdk.readEvents({ baseUrl: location.origin, projectId })) {
      told = event
      break
    }
    const isRefusal = refused instanceof sdk.ParlanceError
    return { keys, isRefusal, code: refused.code, isFile: file instanceof Response, told }
  }, projectId)
  assert.deepEqual(found.keys.toSorted(), [...names, 'of.the.page'].toSorted())
  assert.deepEqual(
    { ...found, keys: 0 },
    { keys: 0, isRefusal: true, code: 'FIELD_REQUIRED', isFile: true, told: 'reset' },
  )
})
