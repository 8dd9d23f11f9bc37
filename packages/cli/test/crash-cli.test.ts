import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, watch } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createApiKey, createScene } from '../../server/test/factories.ts'
import { startService } from '../../server/test/harness.ts'
import { startFront } from './front.ts'
import { ended, folderWith } from './program.ts'
import { listening } from './scene.ts'

/** How often each command is killed at a random moment. */
const IS_FULL = process.env['PARLANCE_TEST_FULL'] === '1'
const ROUNDS = IS_FULL ? 60 : 1
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGKILL'] as const
const CODES = { SIGINT: 130, SIGTERM: 143, SIGKILL: null } as const
const LANGUAGES = ['en', 'de', 'fr']
const KEYS = 400

const service = await startService()
const url = await listening(service)
const config = {
  files: [{ path: 'locales/{locale}/{namespace}.json', format: 'json' }],
  sourceLocale: 'en',
  types: { out: 'src/texts.d.ts' },
}

/** A project with texts in three languages, behind a front. */
async function scene() {
  const front = await startFront(url)
  const { owner, projectId } = await createScene(service)
  const scopes = ['translations:read', 'translations:write', 'translations:delete'] as const
  const { apiKey } = await createApiKey(service, owner, projectId, [...scopes])
  const params = { projectId }
  const texts = (language: string) =>
    Object.fromEntries(Array.from({ length: KEYS }, (_, at) => [`key ${at}`, `Text ${at} in ${language}`]))
  const env = { PARLANCE_URL: front.url, PARLANCE_API_KEY: apiKey }
  const byLanguage = Object.fromEntries(LANGUAGES.map((language) => [language, texts(language)]))
  const options = { conflictResolution: 'keep_local' as const }
  const body = { namespaces: { default: byLanguage }, options }
  await service.ok({ apiKey }, 'commitCliImport', { params, body })
  return {
    owner,
    params,
    front,
    texts,
    folder: (files: Record<string, string | object> = {}) =>
      folderWith({ 'parlance.config.json': config, ...files }, env),
    names: async () => (await service.ok(owner, 'getTypes', { params })).keys.map(({ key }) => key),
    export: () =>
      service.ok({ apiKey }, 'exportTranslations', { query: { locales: LANGUAGES, include: ['meta', 'statuses'] } }),
  }
}

type Here = ReturnType<typeof folderWith>

/** Every file below a folder. */
function filesOf({ folder }: Here): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

const isLeftOver = (path: string) => /\.tmp$|\.parlance-\d/.test(path)

/** Whatever a file is, it is whole. */
function assertWhole(here: Here, wholes: Record<string, readonly string[]>, signal: string): void {
  for (const path of filesOf(here)) {
    // What a program leaves that could do nothing more is nobody's file.
    if (isLeftOver(path)) assert.equal(signal, 'SIGKILL', `${path} was left behind`)
    else if (path in wholes) assert.ok(wholes[path]?.includes(here.read(path)), `${path} is half written`)
    else if (path.endsWith('.json')) JSON.parse(here.read(path))
  }
}

/** Kills a command after some milliseconds, or lets it end. Whether it was killed. */
async function killedAfter(here: Here, args: readonly string[], signal: (typeof SIGNALS)[number], wait: number) {
  const child = here.start(args)
  const end = ended(child)
  const timer = setTimeout(() => child.kill(signal), wait)
  const { code, stderr } = await end
  clearTimeout(timer)
  // Before its first line ran a signal ends a program by itself.
  assert.ok([0, 1, CODES[signal], null].includes(code), `${args.join(' ')} ended with ${code}: ${stderr}`)
  return code !== 0
}

/** Loaded before the program: says what it asks of the disk, and kills it at one of these moments. */
const SPY = `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const { SPY_LOG, KILL_AT = '', KILL_COUNT, KILL_WITH } = process.env
const { appendFileSync, fstatSync, fsyncSync } = fs
fs.fsyncSync = (file) => {
  fsyncSync(file)
  appendFileSync(SPY_LOG, fstatSync(file).isDirectory() ? 'folder ' : 'file ')
}
const [when, name] = KILL_AT.split(' ')
const real = fs[name]
let left = Number(KILL_COUNT)
if (real)
  fs[name] = (...args) => {
    // Node opens files as well.
    const isOurs = typeof args[0] === 'number' || String(args[0]).includes('.parlance-')
    const isNow = isOurs && --left === 0
    const end = () => {
      appendFileSync(SPY_LOG, 'killed ')
      process.kill(process.pid, KILL_WITH)
    }
    if (isNow && when === 'before') end()
    const result = real(...args)
    if (isNow && when === 'after') end()
    return result
  }
syncBuiltinESMExports()
`

/** The environment of a program that is watched so, and what it has said to the disk. */
function spied(here: Here, more: Record<string, string> = {}) {
  const [spy, log] = [join(here.folder, 'spy.mjs'), join(here.folder, 'asked')]
  here.write('spy.mjs', SPY)
  here.write('asked', '')
  return {
    env: { ...more, NODE_OPTIONS: `--import=file://${spy}`, SPY_LOG: log },
    asked: () => readFileSync(log, 'utf8'),
  }
}

const random = (below: number) => Math.floor(Math.random() * below)

/** An empty file is beside, a full one, and it has taken its place. */
const MOMENTS = ['after openSync', 'after writeFileSync', 'before renameSync', 'after renameSync', 'before linkSync']
const WRITING: string[][] = [
  ['pull'],
  ['types', '--lock', 'lock.json'],
  ['convert', 'en.json', 'out.po', '--locale', 'en'],
  ['scan', '--report', 'report.json'],
  ['login'],
  ['init', '--yes'],
]

describe('killed at each step of a write', { concurrency: 2 }, () => {
  for (const args of IS_FULL ? WRITING : WRITING.slice(0, 1))
    test(`${args[0]} leaves whole files, and nothing beside them after a signal that can be heard`, async () => {
      const { folder, texts } = await scene()
      const make = () => {
        const here = folder({ 'en.json': texts('en'), 'a.ts': "t('key 1')" })
        if (args[0] === 'init') rmSync(join(here.folder, 'parlance.config.json'))
        return here
      }
      const whole = make()
      await whole.json(0, args)
      // What is kept for the next time tells when files were written: it is whole when it can be read.
      const known = filesOf(whole).filter((path) => !path.startsWith('.parlance/'))
      const wholes = Object.fromEntries(known.map((path) => [path, [whole.read(path)]]))
      // Until there is no such moment any more; else the first file that people have is the third.
      for (const moment of IS_FULL ? MOMENTS : MOMENTS.slice(0, 3))
        for (const signal of IS_FULL ? SIGNALS : SIGNALS.slice(moment === 'after writeFileSync' ? 2 : 1, 3))
          for (let count = IS_FULL ? 1 : 3; count < (IS_FULL ? 20 : 4); count++) {
            const here = make()
            const { env, asked } = spied(here, { KILL_AT: moment, KILL_COUNT: String(count), KILL_WITH: signal })
            const { code } = await ended(here.start(args, env))
            if (!asked().includes('killed')) {
              assert.ok(IS_FULL, `there is no moment ${count} ${moment}`)
              break
            }
            assert.ok(code === CODES[signal] || (signal !== 'SIGKILL' && code === 0), `${signal} ended it with ${code}`)
            assertWhole(here, wholes, signal)
          }
    })
})

describe('killed at any moment', { concurrency: 2 }, () => {
  test('pull leaves files that are whole, old or new, and the next pull ends it', async () => {
    const { folder, front } = await scene()
    const paths = LANGUAGES.map((language) => `locales/${language}/default.json`)
    const old = '{\n  "key 1": "Old"\n}\n'
    const before = Object.fromEntries(paths.map((path) => [path, old]))
    const whole = folder(before)
    await whole.json(0, ['pull'])
    for (let round = 0; round < ROUNDS * SIGNALS.length; round++) {
      const signal = SIGNALS[round % SIGNALS.length] ?? 'SIGKILL'
      const here = folder(before)
      // The last language is held back until files of the others have come: then it is killed among them.
      const isAmong = round % 4 !== 3
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
      front.set(({ path }) => (/locales=fr/.test(path) && isAmong ? held : undefined))
      const child = here.start(['pull'])
      const end = ended(child)
      const watcher = watch(join(here.folder, 'locales'), { recursive: true })
      if (isAmong) await new Promise((resolve) => watcher.once('change', resolve))
      else await new Promise((resolve) => setTimeout(resolve, random(600)))
      child.kill(signal)
      await end
      watcher.close()
      letGo()
      assertWhole(here, Object.fromEntries(paths.map((path) => [path, [old, whole.read(path)]])), signal)
      front.set(() => undefined)
      await here.json(0, ['pull'])
      for (const path of paths) assert.equal(here.read(path), whole.read(path))
    }
  })

  test('push writes all or nothing, and the next push ends it', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { folder, names, front } = await scene()
      const texts = Object.fromEntries(Array.from({ length: KEYS }, (_, at) => [`new ${at}`, 'New']))
      const here = folder({ 'locales/en/default.json': texts })
      const signal = SIGNALS[round % SIGNALS.length] ?? 'SIGKILL'
      const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
      front.set(({ path }) => {
        if (path.includes('/import/commit')) reach()
        return undefined
      })
      const child = here.start(['push'])
      const end = ended(child)
      await reached
      await new Promise((resolve) => setTimeout(resolve, random(30)))
      child.kill(signal)
      await end
      const count = (await names()).length
      assert.ok(count === KEYS || count === 2 * KEYS, String(count))
      front.set(() => undefined)
      await here.json(0, ['push'])
      assert.equal((await names()).length, 2 * KEYS)
    }
  })

  for (const [args, wait] of [
    [['init', '--yes'], 300],
    [['types', '--lock', 'lock.json'], 600],
    [['convert', 'en.json', 'out.po', '--locale', 'en'], 500],
    [['scan', '--report', 'report.json'], 700],
    [['login'], 400],
  ] as [string[], number][])
    test(`${args[0]} writes its file whole or not at all`, async () => {
      const { folder, texts } = await scene()
      const make = () => {
        const here = folder({ 'en.json': texts('en'), 'a.ts': "t('key 1')" })
        if (args[0] === 'init') rmSync(join(here.folder, 'parlance.config.json'))
        return here
      }
      const whole = make()
      await whole.json(0, args)
      const wholes = Object.fromEntries(filesOf(whole).map((path) => [path, [whole.read(path)]]))
      for (let round = 0; round < ROUNDS; round++) {
        const signal = SIGNALS[(round + wait / 100) % SIGNALS.length] ?? 'SIGKILL'
        const here = make()
        await killedAfter(here, args, signal, random(wait))
        const { '.parlance/project.json': _, ...known } = wholes
        assertWhole(here, known, signal)
      }
    })
})

/** As it stands on the service, with everything that is said of it. */
async function keysWithAll({ owner, params }: Awaited<ReturnType<typeof scene>>) {
  const created = [
    {
      key: 'rich',
      description: 'What it is for',
      characterLimit: 40,
      translations: {
        en: { value: 'Rich', status: 'translated' },
        de: { value: 'Reich', status: 'not_reviewed' },
        fr: { value: '', status: 'not_translated' },
      },
    },
    {
      key: 'plural',
      isPlural: true,
      translations: { en: { value: '{count, plural, one {# day} other {# days}}', status: 'translated' } },
    },
    { key: 'android', syntax: 'printf', translations: { en: { value: '%d of %1$s', status: 'not_reviewed' } } },
    { key: 'empty', translations: {} },
    {
      key: '__proto__',
      namespace: 'constructor',
      translations: { de: { value: 'Nur Deutsch', status: 'translated' } },
    },
  ] as const
  for (const body of created) await service.ok(owner, 'createKey', { params, body: body as never })
}

describe('what is deleted', { concurrency: 2 }, () => {
  test('comes back from its backup with all values, statuses and what is said of the keys', async () => {
    const one = await scene()
    await keysWithAll(one)
    const before = await one.export()
    const here = one.folder({ 'a.ts': "t('used')" })
    const { result } = await here.json<{ file: string; deleted: number }>(0, ['prune', '--yes'])
    assert.equal(result.deleted, KEYS + 5)
    assert.deepEqual(await one.names(), [])
    await here.json(0, ['push', '--file', result.file])
    assert.deepEqual(await one.export(), before)
    // In another language alone, what is said of the keys comes too.
    const again = await here.json<{ file: string }>(0, ['prune', '--yes'])
    await here.json(0, ['push', '--file', again.result.file, '--locale', 'de'])
    const german = await one.export()
    assert.equal(german.keys?.['default']?.['rich']?.description, 'What it is for')
    assert.deepEqual(german.namespaces['default']?.['de'], before.namespaces['default']?.['de'])
  })

  test('is on disk before the first key goes, and whole', async () => {
    for (const command of [
      ['prune', '--yes'],
      ['push', '--delete-missing', '--yes'],
    ]) {
      const one = await scene()
      const before = await one.export()
      const here = one.folder({ 'a.ts': "t('used')", 'locales/en/default.json': { 'key 0': 'Text 0 in en' } })
      const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
      one.front.set(({ path }) => {
        if (!path.includes('/batch')) return undefined
        // Both are on disk by then: what was saved, and its name.
        assert.match(asked(), /^file folder folder $/)
        reach()
        return 'hang'
      })
      const { env, asked } = spied(here)
      const child = here.start(command, env)
      const end = ended(child)
      await reached
      child.kill('SIGKILL')
      await end
      const [backup = ''] = filesOf(here).filter((path) => path.includes('deleted-'))
      const { namespaces } = JSON.parse(here.read(backup)) as { namespaces: Record<string, object> }
      assert.equal(Object.keys((namespaces['default'] as Record<string, object>)['en'] ?? {}).length >= KEYS - 1, true)
      assert.deepEqual(await one.export(), before)
      assert.deepEqual(filesOf(here).filter(isLeftOver), [])
    }
  })

  test('is never more than what was saved, whenever it is killed', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const one = await scene()
      const before = (await one.export()).namespaces
      const here = one.folder({ 'a.ts': "t('used')" })
      await killedAfter(here, ['prune', '--yes'], 'SIGKILL', 200 + random(800))
      const left = await one.names()
      if (left.length === KEYS) continue
      const [backup = ''] = filesOf(here).filter((path) => path.includes('deleted-'))
      await here.json(0, ['push', '--file', backup])
      assert.deepEqual((await one.export()).namespaces, before)
    }
  })

  test('is not deleted where it cannot be saved', async (t) => {
    const one = await scene()
    const here = one.folder({ 'a.ts': "t('used')" })
    const kept = join(here.folder, '.parlance')
    mkdirSync(kept)
    const full = fullDisk(kept)
    if (!full) return t.skip('NO FULL DISK: a file system of its own cannot be mounted here')
    try {
      const { errors } = await here.json(6, ['prune', '--yes'])
      assert.equal(errors[0]?.code, 'ENOSPC')
      assert.match(errors[0]?.file ?? '', /^\.parlance\/deleted-.*\.json$/)
    } finally {
      full.release()
    }
    assert.equal((await one.names()).length, KEYS)
  })
})

/** A file system without room at a folder; undefined where that cannot be made. */
function fullDisk(folder: string) {
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'none', folder]).status !== 0) return undefined
  return { release: () => spawnSync('umount', [folder]) }
}

describe('a disk that takes nothing', { concurrency: 2 }, () => {
  test('leaves files as they were, tells which, and nothing beside them', async (t) => {
    const { folder, texts } = await scene()
    const here = folder()
    const out = join(here.folder, 'out')
    mkdirSync(out)
    const full = fullDisk(out)
    if (!full) return t.skip('NO FULL DISK: a file system of its own cannot be mounted here')
    try {
      here.write('en.json', texts('en'))
      here.write('out/old.po', 'old')
      here.write('parlance.config.json', { ...config, files: [{ path: 'out/{locale}.json', format: 'json' }] })
      for (const [args, file] of [
        [['convert', 'en.json', 'out/old.po', '--locale', 'en'], 'out/old.po'],
        [['types', '--out', 'out/texts.d.ts'], 'out/texts.d.ts'],
        [['types', '--lock', 'out/lock.json', '--out', 'texts.d.ts'], 'out/lock.json'],
        [['pull', '--locale', 'de'], 'out/de.json'],
      ] as [string[], string][]) {
        const { errors } = await here.json(6, args)
        assert.deepEqual(
          errors.map((error) => [error.code, error.file]),
          [['ENOSPC', file]],
        )
      }
      assert.deepEqual(readdirSync(out), ['old.po'])
      assert.equal(here.read('out/old.po'), 'old')
    } finally {
      full.release()
    }
  })

  test('or a folder that may not be written is exit 6, and the rest is done', async () => {
    const { folder } = await scene()
    const here = folder({ 'locales/de/default.json': '{}\n' })
    const unlock = locked(here, 'locales/de', () => here.write('locales/de/default.json', '{}\n'))
    try {
      const { errors, result } = await here.json<{ files: { state: string }[] }>(6, ['pull'])
      assert.match(errors[0]?.code ?? '', /^(EACCES|EROFS)$/)
      assert.equal(errors[0]?.file, 'locales/de/default.json')
      assert.doesNotMatch(errors[0]?.message ?? '', /tmp/)
      assert.deepEqual(
        result.files.map(({ state }) => state),
        ['failed', 'written', 'written'],
      )
    } finally {
      unlock()
    }
  })
})

/** A folder that nobody may write to. Root writes everywhere but to a file system that is read-only. */
function locked(here: Here, path: string, fill: () => void): () => void {
  const folder = join(here.folder, path)
  if (spawnSync('mount', ['-t', 'tmpfs', 'none', folder]).status !== 0) {
    chmodSync(folder, 0o555)
    return () => chmodSync(folder, 0o755)
  }
  fill()
  spawnSync('mount', ['-o', 'remount,ro', folder])
  return () => spawnSync('umount', [folder])
}

test('what a killed program has left behind is taken away by the next that writes there, and never read', async () => {
  const { folder } = await scene()
  const path = 'locales/{locale}/{namespace}'
  const here = folder({ 'locales/en/.parlance-1.tmp': '{"half":', 'locales/en/.parlance-2.tmp': '{"half":' })
  here.write('parlance.config.json', { ...config, files: [{ path, format: 'json' }] })
  utimesSync(join(here.folder, 'locales/en/.parlance-1.tmp'), 1, 1)
  here.write('locales/en/default', { 'key 1': 'Text 1 in en' })
  const { result } = await here.json<{ files: { namespace: string }[] }>(0, ['push'])
  assert.deepEqual(
    result.files.map(({ namespace }) => namespace),
    ['default'],
  )
  await here.json(0, ['pull'])
  assert.ok(!existsSync(join(here.folder, 'locales/en/.parlance-1.tmp')))
  // Somebody else may be writing it just now.
  assert.ok(existsSync(join(here.folder, 'locales/en/.parlance-2.tmp')))
  assert.ok(readFileSync(join(here.folder, 'locales/en/default'), 'utf8').includes('key 2'))
})
