import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createApiKey, createScene } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { sql } from '../../../db/sql.ts'
import { fileOf } from './import-scene.ts'

const RUNS = process.env['PARLANCE_TEST_FULL'] === '1' ? 200 : 12
const service = await startService()
const { owner, orgId } = await createScene(service)

type Namespaces = Record<string, Record<string, Record<string, string>>>

async function createProject() {
  const body = { name: 'Shop', sourceLocale: 'en', locales: ['de'] }
  const { id: projectId } = await service.ok(owner, 'createProject', { params: { orgId }, body })
  return { projectId }
}

async function download(params: { projectId: number }, structure: string): Promise<Buffer> {
  const answer = await service.call(owner, 'exportKeys', { params, body: { structure } })
  return answer.body as Buffer
}

/** Fills a project, takes its archive into an empty one, and compares what both give out. */
async function assertReturns(namespaces: Namespaces): Promise<void> {
  const [from, ...into] = await Promise.all([createProject(), createProject(), createProject()])
  const key = await createApiKey(service, owner, from.projectId, ['translations:write'])
  const options = { conflictResolution: 'fail', createNamespaces: true }
  const imported = await service.ok(key, 'commitCliImport', { params: from, body: { namespaces, options } })
  assert.equal(imported.success, true)
  for (const [at, structure] of ['flat', 'nested'].entries()) {
    const params = into[at] as { projectId: number }
    const archive = await download(from, structure)
    const body = { files: [fileOf('export.zip', archive)] }
    const { validationId, files } = await service.ok(owner, 'validateImport', { params, body })
    for (const { filename, detection } of files) assert.deepEqual(detection.errors, [], filename)
    const commit = { validationId, fileMappings: [], conflictResolutions: [] }
    const { success, errors } = await service.ok(owner, 'commitImport', { params, body: commit })
    assert.equal(success, true, JSON.stringify(errors))
    assert.deepEqual(await download(params, structure), archive, structure)
    assert.deepEqual(await download(params, 'flat'), await download(from, 'flat'), structure)
  }
  await service.db.run(sql`delete from import_rates`)
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
      fc.asyncProperty(projects, (namespaces) => assertReturns(namespaces)),
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
    await assertReturns({
      default: { en: Object.fromEntries([...clashes, ...deep].map((key) => [key, `=${key}`])), de: {} },
    })
  })

  test('an empty project', () => assertReturns({}))
})
