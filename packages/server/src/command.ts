import { type Config, readConfig } from './config.ts'
import { dataDirFault, dataDirFaultIn } from './data-dir.ts'
import type { EmbeddedOptions } from './db/embedded.ts'
import { sqlState } from './db/pool.ts'
import { databaseFault, whereabouts } from './db/refusals.ts'
import { StartFault } from './start-fault.ts'

/** What the commands beside the service (`npm run backup` and the like) have to work with. */
export interface Command {
  config: Config
  /** The one thing that was named: a file, or an account. */
  named: string
  flags: Set<string>
  /** Ends when somebody wants it to. */
  signal: AbortSignal
  say(line: string): void
  /** For the embedded database; what it says is told only where it explains a failure. */
  log: EmbeddedOptions['log']
}

/** Runs one of them: what it says goes to the standard output, why it failed in a sentence to the other one. */
export async function runCommand(usage: string, knownFlags: string[], work: (command: Command) => Promise<void>) {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  try {
    const given = process.argv.slice(2)
    const flags = new Set(given.filter((name) => name.startsWith('--')))
    const [named, ...more] = given.filter((name) => !name.startsWith('--'))
    if (named === undefined || more.length > 0 || [...flags].some((flag) => !knownFlags.includes(flag)))
      throw new StartFault(usage)
    const config = readConfig(process.env)
    const words: string[] = []
    const note = (_details: object, message: string) => void words.push(message)
    const log = { info: note, warn: note, error: note }
    const say = (line: string) => void process.stdout.write(`${line}\n`)
    await work({ config, named, flags, signal: stop.signal, say, log }).catch((error) => {
      throw explained(error, config, words.join('\n'))
    })
  } catch (error) {
    const sentence = stop.signal.aborted ? 'Stopped: nothing was changed.' : error
    console.error(sentence instanceof StartFault ? sentence.message : sentence)
    process.exitCode = 1
  }
}

function explained(error: unknown, { databaseUrl, dataDir }: Config, words: string): unknown {
  if (error instanceof StartFault) return error
  const { message = '' } = error as Error
  // A server that finds no room for its log ends without a word to anybody but its own log.
  const ofFolder = databaseUrl === undefined ? dataDirFaultIn(dataDir, `${message}\n${words}`) : undefined
  if (ofFolder) return ofFolder
  if (sqlState(error) === '57P01' || /^connection terminated/i.test(message)) {
    return new StartFault(
      'The database went away in the middle: it was stopped, or the way to it is broken. Try again.',
      {
        cause: error,
      },
    )
  }
  const ofServer = databaseUrl === undefined ? undefined : databaseFault(error, whereabouts(databaseUrl))
  return ofServer ?? dataDirFault(dataDir, error) ?? error
}
