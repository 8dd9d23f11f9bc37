import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { installedProgram } from './installed-program.ts'

const main = await installedProgram()

/** Another Node than that of the tests, to see whether they hold there, too. */
const node = process.env['PARLANCE_TEST_NODE'] ?? process.execPath

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** What `--json` prints. */
export interface Document<Result> {
  command: string | null
  ok: boolean
  exitCode: number
  result: Result
  warnings: Told[]
  errors: Told[]
}

interface Told {
  code: string
  message: string
  file?: string
  line?: number
  column?: number
  namespace?: string
  locale?: string
  key?: string
}

/** Gives a project the compiler that its components are read by. */
export function installSvelte(folder: string): void {
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(dirname(fileURLToPath(import.meta.resolve('svelte/package.json'))), join(folder, 'node_modules/svelte'))
}

/** A folder with files in it that is gone after the tests, and the program run there. */
export function folderWith(
  files: Record<string, string | object> = {},
  env: Record<string, string> = {},
  under: string = node,
) {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-cli-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const write = (path: string, content: string | object) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  }
  for (const [path, content] of Object.entries(files)) write(path, content)
  /** What a shell would run. */
  const line = (args: readonly string[]) => [under, main, ...args]
  const environment = (more: Record<string, string> = {}) => ({ ...surroundings(folder), ...env, ...more })
  const commandOf = (args: readonly string[], more?: Record<string, string>) => ({
    command: under,
    args: [main, ...args],
    cwd: folder,
    env: environment(more),
  })
  const start = (words: readonly string[], more?: Record<string, string>) => {
    const { command, args, ...where } = commandOf(words, more)
    return spawn(command, args, where)
  }
  const run = (args: readonly string[], more?: Record<string, string>) => ended(start(args, more))
  return {
    folder,
    write,
    /** For those who start programs themselves. */
    commandOf,
    read: (path: string) => readFileSync(join(folder, path), 'utf8'),
    line,
    environment,
    start,
    run,
    /** Expects an exit code, and the document of `--json` to say the same. */
    async json<Result>(code: number, args: readonly string[], more?: Record<string, string>) {
      const { code: real, stdout, stderr } = await run([...args, '--json'], more)
      assert.equal(real, code, `${args.join(' ')} ended with ${real}: ${stdout}${stderr}`)
      const document = JSON.parse(stdout) as Document<Result>
      assert.equal(document.exitCode, code)
      assert.equal(document.ok, code === 0)
      return document
    },
  }
}

/** Nothing of whoever runs the tests: no key, no login, no CI. */
const surroundings = (folder: string) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  XDG_CONFIG_HOME: join(folder, '.config'),
})

export async function ended(child: ChildProcess): Promise<Ended> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.once('error', reject)
  child.once('close', resolve)
  const [stdout, stderr, code] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    promise,
  ])
  return { code, stdout, stderr }
}
