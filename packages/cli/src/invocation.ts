import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Command, Invocation } from './command.ts'
import type { Globals } from './flags/global-flags.ts'
import type { Line } from './flags/parse-flags.ts'
import { valuesOf } from './flags/parse-flags.ts'
import type { Output } from './output/output.ts'
import { usageFailure } from './problem.ts'

interface Surroundings {
  commands: Invocation['commands']
  globals: Globals
  output: Output
  env: Invocation['env']
  cwd: string
  version: string
}

/** What a command is given. What it does not ask for is not loaded. */
export function invocationOf(command: Command, line: Line, surroundings: Surroundings): Invocation {
  const { globals, env, cwd, output } = surroundings
  const args = argumentsOf(command, line.positionals.slice(1))
  const findConfig = once(async () => (await import('./config/load-config.ts')).findConfig({ globals, cwd }))
  return {
    ...surroundings,
    flags: valuesOf(command.flags, line.said, env),
    args,
    configIfAny: findConfig,
    config: async () => {
      const found = await findConfig()
      if (found) return found
      throw (await import('./config/load-config.ts')).noConfig()
    },
    service: once(async () => {
      const { connect } = await import('./service/connect.ts')
      return connect({ globals, env, output, config: await findConfig() })
    }),
    ask: (question, instead, how) => ask(surroundings, question, instead, how),
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

function argumentsOf({ args = [] }: Command, given: readonly string[]): readonly string[] {
  const needed = args.filter(({ isOptional }) => !isOptional)
  const missing = needed[given.length]
  if (missing) throw usageFailure(`<${missing.name}> is missing.`)
  const most = args.some(({ isMany }) => isMany) ? Number.POSITIVE_INFINITY : args.length
  if (given.length > most) throw usageFailure(`"${given[most]}" is one word too many.`)
  return given
}

async function ask(
  { globals, output }: Surroundings,
  question: string,
  instead: string,
  { isSecret = false }: { isSecret?: boolean } = {},
): Promise<string> {
  if (globals['no-input'] || !process.stdin.isTTY || !process.stderr.isTTY)
    throw usageFailure(`Nobody can be asked here: "${question.trim()}" ${instead}`)
  output.clear()
  // What is typed is echoed by the terminal's reader: a secret goes nowhere.
  const echo = isSecret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr
  const terminal = createInterface({ input: process.stdin, output: echo, terminal: true })
  // Only now: what is typed before the terminal has been taken over would be shown.
  process.stderr.write(question)
  // While it reads, the terminal sends no signal: it is told what was pressed.
  terminal.once('SIGINT', () => {
    process.stderr.write('\n')
    process.kill(process.pid, 'SIGINT')
  })
  try {
    return await new Promise((resolve, reject) => {
      // Nothing more can be typed (Ctrl+D): the question would never be settled.
      terminal.once('close', () => reject(usageFailure(`Nobody answered: "${question.trim()}" ${instead}`)))
      terminal.question('').then(resolve, reject)
    })
  } finally {
    terminal.close()
    if (isSecret) process.stderr.write('\n')
  }
}
