import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { createApiKey, createScene } from '../../../../../test/factories.ts'
import { startService } from '../../../../../test/harness.ts'
import { sql } from '../../../../db/sql.ts'
import { unzip } from '../../../export/test/unzip.ts'
import { fileOf, type SentFile, zipOf } from '../../test/import-scene.ts'

const RUNS = process.env['PARLANCE_TEST_FULL'] === '1' ? 200 : 12
const service = await startService()
const { owner, orgId } = await createScene(service)

type Namespaces = Record<string, Record<string, Record<string, string>>>

async function createProject() {
  const body = { name: 'Shop', sourceLocale: 'en', locales: ['de'] }
  const { id: projectId } = await service.ok(owner, 'createProject', { params: { orgId }, body })
  return { projectId }
}

async function download(params: { projectId: number }, body: object): Promise<Buffer> {
  const answer = await service.call(owner, 'exportKeys', { params, body })
  return answer.body as Buffer
}

async function upload(params: { projectId: number }, file: SentFile): Promise<void> {
  const body = { files: [file], options: { allowNewLocales: true } }
  const { validationId, files } = await service.ok(owner, 'validateImport', { params, body })
  for (const { filename, detection } of files) assert.deepEqual(detection.errors, [], filename)
  const commit = { validationId, fileMappings: [], conflictResolutions: [] }
  const { success, errors } = await service.ok(owner, 'commitImport', { params, body: commit })
  assert.equal(success, true, JSON.stringify(errors))
  await service.db.run(sql`delete from import_rates`)
}

/** Takes a project's archive into an empty one, and compares what both give out. */
async function assertReturns(from: { projectId: number }, options: object): Promise<void> {
  const into = await createProject()
  const archive = await download(from, options)
  await upload(into, fileOf('export.zip', archive))
  assert.deepEqual(await download(into, options), archive, JSON.stringify(options))
}

async function assertTextsReturn(namespaces: Namespaces): Promise<void> {
  const from = await createProject()
  const key = await createApiKey(service, owner, from.projectId, ['translations:write'])
  const options = { conflictResolution: 'fail', createNamespaces: true }
  const imported = await service.ok(key, 'commitCliImport', { params: from, body: { namespaces, options } })
  assert.equal(imported.success, true)
  for (const structure of ['flat', 'nested']) await assertReturns(from, { structure })
}

const part = fc.constantFrom('a', 'b', '', '0', '__proto__', 'constructor', 'x/y', '😀', '\uffff', 'a b', '%', '\\')
const name = fc.oneof(
  fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.')),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
)
const named = name.filter((text) => text !== '' && !text.includes('\0') && text.isWellFormed())
const texts = fc.dictionary(
  named,
  fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
  {
    maxKeys: 12,
    noNullPrototype: true,
  },
)
const locales = fc.record({ en: texts, de: texts })
const odd = fc.constantFrom('.', '..', 'a/b', 'C:', 'en', 'common', '100%', 'a.en', '__proto__', '\u0085', '50% off')
const projects = fc.dictionary(fc.oneof(fc.constant('default'), odd, named), locales, {
  maxKeys: 4,
  noNullPrototype: true,
})

describe('what comes out goes in again unchanged', () => {
  test('projects of any kind', async () => {
    await fc.assert(
      fc.asyncProperty(projects, (namespaces) => assertTextsReturn(namespaces)),
      { numRuns: RUNS },
    )
  })

  test('names that are text and branch, with empty parts, and very deep', async () => {
    const clashes = [
      'a',
      'a.b',
      'a.0',
      'a.',
      '.a',
      'a..b',
      '.',
      '..',
      'a-b',
      'a.b.c',
      'b.c.d',
      'b.c',
      `x${'.'.repeat(384)}`,
    ]
    const deep = [64, 65, 384].map((parts) => Array(parts).fill('d').join('.'))
    await assertTextsReturn({
      default: { en: Object.fromEntries([...clashes, ...deep].map((key) => [key, `=${key}`])), de: {} },
    })
  })

  test('namespaces whose names are those of what a Mac hides', () =>
    assertTextsReturn({ '._a': { en: { save: 'Save' }, de: {} }, __MACOSX: { en: { save: 'Save' }, de: {} } }))

  test('an empty project', () => assertTextsReturn({}))

  test('the files of a program in thirty languages', async () => {
    const from = await createProject()
    await upload(from, fileOf('locales.zip', await zipOf(LOCALE_FILES)))
    const exported = await unzip(await download(from, { namespaces: ['zod'], structure: 'nested' }))
    const textAt = (wanted: string) => exported.find(({ path }) => path === wanted)?.text ?? ''
    for (const [path, content] of Object.entries(LOCALE_FILES)) {
      const [locale = ''] = path.split('/')
      assert.deepEqual(JSON.parse(textAt(`zod/${locale}.json`)), JSON.parse(content), path)
    }
    await assertReturns(from, { structure: 'nested' })
    await assertReturns(from, { format: 'i18next-v4', style: 'minified' })
  })
})

/** Real ones: nested, with i18next's double braces and one of them with its plurals. */
const LOCALE_FILES = localeFiles(
  join(dirname(fileURLToPath(import.meta.resolve('zod-i18n-map/package.json'))), 'locales'),
)

function localeFiles(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json'))
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}
