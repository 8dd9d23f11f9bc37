import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after } from 'node:test'
import { parse } from 'yaml'
import { installedProgram } from './installed-program.ts'
import { type Ended, ended } from './program.ts'

const examples = join(import.meta.dirname, '../../../examples')
const main = await installedProgram()

export interface Ran extends Ended {
  name: string
}

export interface Job {
  name: string
  /** Of the whole job. */
  code: number
  steps: Ran[]
  folder: string
  stdout: string
}

type Environment = Readonly<Record<string, string>>

/** A repository with an example in it, somebody who works in it, and pipelines that run what its YAML says. */
export function repositoryOf(example: string) {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-pipeline-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const origin = join(folder, 'origin.git')
  const work = join(folder, 'work')
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: work, env: gitEnvironment(folder), stdio: 'pipe' })
  mkdirSync(work)
  cpSync(join(examples, example), work, {
    recursive: true,
    filter: (path) => !/\/(\.parlance|node_modules)$/.test(path),
  })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all')
  git('commit', '--quiet', '--message=Begin')
  git('clone', '--quiet', '--bare', work, origin)
  git('remote', 'add', 'origin', origin)
  layOutProgram(work)
  const replace = (path: string, from: string, to: string) => {
    const text = readFileSync(join(work, path), 'utf8')
    if (!text.includes(from)) throw new Error(`${path} has no ${from}`)
    writeFileSync(
      join(work, path),
      text.replace(from, () => to),
    )
  }
  let jobs = 0
  return {
    work,
    replace,
    /** Where somebody works. */
    run: (args: readonly string[], env: Environment) =>
      shell(args.join(' '), { cwd: work, env: environmentOf(folder, env), options: ['-e'] }),
    /** Replaces text in files, and commits that to a branch. Returns the commit below. */
    commit(branch: string, changes: Record<string, readonly [from: string, to: string]>): string {
      git('checkout', '--quiet', '-B', branch, 'main')
      const before = git('rev-parse', 'HEAD').toString().trim()
      for (const [path, [from, to]] of Object.entries(changes)) replace(path, from, to)
      git('commit', '--quiet', '--all', '--message=Change')
      git('push', '--quiet', '--force', 'origin', branch)
      return before
    },
    amend() {
      git('commit', '--quiet', '--all', '--amend', '--no-edit')
      git('push', '--quiet', '--force', 'origin', 'HEAD')
    },
    /** A folder as a runner has it: the commit and what `npm ci` puts there. */
    checkout(branch: string) {
      const fresh = join(folder, `job-${++jobs}`)
      git('clone', '--quiet', '--depth=1', '--branch', branch, `file://${origin}`, fresh)
      layOutProgram(fresh)
      return fresh
    },
    cache: join(folder, 'cache'),
    environment: (env: Environment) => environmentOf(folder, { CI: 'true', ...env }),
  }
}

export type Repository = ReturnType<typeof repositoryOf>

/** What `npm ci` does for a repository that has the packed program among its dependencies. */
function layOutProgram(folder: string): void {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '.bin'), { recursive: true })
  symlinkSync(dirname(dirname(dirname(main))), join(modules, '@parlance'))
  symlinkSync('../@parlance/cli/dist/main.js', join(modules, '.bin/parlance'))
}

const gitEnvironment = (home: string) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.com',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.com',
})

/** Nothing of whoever runs the tests, but for the Node they run under. */
const environmentOf = (home: string, env: Environment): Environment => ({
  ...gitEnvironment(home),
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
  npm_config_offline: 'true',
  ...env,
})

interface Where {
  cwd: string
  env: Environment
  /** Of bash. */
  options: readonly string[]
}

export function shell(script: string, { cwd, env, options }: Where): Promise<Ended> {
  return ended(spawn('bash', ['--noprofile', '--norc', ...options, '-c', script], { cwd, env }))
}

export const yamlOf = <T>(example: string, file: string): T =>
  parse(readFileSync(join(examples, example, file), 'utf8')) as T

/** What a pipeline keeps from one job to the next. */
export function copyThere(paths: readonly string[], from: string, to: string): void {
  for (const path of paths) {
    if (!existsSync(join(from, path))) continue
    rmSync(join(to, path), { recursive: true, force: true })
    cpSync(join(from, path), join(to, path), { recursive: true })
  }
}
