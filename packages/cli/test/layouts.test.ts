import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createApiKey, createScene } from '../../server/test/factories.ts'
import { startService } from '../../server/test/harness.ts'
import { startFront } from './front.ts'
import { ended, folderWith } from './program.ts'
import { listening } from './scene.ts'

const service = await startService()
const url = await listening(service)
const LOCALES = ['de', 'fr', 'pt-BR', 'zh-Hans']

/** A project in five languages with a key in two namespaces, and a folder for its files. */
async function project(files: object[], more: object = {}) {
  const { owner, projectId } = await createScene(service)
  const params = { projectId }
  for (const code of LOCALES) await service.ok(owner, 'addProjectLocale', { params, body: { code } })
  const { apiKey } = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])
  const texts = (name: string) =>
    Object.fromEntries(['en', ...LOCALES].map((code) => [code, { [name]: `${name} in ${code}` }]))
  const body = {
    namespaces: { default: texts('title'), shop: texts('pay') },
    options: { conflictResolution: 'keep_local' as const, createNamespaces: true },
  }
  await service.ok({ apiKey }, 'commitCliImport', { params, body })
  const config = { 'parlance.config.json': { files, ...more } }
  const here = folderWith(config, { PARLANCE_URL: url, PARLANCE_API_KEY: apiKey })
  return { here, owner, params, pulled: () => paths(here, ['pull']) }
}

type Here = ReturnType<typeof folderWith>

async function paths(here: Here, args: string[]): Promise<string[]> {
  const { result } = await here.json<{ files: { path: string }[] }>(0, args)
  return result.files.map(({ path }) => path)
}

describe('files lie where the configuration says, and are read from there', { concurrency: 3 }, () => {
  const layouts: Record<string, [file: object, paths: string[]]> = {
    '{locale_}': [
      { path: 'a/{locale_}.json', format: 'json' },
      ['a/de.json', 'a/en.json', 'a/fr.json', 'a/pt_BR.json', 'a/zh_Hans.json'],
    ],
    '{locale-android}, nothing for the source': [
      { path: 'res/values{locale-android}/strings.xml', format: 'android' },
      ['-b+zh+Hans', '-de', '-fr', '-pt-rBR', ''].map((name) => `res/values${name}/strings.xml`),
    ],
    '{locale-apple}': [
      { path: '{locale-apple}.lproj/Localizable.strings', format: 'apple-strings' },
      ['de', 'en', 'fr', 'pt-BR', 'zh-Hans'].map((name) => `${name}.lproj/Localizable.strings`),
    ],
    '{namespace}, and only some of them': [
      { path: '{namespace}/{locale}.json', format: 'json', namespaces: ['shop'], locales: ['en', 'de'] },
      ['shop/de.json', 'shop/en.json'],
    ],
    '{locale} with a region, beside names that would mean something in a pattern': [
      { path: '(a+b)/x.{locale}-[{namespace}].json', format: 'json', namespaces: ['default'] },
      ['de', 'en', 'fr', 'pt-BR', 'zh-Hans'].map((name) => `(a+b)/x.${name}-[default].json`),
    ],
    localeNames: [
      { path: '{locale}.json', format: 'json', namespace: 'shop', localeNames: { 'zh-Hans': 'zh_CN' } },
      ['de.json', 'en.json', 'fr.json', 'pt-BR.json', 'zh_CN.json'],
    ],
    'languages spelled in another way': [
      {
        path: '{locale}.json',
        format: 'json',
        namespace: 'shop',
        locales: ['en', 'pt_br'],
        localeNames: { pt_BR: 'br' },
      },
      ['br.json', 'en.json'],
    ],
    'a file with all languages': [{ path: 'all.xcstrings', format: 'xcstrings' }, ['all.xcstrings']],
  }
  for (const [name, [file, expected]] of Object.entries(layouts))
    test(name, async () => {
      const { here, pulled } = await project([file])
      assert.deepEqual((await pulled()).toSorted(), expected.toSorted())
      for (const path of expected) assert.ok(existsSync(join(here.folder, path)))
      const { result } = await here.json<{ files: { path: string }[] }>(0, ['push', '--all-locales'])
      assert.deepEqual(result.files.map(({ path }) => path).toSorted(), expected.toSorted())
      await here.json(0, ['pull', '--check'])
      const { result: differences } = await here.json<Record<string, object[]>>(0, ['diff'])
      assert.deepEqual(differences['onlyLocal'], [])
      assert.deepEqual(differences['different'], [])
    })

  test('from below the folder of the configuration, and shown from where one is', async () => {
    const { here } = await project([{ path: 'texts/{locale}.json', format: 'json', locales: ['en'] }])
    here.write('deep/er/file', '')
    const [command = '', ...args] = here.line(['pull', '--json'])
    const below = { cwd: join(here.folder, 'deep/er'), env: here.environment() }
    const { stdout } = await ended(spawn(command, args, below))
    assert.deepEqual(
      JSON.parse(stdout).result.files.map(({ path }: { path: string }) => path),
      ['../../texts/en.json'],
    )
    assert.ok(existsSync(join(here.folder, 'texts/en.json')))
  })
})

describe('pull', { concurrency: 3 }, () => {
  const json = { path: '{locale}.json', format: 'json' }

  test('asks once for each language, four at a time', async () => {
    const { here } = await project([json])
    const front = await startFront(url)
    let [open, most] = [0, 0]
    const { promise: full, resolve } = Promise.withResolvers<void>()
    const isOfLanguage = (path: string) => /\/translations\?/.test(path)
    front.set(({ path }) => {
      // What is known of the keys comes first, with the texts they are translated from.
      if (!isOfLanguage(path) || /include=meta/.test(path)) return undefined
      open++
      most = Math.max(most, open)
      if (open === 4) resolve()
      return full.then(() => {
        open--
      })
    })
    await here.json(0, ['pull', '--url', front.url])
    const asked = front.seen
      .filter(({ path }) => isOfLanguage(path))
      .map(({ path }) => /locales=([\w-]+)/.exec(path)?.[1])
    assert.deepEqual(asked.toSorted(), ['de', 'en', 'fr', 'pt-BR', 'zh-Hans'])
    assert.equal(most, 4)
  })

  test('takes only values of the statuses that were named, by flag or configuration', async () => {
    const { here, owner, params } = await project([json], { pull: { statuses: ['translated'] } })
    const body = { locale: 'de', value: 'Fertig', status: 'translated' as const }
    await service.ok(owner, 'putValue', { params: { ...params, key: 'title' }, body })
    await here.json(0, ['pull', '--rewrite'])
    assert.deepEqual(JSON.parse(here.read('de.json')), { title: 'Fertig' })
    assert.ok(!existsSync(join(here.folder, 'fr.json')))
    await here.json(0, ['pull', '--rewrite', '--status', 'not_reviewed,translated'])
    assert.ok(existsSync(join(here.folder, 'fr.json')))
  })
})

describe('what is done without the service', { concurrency: 3 }, () => {
  test('knows the source language from the configuration, else from what the service said last', async () => {
    const { here } = await project([{ path: '{locale}.json', format: 'json' }], { types: { out: 'texts.d.ts' } })
    here.write('en.json', { title: 'Title' })
    const offline: string[][] = [
      ['check', '--local'],
      ['types', '--from', 'files'],
      ['convert', 'en.json', 'out.po'],
    ]
    for (const args of offline) {
      const { errors } = await here.json(2, args)
      assert.match(errors[0]?.message ?? '', /"sourceLocale"|--locale/)
    }
    await here.json(0, ['status'])
    const nobody = { PARLANCE_URL: 'http://127.0.0.1:9', PARLANCE_API_KEY: '' }
    for (const args of offline) await here.json(0, args, nobody)
  })
})
