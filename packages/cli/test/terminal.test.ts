import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createApiKey, createScene } from '../../server/test/factories.ts'
import { startFront } from './front.ts'
import { ended, folderWith } from './program.ts'
import { startScene } from './scene.ts'
import { noTerminal, onTerminal, seen } from './terminal.ts'

const { service, owner, projectId, url, env } = await startScene()
const value = (text: string) => ({ value: text, status: 'translated' as const })
const config = { 'parlance.config.json': { files: [{ path: '{locale}.json', format: 'json' }] } }

/** Moves a cursor, rings, begins a line of its own that a build takes for an order. */
const HOSTILE = 'evil\u001b[2J\u0007\r\n::error file=x::\u009b31m'

for (const [key, text] of [
  ['title', 'Shop'],
  [HOSTILE, 'Text'],
] as const)
  await service.ok(owner, 'createKey', {
    params: { projectId },
    body: { key, translations: { en: value(text), de: value(`${text} auf Deutsch`) } },
  })

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
const CONTROL = /[\x00-\x09\x0b-\x1f\x7f-\x9f]/
const OVERWRITTEN = '\r\x1b[2K'
const RED = '\x1b[31m'

/** A project of its own whose keys no code uses. */
async function unusedKeys(...keys: string[]) {
  const scene = await createScene(service)
  const scopes = ['translations:read', 'translations:write', 'translations:delete'] as const
  const { apiKey } = await createApiKey(service, scene.owner, scene.projectId, [...scopes])
  const params = { projectId: scene.projectId }
  for (const key of keys)
    await service.ok(scene.owner, 'createKey', { params, body: { key, translations: { en: value(key) } } })
  const files = { 'parlance.config.json': {}, 'a.ts': "t('used')" }
  return {
    here: folderWith(files, { PARLANCE_URL: url, PARLANCE_API_KEY: apiKey }),
    names: async () => (await service.ok(scene.owner, 'getTypes', { params })).keys.map(({ key }) => key).sort(),
  }
}

describe('on a terminal', { skip: noTerminal, concurrency: 3 }, () => {
  test('one line of progress is overwritten, and nothing of it stays', async () => {
    const here = folderWith(config, env)
    const { code, screen } = await onTerminal(here, ['pull']).ended()
    assert.equal(code, 0, screen)
    assert.equal(screen.match(/Pulled (en|de|fr) \(\d of 3\)/g)?.length, 3)
    assert.ok(screen.split(OVERWRITTEN).length > 3, screen)
    assert.deepEqual(seen(screen), ['wrote de.json (+2 ~0 -0)', 'wrote en.json (+2 ~0 -0)', '2 of 2 files written'])
  })

  test('Ctrl+C ends a command at once, and leaves no line of progress behind', async () => {
    const front = await startFront(url)
    front.set(({ path }) => (/locales=fr/.test(path) ? 'hang' : undefined))
    const terminal = onTerminal(folderWith(config, env), ['pull', '--url', front.url])
    await terminal.shows('(2 of 3)')
    terminal.type('\x03')
    const { code, screen } = await terminal.ended()
    assert.equal(code, 130)
    assert.doesNotMatch(seen(screen).join('\n'), /Pulled/)
  })

  test('no line of progress is longer than the terminal, which could not be overwritten', async () => {
    const here = folderWith({ 'en.json': { a: 'A' } }, env)
    const name = `${'long-'.repeat(30)}.po`
    const { code, screen } = await onTerminal(here, ['convert', 'en.json', name, '--locale', 'en'], {
      columns: 20,
    }).ended()
    assert.equal(code, 0, screen)
    const steps = screen.split(OVERWRITTEN).slice(0, -1)
    assert.ok(steps.length > 0, JSON.stringify(screen))
    for (const step of steps) assert.ok(step.length < 20, step)
  })

  test('there is colour, but not with NO_COLOR, --no-color or TERM=dumb, and neither colour nor overwriting with CI', async () => {
    const here = folderWith({ ...config, 'en.json': { title: 'Another' } }, env)
    const shown = async (args: string[], more: Record<string, string> = {}) =>
      (await onTerminal(here, ['diff', ...args], { env: more }).ended()).screen
    assert.ok((await shown([])).includes(RED))
    for (const [args, more] of [
      [['--no-color'], {}],
      [[], { NO_COLOR: '1' }],
    ] as const)
      assert.ok(!(await shown([...args], more)).includes('\x1b[3'))
    for (const more of [{ CI: 'true' }, { CI: '1' }, { TERM: 'dumb' }]) {
      const screen = await shown([], more)
      assert.match(screen, /Reading 1 file\r\n/)
      assert.doesNotMatch(screen.replaceAll('\r\n', '\n'), CONTROL)
    }
    assert.ok((await shown([], { CI: 'false' })).includes(RED))
  })

  test('what goes into a file has no colour, and what stays on the terminal has', async () => {
    const here = folderWith({ ...config, 'en.json': { title: 'Another' } }, env)
    const { code } = await onTerminal(here, ['diff'], { redirected: '> differences' }).ended()
    assert.equal(code, 0)
    assert.match(here.read('differences'), /^\+|^~/m)
    assert.doesNotMatch(here.read('differences'), CONTROL)
    const { screen } = await onTerminal(here, ['diff'], { redirected: '2> told' }).ended()
    assert.ok(screen.includes(RED))
    assert.match(here.read('told'), /^Reading 1 file\n/m)
    assert.doesNotMatch(here.read('told'), CONTROL)
  })

  test('what names and texts hold cannot move the cursor', async () => {
    const here = folderWith({ ...config, 'src/a.ts': "t('used')" }, env)
    for (const args of [['diff'], ['scan'], ['prune', '--dry-run']]) {
      const { screen } = await onTerminal(here, args).ended()
      assert.match(screen, /evil\\u001b\[2J\\u0007\\r\\n::error file=x::\\u009b31m/)
      assert.ok(!screen.includes('\x1b[2J') && !screen.includes('\x07') && !screen.includes('\u009b'))
      assert.doesNotMatch(screen, /^::error/m)
    }
  })

  test('a deletion is done when its number is typed, and not for another answer, an end of input or Ctrl+C', async () => {
    const { here, names } = await unusedKeys('a', 'b')
    for (const [typed, code] of [
      ['y\r', 2],
      ['\r', 2],
      ['\x04', 2],
      ['\x03', 130],
    ] as const) {
      const terminal = onTerminal(here, ['prune'])
      await terminal.shows('Type 2 to do it: ')
      terminal.type(typed)
      assert.deepEqual([JSON.stringify(typed), (await terminal.ended()).code], [JSON.stringify(typed), code])
    }
    assert.deepEqual(await names(), ['a', 'b'])
    assert.ok(!existsSync(join(here.folder, '.parlance')))
    for (const args of [['--no-input'], []]) {
      const refused = await onTerminal(here, ['prune', ...args], { env: args.length > 0 ? {} : { CI: '1' } }).ended()
      assert.equal(refused.code, 2)
      assert.match(refused.screen, /--yes/)
    }
    const terminal = onTerminal(here, ['prune'])
    await terminal.shows('Type 2 to do it: ')
    terminal.type('2\r')
    assert.equal((await terminal.ended()).code, 0)
    assert.deepEqual(await names(), [])
  })

  test('login asks for the key and shows nothing of it', async () => {
    const here = folderWith({}, { PARLANCE_URL: url })
    const terminal = onTerminal(here, ['login'])
    await terminal.shows(/API key for .*: /)
    terminal.type(`${env.PARLANCE_API_KEY}\r`)
    const { code, screen } = await terminal.ended()
    assert.equal(code, 0, screen)
    assert.ok(!screen.includes(env.PARLANCE_API_KEY.slice(0, 12)), screen)
    assert.match(
      readFileSync(join(here.folder, '.config/parlance/credentials.json'), 'utf8'),
      new RegExp(env.PARLANCE_API_KEY),
    )
    const none = onTerminal(here, ['login'])
    await none.shows(/API key for .*: /)
    none.type('\x04')
    assert.equal((await none.ended()).code, 2)
  })

  test('init asks, and takes what is found where nothing is typed', async () => {
    const here = folderWith({ 'src/locales/en/common.json': {} })
    const terminal = onTerminal(here, ['init'])
    await terminal.shows('Format of the files (i18next-v4): ')
    terminal.type('\r')
    await terminal.shows('Path of the files (src/locales/{locale}/{namespace}.json): ')
    terminal.type('\r')
    await terminal.shows('Address of the service: ')
    terminal.type('https://texts.example.com/\r')
    const { code, screen } = await terminal.ended()
    assert.equal(code, 0, screen)
    const { url: address, files } = JSON.parse(here.read('parlance.config.json'))
    assert.equal(address, 'https://texts.example.com')
    assert.deepEqual(files, [{ path: 'src/locales/{locale}/{namespace}.json', format: 'i18next-v4' }])
  })
})

describe('elsewhere than on a terminal', () => {
  const here = folderWith({ ...config, 'en.json': { title: 'Another' }, 'src/a.ts': "t('used')" }, env)

  test('each step is a plain line, and there is no control character, whatever names and texts hold', async () => {
    for (const args of [
      ['diff'],
      ['status'],
      ['scan'],
      ['check'],
      ['prune', '--dry-run'],
      ['whoami'],
      ['pull', '--dry-run', '--verbose'],
    ])
      for (const more of [{}, { GITHUB_ACTIONS: 'true' }] as Record<string, string>[]) {
        const { stdout, stderr } = await here.run(args, more)
        assert.doesNotMatch(`${stdout}${stderr}`, CONTROL, args.join(' '))
        assert.doesNotMatch(`${stdout}${stderr}`, /^::error file=x/m)
      }
    assert.match((await here.run(['diff'])).stderr, /^Reading 1 file\n$/)
    const { stdout } = await here.run(['diff', '--json'])
    assert.doesNotMatch(stdout, CONTROL)
    assert.ok((JSON.parse(stdout).result.onlyService as { key: string }[]).some(({ key }) => key === HOSTILE))
  })

  test('who stops listening keeps no command from its work', async () => {
    const { here: there, names } = await unusedKeys('a', 'b')
    const child = there.start(['prune', '--yes'])
    child.stdout?.destroy()
    child.stderr?.destroy()
    const code = await new Promise((resolve) => child.once('exit', resolve))
    assert.equal(code, 0)
    assert.deepEqual(await names(), [])
  })

  test('what cannot be written to a full disk was not done', {
    skip: existsSync('/dev/full') ? false : 'NO /dev/full',
  }, async () => {
    for (const args of [['diff', '--json'], ['status'], ['completion', 'bash'], ['--help']]) {
      const line = `${here.line(args).join(' ')} > /dev/full`
      const shell = spawn('sh', ['-c', line], { cwd: here.folder, env: here.environment() })
      const { code, stderr } = await ended(shell)
      assert.equal(code, 6, args.join(' '))
      assert.match(stderr, /ENOSPC/)
    }
  })
})
