import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { installedProgram } from '../../packages/cli/test/installed-program.ts'
import { atEnd } from './cleanup.ts'

const PEAK_MEMORY = new URL('peak-memory.ts', import.meta.url).href

export interface Ran {
  ms: number
  megabytes: number
  stdout: string
}

/** The command line as people have it, in a folder of its own. */
export class Program {
  readonly folder: string
  readonly #main: string
  readonly #env: Record<string, string>

  private constructor(main: string, env: Record<string, string>) {
    this.#main = main
    this.#env = env
    this.folder = mkdtempSync(join(tmpdir(), 'parlance-bench-cli-'))
    atEnd(() => rm(this.folder, { recursive: true, force: true }))
  }

  static async installed(env: Record<string, string> = {}): Promise<Program> {
    return new Program(await installedProgram(), env)
  }

  write(path: string, content: string | object): void {
    const file = join(this.folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  }

  /** Expects an exit code: a command that fails early is a fast one. */
  async run(args: readonly string[], code = 0): Promise<Ran> {
    const file = join(this.folder, '.peak')
    const ran = await this.#timed(['--import', PEAK_MEMORY, this.#main, ...args], code, { PEAK_MEMORY_FILE: file })
    return { ...ran, megabytes: Number(readFileSync(file, 'utf8')) / 1024 }
  }

  /** Nothing beside the program is loaded. */
  async start(...args: readonly string[]): Promise<number> {
    return (await this.#timed([this.#main, ...args], 0)).ms
  }

  /** What any program takes that is run by Node. */
  async startEmpty(): Promise<number> {
    const file = join(this.folder, 'empty.mjs')
    writeFileSync(file, '')
    return (await this.#timed([file], 0)).ms
  }

  async #timed(args: readonly string[], code: number, env: Record<string, string> = {}) {
    const began = performance.now()
    const child = spawn(process.execPath, args, {
      cwd: this.folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: this.folder, ...this.#env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [[ended], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
    const ms = performance.now() - began
    if (ended !== code) throw new Error(`${args.slice(-3).join(' ')} ended with ${ended}: ${stderr}${stdout}`)
    return { ms, stdout }
  }
}
