import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { atEnd } from '../harness.ts'
import { INHERITED, killAll, startProcess } from '../running-service.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const SHOWN = 'http://127.0.0.1:4400'

const home = mkdtempSync(join(tmpdir(), 'parlance-first-'))
atEnd(async () => {
  await killAll(home)
  rmSync(home, { recursive: true, force: true })
})
const dataDir = join(home, 'data')
const service = await startProcess({ DATA_DIR: dataDir })

interface Step {
  lines: string
  /** Undefined where nothing is said to be printed. */
  promised: string | undefined
}

/** What is between two headings: lines for a shell, and what stands under them. */
function stepsOf(file: string, from: string, to: string): Step[] {
  const page = readFileSync(join(ROOT, file), 'utf8')
  const [begin, end] = [page.indexOf(`\n${from}\n`), page.indexOf(`\n${to}\n`)]
  assert.ok(begin >= 0 && end > begin, `${file} has ${from} and then ${to}`)
  return [...page.slice(begin, end).matchAll(/```sh\n(.*?)```\n(?:\n```text\n(.*?)\n```\n)?/gs)].map(
    ([, lines = '', promised]) => ({ lines, promised }),
  )
}

/** One shell for all steps, as people paste them; what each printed. */
async function pasted(steps: readonly Step[], here: (lines: string) => string) {
  const END = '--- the end of a step ---'
  const script = steps.map(({ lines }) => `${here(lines)}\necho "${END}"; echo "${END}" >&2\n`).join('')
  const env = { ...INHERITED, HOME: home, TMPDIR: home, BASH_ENV: '' }
  const shell = spawn('bash', ['--noprofile', '--norc'], { cwd: home, env, stdio: ['pipe', 'pipe', 'pipe'] })
  const late = setTimeout(() => shell.kill('SIGKILL'), 120_000)
  shell.stdin.end(script)
  const [printed, complained] = (await Promise.all([text(shell.stdout), text(shell.stderr)])).map((all) =>
    all.split(END),
  )
  clearTimeout(late)
  return steps.map((step, at) => ({ ...step, printed: printed?.[at] ?? '', complained: complained?.[at] ?? '' }))
}

/** `…` stands for anything, and a line break for one that may be missing: answers end without. */
function patternOf(promised: string): RegExp {
  const parts = promised.split(/(…|\s*\n\s*)/).map((part) => {
    if (part === '…') return '[^]*?'
    return part.includes('\n') ? '\\s*' : RegExp.escape(part)
  })
  return new RegExp(`^\\s*${parts.join('')}${promised.endsWith('…') ? '[^]*' : ''}\\s*$`)
}

describe('the first steps of the README', async () => {
  const steps = stepsOf('README.md', '## First steps without a browser', '## Settings')
  const done = await pasted(steps, (lines) => lines.replaceAll(SHOWN, service.url))

  test('begin in a folder of their own, and each says what it prints', () => {
    assert.equal(steps[0]?.lines, 'cd "$(mktemp -d)"\n')
    assert.ok(steps.length > 10)
    for (const { lines, promised } of steps.slice(1)) {
      assert.notEqual(promised, undefined, `nothing is promised of ${lines}`)
      assert.doesNotMatch(lines, /<|…/, 'a placeholder cannot be pasted')
    }
  })

  for (const { lines, promised = '', printed, complained } of done.slice(1))
    test(`print what they promise: ${lines.split('\n', 1)[0]}`, () => {
      assert.match(printed.replaceAll(service.url, SHOWN), patternOf(promised))
      assert.doesNotMatch(complained, /^curl: \((?!28\))|command not found|No such file/m)
    })
})

test('what the README calls by name in the console is called so there', () => {
  const page = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const [, steps = ''] = /\n## First steps in the console\n(.*?)\n## /s.exec(page) ?? []
  const said = Object.values(JSON.parse(readFileSync(join(ROOT, 'packages/console/text/en.json'), 'utf8')))
  const named = [...steps.matchAll(/"([^"]+)"/g)].map(([, name]) => name)
  assert.ok(named.length > 8)
  assert.deepEqual(
    named.filter((name) => !said.includes(name)),
    [],
  )
})

describe('the lines of docs/operation.md', () => {
  test('that set mail up are taken at a start', () => {
    const [step] = stepsOf('docs/operation.md', '## Mail', '## Changing SECRET_KEY')
    const settings = [...(step?.lines ?? '').matchAll(/(\b[A-Z_]+)=('[^']*'|\S+)/g)].map(
      ([, name = '', value = '']) => [name, value.replace(/^'(.*)'$/, '$1')] as const,
    )
    assert.deepEqual(
      settings.map(([name]) => name),
      ['SMTP_URL', 'MAIL_FROM', 'PUBLIC_URL'],
    )
    const { mail } = readConfig(Object.fromEntries(settings))
    assert.deepEqual(mail?.credentials, { user: 'parlance@example.com', pass: 'the-password' })
  })

  test('that back up and restore do so, beside the service that runs', async () => {
    const steps = stepsOf('docs/operation.md', '## Backup', '## Quotas')
    const [backup = '', restore = '', ...more] = (steps[0]?.lines ?? '').trimEnd().split('\n')
    assert.deepEqual([steps.length, more], [1, []])
    // npm would look first whether everything is installed; what it starts then is the same.
    const here = (line: string) =>
      line
        .replace(/^npm run (\w+) --/, `${process.execPath} ${ROOT}/packages/server/src/backup/$1.ts`)
        .replace('/backups/', `${home}/`)
    const lines = `DATA_DIR=${dataDir} ${here(backup)}\nDATA_DIR=${home}/restored ${here(restore)}\n`
    const [done] = await pasted([{ lines, promised: undefined }], (text) => text)
    assert.match(done?.printed ?? '', /: \d+ rows of \d+ tables, .*\nRestored \d+ rows/s)
  })
})
