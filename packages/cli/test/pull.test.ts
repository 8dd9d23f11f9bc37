import assert from 'node:assert/strict'
import { existsSync, lstatSync, readdirSync, statSync, symlinkSync, utimesSync } from 'node:fs'
import { join as pathOf } from 'node:path'
import { before, describe, test } from 'node:test'
import { createApiKey, join } from '../../server/test/factories.ts'
import { folderWith } from './program.ts'
import { startScene } from './scene.ts'

const { service, owner, orgId, projectId, env } = await startScene()
const params = { projectId }
const value = (text: string, status = 'translated') => ({ value: text, status })

interface Pulled {
  files: { path: string; locale: string; state: string; added: number; changed: number; removed: number }[]
}

const config = (files: object[], more: object = {}) => ({ 'parlance.config.json': { files, ...more } })
const json = { path: 'locales/{locale}/{namespace}.json', format: 'json' }

/** How often the service has answered what, when it was asked for values. */
function answersOf({ stderr }: { stderr: string }): Record<string, number> {
  const answers: Record<string, number> = {}
  for (const [, status = ''] of stderr.matchAll(/\/translations\S* (\d+)/g))
    answers[status] = (answers[status] ?? 0) + 1
  return answers
}

before(async () => {
  const keys = {
    title: { en: value('Shop'), de: value('Laden', 'not_reviewed') },
    bye: { en: value('Bye') },
  }
  for (const [key, translations] of Object.entries(keys))
    await service.ok(owner, 'createKey', { params, body: { key, translations } })
  const one = { key: 'cart', namespace: 'a/b', description: 'A verb', translations: { en: value('Pay') } }
  await service.ok(owner, 'createKey', { params, body: one })
})

describe('pull', () => {
  test('writes a file for each language and namespace that has texts', async () => {
    const here = folderWith(config([json]), env)
    const { result } = await here.json<Pulled>(0, ['pull'])
    assert.deepEqual(
      result.files.map(({ path, state, added }) => [path, state, added]),
      [
        ['locales/de/default.json', 'written', 1],
        ['locales/en/a%2Fb.json', 'written', 1],
        ['locales/en/default.json', 'written', 2],
      ],
    )
    assert.deepEqual(JSON.parse(here.read('locales/en/default.json')), { bye: 'Bye', title: 'Shop' })
    assert.deepEqual(readdirSync(pathOf(here.folder, 'locales/de')), ['default.json'])
  })

  test('changes what differs, leaves the rest, and touches nothing that says the same', async () => {
    const mine = '{\n    "title": "Old",\n\n    "mine": "stays"\n}\n'
    const here = folderWith({ ...config([json]), 'locales/en/default.json': mine }, env)
    const dry = await here.json<Pulled>(0, ['pull', '--dry-run', '--locale', 'en', '--namespace', 'default'])
    assert.deepEqual(dry.result.files, [
      {
        path: 'locales/en/default.json',
        locale: 'en',
        namespace: 'default',
        state: 'would_write',
        added: 1,
        changed: 1,
        removed: 0,
      },
    ])
    assert.equal(here.read('locales/en/default.json'), mine)
    await here.json(1, ['pull', '--check'])
    assert.ok(!existsSync(pathOf(here.folder, 'locales/de')))
    await here.json(0, ['pull'])
    assert.deepEqual(JSON.parse(here.read('locales/en/default.json')), { title: 'Shop', mine: 'stays', bye: 'Bye' })
    assert.match(here.read('locales/en/default.json'), /"Shop",\n\n {4}"mine": "stays"/)
    const { mtimeMs } = statSync(pathOf(here.folder, 'locales/en/default.json'))
    for (const args of [['pull'], ['pull', '--check'], ['pull', '--verbose']]) {
      const { result } = await here.json<Pulled>(0, args)
      assert.ok(result.files.every(({ state }) => state === 'unchanged'))
      assert.equal(result.files.length, 3)
    }
    assert.equal(statSync(pathOf(here.folder, 'locales/en/default.json')).mtimeMs, mtimeMs)
    const pruned = await here.json<Pulled>(0, ['pull', '--prune-files'])
    assert.equal(pruned.result.files.find(({ path }) => path === 'locales/en/default.json')?.removed, 1)
    assert.doesNotMatch(here.read('locales/en/default.json'), /mine/)
  })

  test('writes to where a link leads, also when nothing is there yet', async () => {
    const here = folderWith({ ...config([json]), 'locales/en/x': '' }, env)
    symlinkSync('../../elsewhere/texts.json', pathOf(here.folder, 'locales/en/default.json'))
    await here.json(0, ['pull'])
    assert.ok(lstatSync(pathOf(here.folder, 'locales/en/default.json')).isSymbolicLink())
    assert.deepEqual(JSON.parse(here.read('elsewhere/texts.json')), { bye: 'Bye', title: 'Shop' })
  })

  test('tells a language of the configuration that the project lacks, and writes the others', async () => {
    const here = folderWith(config([{ ...json, locales: ['en', 'xx'] }]), env)
    for (const command of ['pull', 'diff']) {
      const { errors } = await here.json(5, [command])
      assert.deepEqual([errors.length, errors[0]?.code, errors[0]?.locale], [1, 'LOCALE_NOT_FOUND', 'xx'])
    }
    assert.deepEqual(readdirSync(pathOf(here.folder, 'locales')), ['en'])
    await here.json(0, ['pull', '--locale', 'en'])
    // Whether the project has a language that a key does not see is none of its business.
    const limited = await join(service, owner, orgId, 'developer', ['en'])
    const { apiKey } = await createApiKey(service, limited, projectId, ['translations:read'])
    await folderWith(config([{ ...json, locales: ['en', 'de'] }]), { ...env, PARLANCE_API_KEY: apiKey }).json(0, [
      'pull',
    ])
  })

  test('asks for nothing that has not changed, and sees what has', async () => {
    const here = folderWith(config([json]), env)
    await here.json(0, ['pull'])
    const again = await here.run(['pull', '--verbose'])
    assert.deepEqual(answersOf(again), { 304: 3 })
    await service.ok(owner, 'putValue', {
      params: { projectId, key: 'title' },
      body: { locale: 'de', value: 'Geschäft' },
    })
    const { stdout, stderr } = await here.run(['pull', '--json', '--verbose'])
    const { result } = JSON.parse(stdout) as { result: Pulled }
    assert.deepEqual(answersOf({ stderr }), { 200: 2, 304: 2 })
    assert.deepEqual(
      result.files.filter(({ state }) => state === 'written').map(({ path, changed }) => [path, changed]),
      [['locales/de/default.json', 1]],
    )
    here.write('locales/de/default.json', '{}')
    const mended = await here.json<Pulled>(0, ['pull'])
    assert.deepEqual(
      mended.result.files.filter(({ state }) => state === 'written').map(({ path }) => path),
      ['locales/de/default.json'],
    )
  })

  test('knows in another checkout, with the cache of the last build, that nothing has changed', async () => {
    const first = folderWith(config([json]), env)
    await first.json(0, ['pull'])
    const path = 'locales/en/default.json'
    const kept = ['.parlance/pull.json', 'locales/de/default.json', 'locales/en/a%2Fb.json', path]
    const next = folderWith(config([json]), env)
    for (const file of kept) next.write(file, first.read(file))
    // As archives do that know whole seconds alone.
    utimesSync(pathOf(next.folder, path), 1, 1)
    const unchanged = await next.run(['pull', '--verbose'])
    assert.deepEqual(answersOf(unchanged), { 304: 3 })
    // As long as before.
    next.write(path, next.read(path).replace('Shop', 'Shed'))
    const { result } = await next.json<Pulled>(0, ['pull'])
    assert.deepEqual(
      result.files.filter(({ state }) => state === 'written').map((file) => [file.path, file.changed]),
      [[path, 1]],
    )
  })

  test('keys without a value are left out, blank, or in the source language', async () => {
    const here = folderWith(config([json]), env)
    const german = async (...args: string[]) => {
      await here.json(0, ['pull', '--rewrite', '--namespace=default', '--locale=de', ...args])
      return Object.keys(JSON.parse(here.read('locales/de/default.json'))).length === 1
        ? null
        : JSON.parse(here.read('locales/de/default.json')).bye
    }
    assert.equal(await german(), null)
    assert.equal(await german('--empty', 'blank'), '')
    assert.equal(await german('--empty', 'source'), 'Bye')
  })

  test('files that say more than texts get it', async () => {
    const po = { path: 'po/{locale_}.po', format: 'po', namespace: 'a/b' }
    const here = folderWith(config([po]), env)
    await here.json(0, ['pull', '--locale', 'en', '--empty', 'blank'])
    assert.match(here.read('po/en.po'), /#\. A verb/)
  })

  test('a file that cannot be read is exit 6, and the others are written', async () => {
    const here = folderWith({ ...config([json]), 'locales/en/default.json': '{"title": ' }, env)
    const { errors, result } = await here.json<Pulled>(6, ['pull'])
    assert.equal(errors[0]?.file, 'locales/en/default.json')
    assert.equal(errors[0]?.line, 1)
    assert.equal(result.files.find(({ path }) => path.endsWith('de/default.json'))?.state, 'written')
    assert.equal(here.read('locales/en/default.json'), '{"title": ')
    await here.json(0, ['pull', '--rewrite'])
  })

  test('takes languages that have changed alone, and leaves what a pull of everything writes', async () => {
    const table = { path: 'all.csv', format: 'csv', namespace: 'a/b' }
    const files = config([json, table, { path: 'po/{locale_}.po', format: 'po', namespace: 'default' }])
    const here = folderWith(files, env)
    const paths = ['locales/en/default.json', 'locales/de/default.json', 'locales/de/a%2Fb.json', 'all.csv', 'po/de.po']
    await here.json(0, ['pull', '--empty=source'])
    const cart = { params: { projectId, key: 'cart' }, query: { namespace: 'a/b' } }
    const texts = async (locale: string, text: string) =>
      service.ok(owner, 'putValue', { ...cart, body: { namespace: 'a/b', locale, value: text } })
    const changes: [name: string, change: () => Promise<unknown>, answers: object][] = [
      // Of three answers one is new; what is known of the keys, and one more language for the table, are asked for after it.
      ['a text', () => texts('de', 'Kasse'), { 200: 3, 304: 2 }],
      ['a text of the source language', () => texts('en', 'Check out'), { 200: 3 }],
      ['nothing', async () => {}, { 304: 3 }],
    ]
    for (const [name, change, answers] of changes) {
      await change()
      const pulled = await here.run(['pull', '--empty=source', '--verbose'])
      assert.equal(pulled.code, 0, pulled.stderr)
      const fresh = folderWith(files, env)
      await fresh.json(0, ['pull', '--empty=source'])
      for (const path of paths) assert.equal(here.read(path), fresh.read(path), `${path} after ${name}`)
      assert.deepEqual(answersOf(pulled), answers, name)
    }
  })

  test('what the project does not have is exit 5', async () => {
    const here = folderWith(config([json]), env)
    const { errors } = await here.json(5, ['pull', '--locale', 'ja', '--namespace', 'nope'])
    assert.deepEqual(
      errors.map(({ code }) => code),
      ['LOCALE_NOT_FOUND', 'NAMESPACE_NOT_FOUND'],
    )
    const typo = folderWith(config([{ ...json, path: '{locale}.json', namespace: 'defualt' }]), env)
    await typo.json(5, ['pull'])
  })
})
