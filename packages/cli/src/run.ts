import type { Command } from './command.ts'
import { commands } from './commands.ts'
import { type Globals, globalFlags } from './flags/global-flags.ts'
import { didYouMean } from './flags/nearest.ts'
import { type Line, readLine, valuesOf } from './flags/parse-flags.ts'
import { commandHelp, generalHelp } from './help.ts'
import { invocationOf } from './invocation.ts'
import { Output } from './output/output.ts'
import { Failure, usageFailure } from './problem.ts'
import { problemsOf } from './problems-of.ts'
import { onSignals } from './signals.ts'

/** Runs a command line and leaves its exit code in the process. */
export async function main(argv: readonly string[], version: string): Promise<void> {
  onSignals()
  // Who reads only the beginning of what is said (`| head`) is no fault.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
  const called: Called = {}
  let output: Output | undefined
  let result: object = {}
  try {
    const line = await readLine(argv, globalFlags, (word) => flagsOf(word, called))
    const globals = valuesOf(globalFlags, line.said, process.env)
    output = outputFor(globals)
    const said = wordsInstead(globals, called, version)
    if (said !== undefined) return void process.stdout.write(`${said}\n`)
    result = await runCommand(called, line, { globals, output, version })
  } catch (error) {
    output ??= outputFor(guessedGlobals(argv))
    for (const problem of await problemsOf(error)) output.problem(problem)
    if (error instanceof Failure) result = error.result
  }
  process.exitCode = output.end(called.name ?? null, result)
}

interface Called {
  name?: string
  command?: Command
}

async function flagsOf(word: string, called: Called) {
  const listed = commands.get(word)
  if (!listed) throw usageFailure(`There is no command "${word}".${didYouMean(word, commands.keys())}`)
  called.name = word
  called.command = await listed.load()
  return { ...globalFlags, ...called.command.flags }
}

type Given = { globals: Globals; output: Output; version: string }

function runCommand({ command }: Called, line: Line, given: Given): Promise<object> {
  if (!command) throw usageFailure('Say what to do: "parlance --help" lists the commands.')
  return command.run(invocationOf(command, line, { ...given, commands, env: process.env, cwd: process.cwd() }))
}

/** What is answered before any command runs. */
function wordsInstead(globals: Globals, { name, command }: Called, version: string): string | undefined {
  if (globals.version) return version
  if (!globals.help) return undefined
  return name === undefined || !command ? generalHelp() : commandHelp(name, command)
}

function outputFor(globals: Pick<Globals, 'json' | 'quiet' | 'verbose' | 'no-color'>): Output {
  const { stdout, stderr, env } = process
  const isPlain = !stderr.isTTY || isSet(env['CI'])
  return new Output({
    stdout,
    stderr,
    isJson: globals.json,
    isQuiet: globals.quiet,
    isVerbose: globals.verbose,
    hasColour: stderr.isTTY === true && !globals['no-color'],
    isPlain,
    isGithub: env['GITHUB_ACTIONS'] === 'true',
  })
}

const isSet = (text: string | undefined) => text !== undefined && text !== '' && !/^(0|false|no)$/i.test(text)

/** Of a line that could not be read: a program that asked for JSON gets JSON. */
const guessedGlobals = (argv: readonly string[]) => ({
  json: argv.includes('--json'),
  quiet: false,
  verbose: false,
  'no-color': argv.includes('--no-color') || (process.env['NO_COLOR'] ?? '') !== '',
})
