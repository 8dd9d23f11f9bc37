import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { clientOf, json } from './answering-service.ts'
import { findNode, installedFolder, run } from './packed.ts'

const installed = await installedFolder('sdk')

test('what is installed is the SDK alone, in plain JavaScript, with what people and tools read about it', () => {
  const files = globSync('node_modules/**/*', { cwd: installed.path, withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(installed.path, 'node_modules/').length))
  const own = files.filter((file) => file.startsWith('@parlance/sdk/')).map((file) => file.slice(14))
  assert.equal(own.length, files.length)
  for (const name of ['README.md', 'LICENSE', 'package.json', 'dist/index.js', 'dist/index.d.ts']) {
    assert.ok(own.includes(name), name)
  }
  assert.deepEqual(
    own.filter((name) => !/(\.d\.ts|\.js)$/.test(name)),
    ['LICENSE', 'README.md', 'package.json'],
  )
  const manifest = JSON.parse(String(installed.read('node_modules/@parlance/sdk/package.json')))
  assert.deepEqual([manifest.engines, manifest.license, manifest.type], [{ node: '>=20' }, 'MIT', 'module'])
  for (const name of ['scripts', 'dependencies', 'private']) assert.equal(manifest[name], undefined, name)
  for (const name of own) {
    const text = String(installed.read(`node_modules/@parlance/sdk/${name}`))
    if (name !== 'README.md') assert.doesNotMatch(text, /typebox|@parlance\/contract|from '[^.]/i, name)
  }
})

/** Prints what it finds as JSON; it asks a service whose address it is given. */
const PROGRAM = `
import { createHmac } from 'node:crypto'
import { createClient, ParlanceError, readEvents, verifyWebhook } from '@parlance/sdk'
import { typeScriptOf } from '@parlance/sdk/typescript'

const client = createClient({ baseUrl: process.argv[2], apiKey: 'tms_x' })
const pushed = await client.pushKey({ body: { key: 'a' } })
const ids = []
for await (const { id } of client.pages.listKeys({ params: { projectId: 1 } })) ids.push(id)
const refused = await client.getProject({ params: { projectId: 1 } }).catch((error) => error)
const body = '{"event":"webhook.test"}'
const v1 = createHmac('sha256', 'whsec_x').update('5.' + body).digest('hex')
const { event } = await verifyWebhook('whsec_x', 't=5,v1=' + v1, body, { now: new Date(5000) })
const isRefusal = refused instanceof ParlanceError
const types = typeScriptOf([{ namespace: 'n', key: 'k', params: [] }]).includes('interface N0')
console.log(JSON.stringify({ pushed, ids, isRefusal, code: refused.code, event, types, stream: typeof readEvents }))
`

const keys = (nextCursor: string | null, id: number) =>
  json(200, { data: [{ id }], pagination: { nextCursor, hasMore: nextCursor !== null } })

async function workUnder(node: string, program: string): Promise<void> {
  const busy = json(503, {}, { 'retry-after': '0' })
  const acts = [json(201, { id: 7 }), keys('next', 1), busy, keys(null, 2), json(403, { code: 'FORBIDDEN' })]
  const { baseUrl, arrived } = await clientOf(acts)
  const told = JSON.parse(await run(node, [program, baseUrl], installed.path))
  const pushed = { status: 201, body: { id: 7 } }
  const found = { pushed, ids: [1, 2], isRefusal: true, code: 'FORBIDDEN', event: 'webhook.test' }
  assert.deepEqual(told, { ...found, types: true, stream: 'function' })
  assert.equal(arrived.length, 5)
  assert.equal(arrived[0]?.headers.authorization, 'Bearer tms_x')
}

describe('it works', () => {
  installed.write('program.js', PROGRAM)

  for (const major of [20, 24]) {
    const node = findNode(major)
    const skip = node ? false : `NO NODE ${major}: put one on the PATH to see whether the SDK works under it`
    test(`under Node ${major}`, { skip }, () => workUnder(node ?? '', 'program.js'))
  }

  test('bundled', async () => {
    installed.write(
      'vite.config.mjs',
      `export default { logLevel: 'warn', build: { ssr: 'program.js', outDir: 'bundled', minify: true }, ssr: { noExternal: true } }`,
    )
    await run('vite', ['build'], installed.path)
    assert.doesNotMatch(String(installed.read('bundled/program.js')), /@parlance/)
    await workUnder(process.execPath, 'bundled/program.js')
  })
})

test('all of it is at most 8 KB, minified and gzipped', async (t) => {
  installed.write('all.js', `import * as sdk from '@parlance/sdk'\nglobalThis.sdk = sdk\n`)
  installed.write(
    'size.config.mjs',
    `export default { logLevel: 'warn', build: { outDir: 'all', modulePreload: false, rolldownOptions: {
      input: 'all.js', output: { entryFileNames: '[name].js' } } } }`,
  )
  await run('vite', ['build', '--config', 'size.config.mjs'], installed.path)
  const code = installed.read('all/all.js')
  assert.match(String(code), /machine-translation\/suggest/)
  const { length } = gzipSync(code, { level: 9 })
  t.diagnostic(`${length} bytes, of ${code.length}`)
  assert.ok(length <= 8_000, `${length} bytes`)
})

const USE = `
import { createClient, ParlanceError, readEvents, type RequestOf, verifyWebhook } from '@parlance/sdk'
import { typeScriptOf } from '@parlance/sdk/typescript'

const client = createClient({ baseUrl: 'http://x', apiKey: 'k', retries: 1, timeoutMs: 5, onRetry: ({ inMs }) => inMs })
const { status, body } = await client.pushKey({ body: { key: 'a', translations: { en: { value: 'A', status: 'translated' } } } })
const created: 200 | 201 = status
const id: number = body.id
for await (const key of client.pages.listKeys({ params: { projectId: 1 }, query: { statuses: ['not_reviewed'] } })) {
  const name: string = key.key
  // @ts-expect-error it is a number
  const wrong: string = key.id
  console.log(name, wrong)
}
const file: Response = await client.exportKeys({ params: { projectId: 1 }, body: {} })
const nothing: void = await client.deleteProject({ params: { projectId: 1 } })
const request: RequestOf<'createKey'> = { params: { projectId: 1 }, body: { key: 'a' } }
for await (const message of readEvents({ baseUrl: 'http://x' })) {
  if (message.event === 'translation.upserted') console.log(message.data.locale.length)
}
const told = await verifyWebhook('s', 'h', 'b')
if (told.event === 'key.created') console.log(told.data.key.length)
// @ts-expect-error there is no such route
client.getEverything()
// @ts-expect-error there is no such status
client.pages.listKeys({ params: { projectId: 1 }, query: { statuses: ['done'] } })
// @ts-expect-error it needs a body
client.createKey({ params: { projectId: 1 } })
console.log(created, id, file, nothing, request, ParlanceError, typeScriptOf)
`

describe('who writes TypeScript is told the truth', () => {
  const strict = { strict: true, skipLibCheck: false, noEmit: true, types: [], lib: ['es2022', 'dom', 'dom.iterable'] }
  const compiled = async (name: string, options: object, files: string[]) => {
    const compilerOptions = { ...strict, target: 'es2022', ...options }
    installed.write(`${name}.json`, JSON.stringify({ compilerOptions, files }))
    await run('tsc', ['--project', `${name}.json`], installed.path)
  }
  installed.write('use.ts', USE)

  test('also in their libraries, by every way of finding modules', async () => {
    await compiled('node', { module: 'nodenext' }, ['use.ts'])
    await compiled('bundler', { module: 'esnext', moduleResolution: 'bundler' }, ['use.ts'])
    await compiled('exact', { module: 'nodenext', exactOptionalPropertyTypes: true }, ['use.ts'])
  })

  test('of every route, event and delivery, as the contract has it', async () => {
    const source = JSON.stringify(join(import.meta.dirname, '../src/index.ts'))
    installed.write(
      'same.ts',
      `import type * as packed from '@parlance/sdk'
import type * as source from ${source}

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type Different<Sames> = { [Name in keyof Sames]: Sames[Name] extends true ? never : Name }[keyof Sames]
type Route = Exclude<keyof source.Client, 'pages'>
type List = keyof source.Client['pages']
type Differing =
  | Different<{ [Name in Route]: Same<packed.RequestOf<Name>, source.RequestOf<Name>> }>
  | Different<{ [Name in Route]: Same<packed.AnswerOf<Name>, source.AnswerOf<Name>> }>
  | Different<{ [Name in Route]: 0 extends 1 & packed.AnswerOf<Name> ? false : true }>
  | Different<{ [Name in List]: Same<packed.ItemOf<Name>, source.ItemOf<Name>> }>
export const routes: [Differing] extends [never] ? 'the same' : Differing = 'the same'
export const names: Same<keyof packed.Client, keyof source.Client> = true
export const lists: Same<keyof packed.Client['pages'], keyof source.Client['pages']> = true
export const streams: Same<packed.StreamMessage, source.StreamMessage> = true
export const deliveries: Same<packed.WebhookMessage, source.WebhookMessage> = true
export const options: Same<packed.ClientOptions, source.ClientOptions> = true
`,
    )
    const options = { module: 'nodenext', exactOptionalPropertyTypes: true, allowImportingTsExtensions: true }
    const lib = ['esnext', 'dom', 'dom.iterable']
    await compiled('same', { ...options, lib, skipLibCheck: true, resolveJsonModule: true }, ['same.ts'])
  })
})
