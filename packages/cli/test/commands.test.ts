import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { createApiKey, createScene } from '../../server/test/factories.ts'
import { ended, folderWith } from './program.ts'
import { startScene } from './scene.ts'

const { service, owner, projectId, apiKey, url, env } = await startScene()

describe('the command line', () => {
  const here = folderWith()

  test('version and help need nothing', async () => {
    for (const args of [['--version'], ['-V'], ['pull', '-V']])
      assert.match((await here.run(args)).stdout, /^\d+\.\d+\.\d+\n$/)
    const help = await here.run(['--help'])
    assert.equal(help.code, 0)
    for (const name of ['init', 'pull', 'push', 'completion'])
      assert.match(help.stdout, new RegExp(`^ {2}${name} `, 'm'))
    const ofPull = await here.run(['pull', '-h'])
    assert.match(ofPull.stdout, /--prune-files/)
    assert.match(ofPull.stdout, /PARLANCE_API_KEY/)
  })

  test('what is wrong with a line is exit 2, with what was probably meant', async () => {
    for (const [args, message] of [
      [['pusj'], /push/],
      [['pull', '--lcoale', 'de'], /--locale/],
      [['pull', '--empty', 'blnk'], /blank/],
      [['pull', '--locale'], /<code>/],
      [['pull', 'what'], /one word too many/],
      [['status', '--min', 'high'], /number/],
      [['status', '--min', '101'], /100/],
      [['pull', '--json=1'], /no value/],
      [['pull', '-x'], /-x/],
      [[], /--help/],
    ] as const) {
      const { errors } = await here.json(2, args)
      assert.equal(errors[0]?.code, 'USAGE')
      assert.match(errors[0]?.message ?? '', message)
    }
  })

  test('without --json the same is told on stderr alone', async () => {
    const { code, stdout, stderr } = await here.run(['pusj'])
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, /^error .*push/)
  })
})

describe('the configuration', () => {
  const json = { path: '{locale}.json', format: 'json' }
  const faults: Record<string, [config: object | string, message: RegExp]> = {
    'is no JSON': ['{\n  "files": [,]\n}', /JSON/],
    'has an unknown field': [{ file: [] }, /file is unknown.*files/],
    'has an unknown field of a file': [{ files: [{ ...json, fromat: 'x' }] }, /files\[0\]\.fromat.*format/],
    'lacks a field': [{ files: [{ path: 'x' }] }, /files\[0\]\.format is missing/],
    'has a wrong type': [{ files: {} }, /files must be an array/],
    'has a wrong value': [{ push: { onConflict: 'locl' } }, /local/],
    'has an unknown format': [{ files: [{ path: '{locale}.json', format: 'jsn' }] }, /json/],
    'has an unknown placeholder': [{ files: [{ path: '{lang}.json', format: 'json' }] }, /\{lang\}/],
    'lacks a locale in a path': [{ files: [{ path: 'x.json', format: 'json' }] }, /\{locale\}/],
    'has a locale where all are in one file': [
      { files: [{ path: '{locale}.xcstrings', format: 'xcstrings' }] },
      /holds all locales/,
    ],
    'has two files for one path': [{ files: [json, { ...json, format: 'i18next-v4' }] }, /lead to one path/],
    'spells a locale as more than a part of a path': [
      { files: [{ ...json, localeNames: { de: 'de/AT' } }] },
      /files\[0\]\.localeNames.*"de\/AT"/,
    ],
    'has a password in its address': [{ url: 'https://me:secret@texts.example.com', files: [json] }, /^url has a name/],
    'has an option that the format lacks': [{ files: [{ ...json, options: { x: true } }] }, /no option x/],
    'has a key in it': [{ apiKey: 'tms_x', files: [json] }, /PARLANCE_API_KEY/],
    'has a key anywhere': [{ files: [{ ...json, namespace: `tms_${'a'.repeat(43)}` }] }, /PARLANCE_API_KEY/],
  }
  for (const [what, [config, message]] of Object.entries(faults))
    test(`that ${what} is exit 2`, async () => {
      const here = folderWith({ 'parlance.config.json': config }, env)
      const { errors } = await here.json(2, ['push'])
      assert.equal(errors[0]?.code, 'CONFIG')
      assert.equal(errors[0]?.file, 'parlance.config.json')
      assert.match(errors[0]?.message ?? '', message)
    })

  test('is searched for upwards, may be a module, and is named by a flag', async () => {
    const module = `export default { url: ${JSON.stringify(url)}, files: [{ path: '{locale}.json', format: 'json' }] }`
    const here = folderWith({ 'parlance.config.mjs': module, 'deep/er/x': '', 'ts.config.ts': module, 'none/x': '' })
    const key = { PARLANCE_API_KEY: apiKey }
    await here.json(0, ['pull', '--dry-run'], key)
    await here.json(0, ['pull', '--dry-run', '--config', 'ts.config.ts'], key)
    const { code } = await ended(here.start(['pull', '--dry-run'], { ...key, PARLANCE_CONFIG: 'deep/missing.json' }))
    assert.equal(code, 2)
    const none = folderWith({}, env)
    assert.match((await none.json(2, ['pull'])).errors[0]?.message ?? '', /parlance init/)
  })
})

test('what a configuration prints is not taken for an answer', async () => {
  const module = `console.log('loading'); export default { files: [{ path: '{locale}.json', format: 'json' }] }`
  const here = folderWith({ 'parlance.config.mjs': module }, { PARLANCE_URL: url, PARLANCE_API_KEY: apiKey })
  const { stdout, stderr } = await here.run(['status', '--json'])
  assert.equal(JSON.parse(stdout).ok, true)
  assert.match(stderr, /^loading$/m)
})

describe('keys', () => {
  test('none, a wrong one and one of another project are exit 3', async () => {
    const here = folderWith()
    const login = ['--url', url]
    const none = await here.json(3, ['status', ...login])
    assert.equal(none.errors[0]?.code, 'NOT_AUTHENTICATED')
    await here.json(3, ['status', ...login, '--api-key', 'tms_wrong'])
    await here.json(3, ['status', ...login, '--api-key', apiKey, '--project', String(projectId + 1)])
    await here.json(0, ['status', ...login, '--api-key', apiKey, '--project', String(projectId)])
  })

  test('that may not write are exit 3, and a service that is not there is exit 4', async () => {
    const reader = await createApiKey(service, owner, projectId, ['translations:read'])
    const files = {
      'parlance.config.json': { files: [{ path: '{locale}.json', format: 'json' }] },
      'en.json': { a: 'A' },
    }
    const here = folderWith(files, { PARLANCE_URL: url, PARLANCE_API_KEY: reader.apiKey })
    assert.equal((await here.json(3, ['push'])).errors[0]?.code, 'FORBIDDEN')
    const gone = await here.json(4, ['status', '--url', 'http://127.0.0.1:9', '--retries', '0'])
    assert.equal(gone.errors[0]?.code, 'NETWORK')
  })

  test('are stored by login for nobody else to read, and forgotten by logout', async () => {
    const here = folderWith({}, { PARLANCE_URL: url })
    const child = here.start(['login', '--stdin', '--json'])
    child.stdin?.end(`${apiKey}\n`)
    const { code, stdout } = await ended(child)
    assert.equal(code, 0, stdout)
    assert.doesNotMatch(stdout, new RegExp(apiKey))
    assert.equal(statSync(join(here.folder, '.config/parlance/credentials.json')).mode & 0o777, 0o600)
    const me = await here.json<{ projectId: number; scopes: string[] }>(0, ['whoami'])
    assert.equal(me.result.projectId, projectId)
    assert.deepEqual(me.result.scopes, ['translations:read', 'translations:write'])
    const second = await createScene(service)
    const other = await createApiKey(service, second.owner, second.projectId, ['translations:read'])
    await here.json(0, ['login', '--api-key', other.apiKey])
    const several = await here.json(3, ['whoami'])
    assert.match(
      several.errors[0]?.message ?? '',
      new RegExp(`--project ${projectId} .*--project ${second.projectId} `),
    )
    const chosen = await here.json<{ projectId: number }>(0, ['whoami', '--project', String(second.projectId)])
    assert.equal(chosen.result.projectId, second.projectId)
    await here.json(3, ['logout'])
    assert.deepEqual((await here.json(0, ['logout', '--project', String(projectId)])).result, { removed: 1 })
    assert.deepEqual((await here.json(0, ['logout', '--all'])).result, { removed: 1 })
    await here.json(3, ['whoami'])
  })

  test('that are wrong are not stored', async () => {
    const here = folderWith({}, { PARLANCE_URL: url })
    const child = here.start(['login', '--stdin'])
    child.stdin?.end('tms_wrong')
    assert.equal((await ended(child)).code, 3)
    assert.ok(!existsSync(join(here.folder, '.config')))
    await here.json(2, ['login'])
  })

  test('are never shown', async () => {
    const here = folderWith({}, env)
    const { stdout, stderr } = await here.run(['status', '--verbose'])
    assert.match(stderr, /GET .*\/stats 200/)
    assert.ok(!`${stdout}${stderr}`.includes(apiKey))
  })
})

describe('init', () => {
  test('writes a configuration that the other commands take, and none over another', async () => {
    const here = folderWith({ 'src/locales/en/common.json': {} }, env)
    await here.json(2, ['init'])
    const { result } = await here.json<{ config: { files: object[] } }>(0, ['init', '--yes'])
    assert.deepEqual(result.config.files, [{ path: 'src/locales/{locale}/{namespace}.json', format: 'i18next-v4' }])
    await here.json(0, ['pull', '--dry-run'])
    await here.json(2, ['init', '--yes'])
    const other = folderWith()
    await other.json(0, ['init', '--format', 'po', '--path', '{locale}.po'])
    await folderWith().json(2, ['init', '--format', 'po', '--path', 'x.po'])
  })

  test('says what comes next, and what has to be decided before', async () => {
    const said = async (there: Record<string, object>, more: Record<string, string>, args = ['--yes']) =>
      (await folderWith(there, more).run(['init', ...args])).stderr
    const files = { 'locales/en/translation.json': {} }
    assert.match(await said(files, {}), /"placeholders": "convert".*\n.*\nNext: "parlance login/)
    assert.match(await said(files, env), /"placeholders": "convert".*\n.*\nNext: "parlance push --all-locales"/)
    const po = await said({}, env, ['--format', 'po', '--path', '{locale}.po'])
    assert.match(po, /^Next: "parlance push/)
  })

  test('lays files out as those that are there, and what i18next calls translation is the default namespace', async () => {
    const files = async (there: Record<string, object>, args = ['--yes']) =>
      (await folderWith(there).json<{ config: { files: object[] } }>(0, ['init', ...args])).result.config.files
    const path = 'public/locales/{locale}/translation.json'
    const nested = { format: 'i18next-v4', structure: 'nested' }
    const alone = { 'public/locales/en/translation.json': { cart: { title: 'Your cart' } } }
    assert.deepEqual(await files(alone), [{ path, ...nested }])
    assert.deepEqual(await files({ ...alone, 'public/locales/de/shop.json': { pay: 'Zahlen' } }), [
      { path, ...nested },
      { path: 'public/locales/{locale}/{namespace}.json', ...nested, namespaces: ['shop'] },
    ])
    const typed = ['--format', 'i18next-v4', '--path', 'public/locales/{locale}/{namespace}.json']
    assert.deepEqual(await files(alone, typed), [{ path: typed[3], ...nested }])
  })
})

describe('diff', () => {
  before(async () => {
    const value = (text: string) => ({ value: text, status: 'translated' as const })
    for (const [key, translations] of Object.entries({
      a: { en: value('A') },
      b: { en: value('B') },
      c: { de: value('C') },
    }))
      await service.ok(owner, 'createKey', { params: { projectId }, body: { key, translations } })
  })

  test('tells both ways what differs, and exits with 1 only where that was asked for', async () => {
    const files = { 'parlance.config.json': { files: [{ path: '{locale}.json', format: 'json' }] } }
    const here = folderWith({ ...files, 'en.json': { a: 'Another', n: 'New', e: '' } }, env)
    const named = { namespace: 'default', locale: 'en' }
    const { result } = await here.json(0, ['diff'])
    assert.deepEqual(result, {
      onlyLocal: [{ ...named, key: 'n', value: 'New' }],
      onlyService: [
        { ...named, locale: 'de', key: 'c', value: 'C' },
        { ...named, key: 'b', value: 'B' },
      ],
      different: [{ ...named, key: 'a', localValue: 'Another', serverValue: 'A' }],
    })
    await here.json(1, ['diff', '--exit-code'])
    await here.json(0, ['pull', '--prune-files'])
    await here.json(0, ['diff', '--exit-code'])
    assert.equal((await here.run(['diff'])).stdout, 'Nothing differs\n')
  })
})

describe('completion', () => {
  test('offers commands, flags, and what the service said last', async () => {
    const here = folderWith({ 'parlance.config.json': { files: [{ path: '{locale}.json', format: 'json' }] } }, env)
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { code, stdout } = await here.run(['completion', shell])
      assert.equal(code, 0)
      assert.match(stdout, /prune-files/)
    }
    await here.json(2, ['completion', 'tcsh'])
    assert.equal((await here.run(['completion', 'locales'])).stdout, '')
    await here.json(0, ['pull', '--dry-run'])
    assert.equal((await here.run(['completion', 'locales'])).stdout, 'en\nde\nfr\n')
  })
})
