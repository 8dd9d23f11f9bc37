import type { Command } from './command.ts'
import { commands } from './commands.ts'
import { type ExitCode, exitCodes, worstOf } from './exit-codes.ts'
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
  onDeafEars()
  const called: Called = {}
  let output: Output | undefined
  onSignals(() => output?.clear())
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

/**
 * Who reads only the beginning of what is said (`| head`) is no fault: the command goes on, and does what it was asked to do.
 * Where what it says cannot be written (to a full disk), it has not done that.
 */
function onDeafEars(): void {
  const isGone = ({ code }: NodeJS.ErrnoException) => code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED'
  process.stderr.on('error', () => {})
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isGone(error)) return
    process.stderr.write(`error What was found could not be written: ${error.message} [${error.code}]\n`)
    process.once('exit', (code) => {
      process.exitCode = worstOf([code as ExitCode, exitCodes.file])
    })
  })
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
  const isPlain = isSet(env['CI']) || env['TERM'] === 'dumb'
  return new Output({
    stdout,
    stderr,
    isJson: globals.json,
    isQuiet: globals.quiet,
    isVerbose: globals.verbose,
    hasColour: !globals['no-color'],
    isPlain,
    isGithub: env['GITHUB_ACTIONS'] === 'true',
    workspace: env['GITHUB_WORKSPACE'],
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
