import assert from 'node:assert/strict'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import { checked, createApiKey, createScene } from '../../server/test/factories.ts'
import { type Document, ended, folderWith } from './program.ts'
import { startScene } from './scene.ts'
import { assertDocument, assertShape } from './shape.ts'

const { service, owner, projectId, url } = await startScene()
const all = ['translations:read', 'translations:write', 'translations:delete'] as const
const build = await createApiKey(service, owner, projectId, [...all])
const writer = await createApiKey(service, owner, projectId, ['translations:write'])
const env = { PARLANCE_URL: url, PARLANCE_API_KEY: build.apiKey }
const entry = { path: '{locale}/{namespace}.json', format: 'json' }
const config = { 'parlance.config.json': { files: [entry], sourceLocale: 'en', types: { out: 'texts.d.ts' } } }
const value = (text: string) => ({ value: text, status: 'translated' as const })

for (const [key, translations] of Object.entries({
  title: { en: value('Shop'), de: value('Laden') },
  hello: { en: value('Hello {name}'), de: value('Hallo') },
  old: { en: value('Old') },
}))
  await service.ok(owner, 'createKey', { params: { projectId }, body: { key, translations } })
await checked(service, owner, projectId)

type Folder = ReturnType<typeof folderWith>

/** Runs a command that ends so, and holds what it prints to its shape. */
async function answer(here: Folder, code: number, args: string[], example?: unknown, more?: Record<string, string>) {
  const document = await here.json<Record<string, unknown>>(code, args, more)
  assertDocument(document, args[0] ?? null)
  if (example !== undefined) assertShape(document.result, example, args.join(' '))
  return document
}

const named = { namespace: '', locale: '', key: '' }
const placed = { namespace: '', key: '', file: '', line: 0, column: 0 }
const conflict = { ...named, localValue: '', serverValue: '' }
const stats = {
  keysCreated: 0,
  keysUpdated: 0,
  keysDeleted: 0,
  translationsCreated: 0,
  translationsUpdated: 0,
  namespacesCreated: [],
}
const pushedFile = { path: '', locale: '', namespace: '', keys: 0 }
const issue = {
  id: '',
  state: '',
  keyId: 0,
  key: '',
  namespace: '',
  translationId: 0,
  locale: '',
  check: '',
  severity: '',
  message: '',
  branch: null,
  start: null,
  end: null,
  ignored: null,
  detectedAt: '',
}

describe('--json has the shape of its command', { concurrency: 3 }, () => {
  test('pull', async () => {
    const file = { path: '', locale: '', namespace: '', state: '', added: 0, changed: 0, removed: 0 }
    const here = folderWith({ ...config, 'en/default.json': '{"a": ' }, env)
    const failed = await answer(here, 6, ['pull'], { files: [file] })
    const states = ({ result }: Document<Record<string, unknown>>) =>
      (result['files'] as { state: string }[]).map(({ state }) => state)
    assert.deepEqual(states(failed), ['written', 'failed'])
    assert.deepEqual(states(await answer(here, 1, ['pull', '--check', '--rewrite'], { files: [file] })), [
      'unchanged',
      'would_write',
    ])
    await answer(here, 0, ['pull', '--dry-run', '--rewrite'], { files: [file] })
    await answer(here, 0, ['pull', '--rewrite'], { files: [file] })
    await answer(here, 0, ['pull'], { files: [file] })
    await answer(here, 5, ['pull', '--locale', 'ja'], { files: [] })
  })

  test('push', async () => {
    const answered = { success: true, stats, errors: [], warnings: [], conflicts: [], files: [pushedFile] }
    const here = folderWith({ ...config, 'en/default.json': { title: 'Shop' } }, env)
    const { result } = await answer(here, 0, ['push'])
    const { affectedKeyIds, changes, ...rest } = result
    assert.ok(Array.isArray(affectedKeyIds))
    assert.ok(changes === null || typeof changes === 'object')
    assertShape(rest, answered, 'push')
    here.write('en/default.json', { title: 'Mine' })
    const refused = await answer(here, 5, ['push'])
    assertShape(refused.result['conflicts'], [conflict], 'conflicts')
    assert.equal(refused.result['success'], false)
    assert.deepEqual(
      refused.errors.map(({ code }) => code),
      ['CONFLICT'],
    )
    const counted = { totalKeys: 0, newKeys: 0, existingKeys: 0, totalTranslations: 0 }
    const dry = { valid: true, stats: counted, conflicts: [conflict], warnings: [], files: [pushedFile] }
    await answer(here, 5, ['push', '--dry-run'], dry)
    await answer(here, 0, ['push', '--dry-run', '--on-conflict', 'server'], { ...dry, conflicts: [conflict] })
    here.write('en/default.json', '{ "a": ')
    await answer(here, 6, ['push'], {})
    await answer(here, 2, ['push', '--locale', 'de', '--all-locales'], {})
    await answer(here, 6, ['push', '--file', 'none.json'], {})
    for (const backup of ['[]', '{"namespaces":{"a":null}}', '{"namespaces":{"a":{"en":{"k":1}}}}', '{'])
      await answer(folderWith({ ...config, 'b.json': backup }, env), 6, ['push', '--file', 'b.json'], {})
  })

  test('diff', async () => {
    const here = folderWith({ ...config, 'en/default.json': { title: 'Mine', own: 'Own' } }, env)
    const example = {
      onlyLocal: [{ ...named, value: '' }],
      onlyService: [{ ...named, value: '' }],
      different: [conflict],
    }
    await answer(here, 0, ['diff'], example)
    await answer(here, 1, ['diff', '--exit-code'], example)
    await answer(here, 5, ['diff', '--locale', 'ja'], { onlyLocal: [], onlyService: [], different: [] })
  })

  test('status', async () => {
    const counted = { code: '', translated: 0, notReviewed: 0, notTranslated: 0, percent: 0, percentReviewed: 0 }
    const here = folderWith({}, env)
    await answer(here, 0, ['status'], { keys: 0, locales: [counted] })
    await answer(here, 1, ['status', '--min', '100'], { keys: 0, locales: [counted] })
    await answer(here, 5, ['status', '--locale', 'ja'], { keys: 0, locales: [] })
  })

  test('scan and prune', async () => {
    const code = "t('title'); t('nope'); t('hel' + x)"
    const here = folderWith({ ...config, 'src/a.ts': code }, env)
    const pattern = { namespace: '', pattern: '', file: '', line: 0, column: 0 }
    const found = { used: [placed], missing: [placed], unused: [{ namespace: '', key: '' }], dynamic: [pattern] }
    const { result } = await answer(here, 0, ['scan', '--report', 'report.json'], found)
    assert.deepEqual(JSON.parse(here.read('report.json')), result)
    await answer(here, 1, ['scan', '--fail-on', 'missing'], found)
    await answer(here, 1, ['scan', '--fail-on', 'unused,missing'], found)
    await answer(here, 6, ['scan', 'nowhere'], {})
    await answer(here, 2, ['prune'], {})
    await answer(here, 0, ['prune', '--dry-run'], {
      keys: [{ namespace: '', key: '' }],
      seen: [],
      deleted: 0,
      file: null,
    })
    here.write('src/b.ts', 'const = 1')
    await answer(here, 6, ['scan'], found)
    await answer(here, 6, ['prune', '--yes'], {})
    await answer(here, 2, ['prune', '--seen-days', '99999999'])
  })

  test('check', async () => {
    const found = folderWith(
      { ...config, 'en/default.json': { hello: 'Hello {name}' }, 'de/default.json': { hello: 'Hallo' } },
      env,
    )
    const stored = await answer(found, 1, ['check'])
    const { params: _, fix: __, ...first } = (stored.result['issues'] as Record<string, unknown>[])[0] ?? {}
    const { branch, start, end, ...known } = issue
    const { branch: b, start: s, end: e, ...seen } = first
    assertShape(seen, known, 'check')
    assert.deepEqual([b, s, e].length, [branch, start, end].length)
    assertShape(stored.result['counts'], { error: 0, warning: 0 }, 'counts')
    assert.deepEqual(Object.keys(stored.result), ['issues', 'counts'])
    await answer(found, 0, ['check', '--fail-on', 'never'])
    await answer(found, 5, ['check', '--locale', 'ja'], { issues: [], counts: { error: 0, warning: 0 } })
    const local = await answer(found, 1, ['check', '--local'])
    const [one = {}] = local.result['issues'] as Record<string, unknown>[]
    const about = ['file', 'line', 'column']
    assert.deepEqual(
      Object.keys(one).filter((name) => about.includes(name)),
      about,
    )
    for (const name of ['id', 'keyId', 'translationId', 'detectedAt']) assert.equal(one[name], null)
    const onGithub = await found.run(['check', '--local'], { GITHUB_ACTIONS: 'true' })
    assert.match(onGithub.stdout, /^::error file=de\/default\.json,line=\d+,col=\d+::hello \(de\): .+$/m)
    const from = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: join(found.folder, '..') }
    const below = basename(found.folder)
    assert.ok(
      (await found.run(['check', '--local'], from)).stdout.includes(`::error file=${below}/de/default.json,line=`),
    )
    found.write('de/default.json', '{')
    await answer(found, 6, ['check', '--local'])
    await answer(folderWith({ ...config, 'parlance.config.json': { files: [entry] } }), 2, ['check', '--local'], {})
  })

  test('types', async () => {
    const breaking = { namespace: '', key: '', reason: '' }
    const here = folderWith(config, env)
    await answer(here, 1, ['types', '--check'], { file: '', changed: true, breaking: [] })
    await answer(here, 0, ['types', '--lock', 'lock.json'], { file: '', changed: true, breaking: [] })
    const lock = JSON.parse(here.read('lock.json')) as { keys: object[] }
    here.write('lock.json', { keys: [...lock.keys, { namespace: 'default', key: 'gone', params: [] }] })
    const { result } = await answer(here, 1, ['types', '--compat', 'lock.json'], {
      file: '',
      changed: false,
      breaking: [breaking],
    })
    assert.deepEqual(result['breaking'], [{ namespace: 'default', key: 'gone', reason: 'key_removed' }])
    await answer(here, 6, ['types', '--compat', 'none.json'], {})
    await answer(folderWith({}, env), 2, ['types'], {})
  })

  test('init, convert and completion', async () => {
    const here = folderWith({ 'en.json': { a: 'A' } })
    const made = { path: '', config: { $schema: '', files: [{ path: '', format: '' }] } }
    await answer(here, 0, ['init', '--format', 'json', '--path', '{locale}.json'], made)
    await answer(here, 2, ['init', '--yes'], {})
    for (const path of ['{lang}.json', '{locale}/', 'en.json'])
      await answer(folderWith(), 2, ['init', '--format', 'json', '--path', path], {})
    await answer(folderWith(), 2, ['init'], {})
    await answer(here, 0, ['convert', 'en.json', 'en.po', '--locale', 'en'], { file: '', format: '', keys: 0 })
    await answer(here, 2, ['convert', 'en.json', 'en.xyz', '--locale', 'en'], {})
    await answer(here, 2, ['convert', 'en.json', 'en.po', '--locale', 'no locale!'], {})
    await answer(here, 2, ['convert', 'en.json'], {})
    await answer(here, 6, ['convert', 'none.json', 'en.po', '--locale', 'en'], {})
    await answer(here, 6, ['convert', 'en.json', 'en.po', '--locale', 'en', '--base', 'none.po'], {})
    await answer(here, 0, ['completion', 'fish'], { script: '' })
    await answer(here, 0, ['completion', 'locales'], { locales: [] })
    await answer(here, 2, ['completion'], {})
    await answer(here, 2, ['completion', 'tcsh'], {})
  })

  test('login, whoami and logout', async () => {
    const here = folderWith({}, { PARLANCE_URL: url })
    const key = { PARLANCE_API_KEY: build.apiKey }
    await answer(here, 0, ['login'], { url: '', projectId: 0, name: '', expiresAt: null }, key)
    const me = { url: '', projectId: 0, name: '', scopes: [''], localeCodes: null, expiresAt: null }
    await answer(here, 0, ['whoami'], me)
    await answer(here, 0, ['logout'], { removed: 1 })
    await answer(here, 3, ['whoami'], {})
    await answer(here, 0, ['logout'], { removed: 0 })
    await answer(folderWith(), 2, ['login'], {}, key)
    await answer(here, 3, ['login'], {}, { PARLANCE_API_KEY: 'tms_ wrong' })
  })

  test('dev', async () => {
    const here = folderWith({}, env)
    await answer(here, 2, ['dev', '--port', '0'], {}, { NODE_ENV: 'production' })
    await answer(here, 2, ['dev', '--port', '1.5'], {})
    await answer(here, 2, ['dev', '--port', String(new URL(url).port)], {})
    await answer(here, 3, ['dev', '--port', '0'], {}, { PARLANCE_API_KEY: 'tms_wrong' })
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      const child = here.start(['dev', '--port', '0'])
      const end = ended(child)
      await new Promise((resolve) => child.stdout?.once('data', resolve))
      child.kill(signal)
      const { code: real, stdout } = await end
      assert.equal(real, code)
      assert.match(stdout, /^The companion of applications answers at http:\/\/localhost:\d+\/__parlance\n$/)
    }
  })
})

describe('every command that asks the service', { concurrency: 3 }, () => {
  const commands: string[][] = [
    ['whoami'],
    ['pull'],
    ['push'],
    ['diff'],
    ['status'],
    ['check'],
    ['scan'],
    ['prune', '--yes'],
    ['types'],
    ['dev', '--port', '0'],
  ]
  const files = { ...config, 'en/default.json': { title: 'Shop' }, 'src/a.ts': "t('title')" }

  test('is exit 3 without a key, with a wrong one, and with one of another project', async () => {
    const here = folderWith(files, { PARLANCE_URL: url })
    const key = { PARLANCE_API_KEY: build.apiKey }
    for (const args of commands) {
      const none = await answer(here, 3, args, {})
      assert.equal(none.errors[0]?.code, 'NOT_AUTHENTICATED')
    }
    await answer(here, 3, ['whoami'], {}, { PARLANCE_API_KEY: 'tms_wrong' })
    await answer(here, 3, ['whoami', '--project', String(projectId + 1)], {}, key)
    await answer(here, 3, ['whoami'], {}, { ...key, PARLANCE_PROJECT: String(projectId + 1) })
  })

  test('is exit 3 with a key that may not read, and 4 where nobody answers', async () => {
    const here = folderWith(files, env)
    for (const args of commands.filter(([name]) => name !== 'whoami' && name !== 'dev')) {
      const { errors } = await answer(here, 3, args, {}, { PARLANCE_API_KEY: writer.apiKey })
      assert.equal(errors[0]?.code, 'FORBIDDEN')
    }
    for (const args of commands.slice(0, 4)) {
      const { errors } = await answer(here, 4, [...args, '--url', 'http://127.0.0.1:9', '--retries', '0'], {})
      assert.equal(errors[0]?.code, 'NETWORK')
    }
  })

  test('is exit 2 with an unknown flag, which is told with the nearest, or without an address', async () => {
    const here = folderWith(files, { PARLANCE_API_KEY: build.apiKey })
    for (const args of commands) {
      const { errors } = await answer(here, 2, [...args, '--quite'], {})
      assert.equal(errors[0]?.message, 'There is no flag --quite. Did you mean --quiet?')
    }
    assert.equal((await answer(here, 2, ['pull'], {})).errors[0]?.code, 'CONFIG')
  })
})

describe('asked for by name, what is not there', { concurrency: 3 }, () => {
  test('is told, and never passed over', async () => {
    const narrow = { files: [{ path: '{locale}.json', format: 'json', locales: ['en', 'de'] }] }
    const here = folderWith({ 'parlance.config.json': narrow, 'en.json': { title: 'Shop' } }, env)
    await answer(here, 2, ['push', '--namespace', 'typo'])
    await answer(here, 6, ['push', '--locale', 'fr'])
    await answer(here, 5, ['push', '--locale', 'ja'])
    await answer(here, 2, ['pull', '--locale', 'fr'])
    await answer(here, 5, ['pull', '--namespace', 'typo'])
    const { owner: other, projectId: id } = await createScene(service)
    const { apiKey } = await createApiKey(service, other, id, [...all])
    const more = { PARLANCE_API_KEY: apiKey }
    await service.ok(other, 'createNamespace', { params: { projectId: id }, body: { name: 'shop' } })
    await answer(here, 2, ['pull', '--namespace', 'shop'], { files: [] }, more)
    const backup = { namespaces: { default: { en: { k: 'K' } } } }
    here.write('backup.json', backup)
    for (const args of [
      ['--namespace', 'typo'],
      ['--locale', 'de'],
    ])
      await answer(here, 5, ['push', '--file', 'backup.json', ...args], undefined, more)
  })

  test('is found by any spelling of a locale', async () => {
    const { owner: other, projectId: id } = await createScene(service)
    const { apiKey } = await createApiKey(service, other, id, [...all])
    await service.ok(other, 'addProjectLocale', { params: { projectId: id }, body: { code: 'pt-BR' } })
    const here = folderWith(
      { ...config, 'en/default.json': { a: 'A' } },
      { PARLANCE_URL: url, PARLANCE_API_KEY: apiKey },
    )
    for (const args of [['status'], ['pull'], ['diff'], ['check']])
      await answer(here, 0, [...args, '--locale', 'pt_br, DE'])
  })
})
