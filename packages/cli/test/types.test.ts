import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { folderWith } from './program.ts'
import { startScene } from './scene.ts'

const { service, owner, projectId, env } = await startScene()
const params = { projectId }
const put = (key: string, value: string) =>
  service.ok(owner, 'createKey', { params, body: { key, translations: { en: { value, status: 'translated' } } } })
await put('title', 'Your cart')
await put('hi', 'Hi {name}')

interface Result {
  file: string | null
  changed: boolean
  breaking: { namespace: string; key: string; reason: string; parameter?: string }[]
}

describe('types', () => {
  const project = () => folderWith({ 'parlance.config.json': { files: [], types: { out: 'src/texts.d.ts' } } }, env)

  test('writes declarations, and touches no file that is up to date', async () => {
    const { json, folder, read } = project()
    const first = await json<Result>(0, ['types'])
    assert.deepEqual(first.result, { file: 'src/texts.d.ts', changed: true, breaking: [] })
    assert.match(read('src/texts.d.ts'), /'hi': P\d+\n/)
    assert.match(read('src/texts.d.ts'), /\{ name: string \| number \}/)
    const { mtimeMs } = statSync(join(folder, 'src/texts.d.ts'))
    assert.equal((await json<Result>(0, ['types'])).result.changed, false)
    assert.equal(statSync(join(folder, 'src/texts.d.ts')).mtimeMs, mtimeMs)
  })

  test('--check writes nothing, and exits with 1 when the file is not up to date', async () => {
    const { json, run, write, read } = project()
    assert.equal((await json<Result>(1, ['types', '--check'])).result.changed, true)
    await run(['types'])
    await json(0, ['types', '--check'])
    write('src/texts.d.ts', 'old')
    await json(1, ['types', '--check'])
    const onGithub = await run(['types', '--check'], { GITHUB_ACTIONS: 'true' })
    assert.match(onGithub.stdout, /^::error file=src\/texts\.d\.ts::src\/texts\.d\.ts is not up to date$/m)
    assert.equal(read('src/texts.d.ts'), 'old')
  })

  test('--out is from where one is; without it and a configuration it is asked for', async () => {
    const { json, read } = folderWith({}, env)
    await json(0, ['types', '--out', 'here.d.ts'])
    assert.match(read('here.d.ts'), /Texts/)
    const { errors } = await json(2, ['types'])
    assert.deepEqual(
      errors.map(({ code }) => code),
      ['USAGE'],
    )
  })

  test('--lock keeps what code expects, and --compat tells what would break it', async () => {
    const { json, run, folder } = folderWith({}, env)
    await json(0, ['types', '--lock', 'texts.lock.json'])
    const { keys } = JSON.parse(readFileSync(join(folder, 'texts.lock.json'), 'utf8')) as { keys: { key: string }[] }
    assert.deepEqual(
      keys.map(({ key }) => key),
      ['hi', 'title'],
    )
    await json(0, ['types', '--compat', 'texts.lock.json'])
    await service.ok(owner, 'putValue', {
      params: { projectId, key: 'hi' },
      body: { locale: 'en', value: 'Hi {name} {day}' },
    })
    const { result } = await json<Result>(1, ['types', '--compat', 'texts.lock.json'])
    assert.deepEqual(result.breaking, [
      { namespace: 'default', key: 'hi', reason: 'parameter_added', parameter: 'day' },
    ])
    const onGithub = await run(['types', '--compat', 'texts.lock.json'], { GITHUB_ACTIONS: 'true' })
    assert.match(onGithub.stdout, /^::error file=texts\.lock\.json,line=3::default hi now asks for day$/m)
    await json(6, ['types', '--compat', 'missing.json'])
  })

  test('--from files asks nobody, and wants to know the source', async () => {
    const config = { files: [{ path: 'texts/{locale}.json', format: 'json' }], types: { out: 'texts.d.ts' } }
    const files = { 'texts/en.json': { a: '{n, number}', b: 'x' }, 'texts/de.json': { c: '{x}' } }
    const { json, read, write } = folderWith({ ...files, 'parlance.config.json': config })
    const { errors } = await json(2, ['types', '--from', 'files'])
    assert.match(errors[0]?.message ?? '', /sourceLocale/)
    write('parlance.config.json', { ...config, sourceLocale: 'en' })
    await json(0, ['types', '--from', 'files'])
    assert.match(read('texts.d.ts'), /\{ n: number \}/)
    assert.doesNotMatch(read('texts.d.ts'), /'c'/)
  })
})
