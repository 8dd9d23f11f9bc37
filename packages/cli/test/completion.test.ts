import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { until } from '../../server/test/until.ts'
import { folderWith } from './program.ts'
import { startScene } from './scene.ts'
import { noTerminal, openTerminal } from './terminal.ts'

const { service, owner, projectId, env } = await startScene()
const config = { files: [{ path: '{locale}/{namespace}.json', format: 'json' }] }
const here = folderWith({ 'parlance.config.json': config, 'backup-of-mine.json': {} }, env)

before(async () => {
  for (const name of ['shop', 'my texts'])
    await service.ok(owner, 'createNamespace', { params: { projectId }, body: { name } })
  // What is offered while somebody types is what the service said last.
  await here.json(0, ['pull', '--dry-run'])
  // As if it were installed.
  const command = here.line([]).map((word) => `'${word}'`)
  here.write('bin/parlance', `#!/bin/sh\nexec ${command.join(' ')} "$@"\n`)
  chmodSync(join(here.folder, 'bin/parlance'), 0o755)
})

const shellEnv = () => {
  const surroundings = here.environment({ PS1: '> ', TERM: 'dumb' })
  return { ...surroundings, PATH: `${join(here.folder, 'bin')}:${surroundings['PATH']}` }
}

const isMissing = (shell: string) =>
  spawnSync(shell, ['--version']).status === 0 ? noTerminal : `NO ${shell.toUpperCase()}: put it on the PATH`

/** What is typed, and what the shell makes of it when Tab is pressed. */
const LINES: readonly [typed: string, completed: string][] = [
  ['parlance pul', 'parlance pull '],
  ['parlance compl', 'parlance completion '],
  ['parlance completion z', 'parlance completion zsh '],
  ['parlance pull --prune', 'parlance pull --prune-files '],
  ['parlance pull --no-c', 'parlance pull --no-color '],
  ['parlance --json pull --rew', 'parlance --json pull --rewrite '],
  ['parlance push --on-conflict lo', 'parlance push --on-conflict local '],
  ['parlance scan --framework rea', 'parlance scan --framework react-intl '],
  ['parlance pull --locale f', 'parlance pull --locale fr '],
  ['parlance pull --locale=f', 'parlance pull --locale=fr '],
  ['parlance pull --namespace sh', 'parlance pull --namespace shop '],
  ['parlance push --file backup', 'parlance push --file backup-of-mine.json '],
]

describe('a shell completes commands, flags, locales and namespaces', { concurrency: 3 }, () => {
  test('bash', { skip: isMissing('bash') }, async () => {
    await here.run(['completion', 'bash']).then(({ stdout }) => here.write('bash', stdout))
    const terminal = openTerminal('exec bash --norc --noprofile -i', { folder: here.folder, env: shellEnv() })
    terminal.type('bind "set enable-bracketed-paste off"; source ./bash; echo re""ady\n')
    // What is typed before the shell asks goes to the terminal itself, where \x15 takes it back.
    await terminal.shows('ready\r\n> ')
    for (const [typed, completed] of [
      ...LINES,
      ['parlance pull --namespace my', 'parlance pull --namespace my\\ texts '],
    ]) {
      terminal.type(`${typed}\t#\x15`)
      await terminal.shows(`${completed}#`)
    }
    terminal.type('exit\n')
    await terminal.ended()
  })

  test('zsh', { skip: isMissing('zsh') }, async () => {
    await here.run(['completion', 'zsh']).then(({ stdout }) => here.write('functions/_parlance', stdout))
    const terminal = openTerminal('exec zsh -f -i', { folder: here.folder, env: shellEnv() })
    terminal.type("PS1='> '; unsetopt zle_bracketed_paste prompt_sp 2>/dev/null; fpath=($PWD/functions $fpath); ")
    terminal.type('autoload -U compinit && compinit -u -d $PWD/dump; echo re""ady\n')
    await terminal.shows('ready')
    for (const [typed, completed] of [
      ...LINES,
      ['parlance pull --namespace my', 'parlance pull --namespace my\\ texts '],
    ]) {
      terminal.type(`${typed}\t#`)
      // The space behind it is taken back by some letters, so it is drawn anew for each.
      await until(`${completed}, instead of ${JSON.stringify(terminal.screen())}`, () =>
        terminal.screen().replaceAll(' \b', '').includes(`${completed}#`),
      )
      terminal.type('\x15')
    }
    terminal.type('exit\n')
    await terminal.ended()
  })

  test('fish', { skip: isMissing('fish') }, async () => {
    await here.run(['completion', 'fish']).then(({ stdout }) => here.write('parlance.fish', stdout))
    const offered = LINES.map(([typed]) => `echo "<"(complete -C '${typed}' | string split -f1 \\t)">"`)
    const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', `source parlance.fish; ${offered.join('; ')}`], {
      cwd: here.folder,
      env: shellEnv(),
      encoding: 'utf8',
    })
    assert.equal(stderr, '')
    const last = LINES.map(([, completed]) => `<${completed.trim().split(' ').at(-1)}>`)
    assert.deepEqual(stdout.trim().split('\n'), last)
  })
})
