import type { Config } from './config/config.ts'
import type { FlagTable, ValuesOf } from './flags/flag.ts'
import type { Globals } from './flags/global-flags.ts'
import type { Output } from './output/output.ts'
import type { Service } from './service/service.ts'

/** What a command is called with. */
export interface Invocation<Flags extends FlagTable = FlagTable> {
  flags: ValuesOf<Flags>
  globals: Globals
  /** What stands on the line beside flags. */
  args: readonly string[]
  output: Output
  env: Readonly<Record<string, string | undefined>>
  cwd: string
  /** Of the program. */
  version: string
  /** The configuration; a Failure where there is none, or a wrong one. Read once. */
  config(): Promise<Config>
  /** The same where a command does without one. */
  configIfAny(): Promise<Config | undefined>
  /** Where texts are, with a key that was accepted. Asked once. */
  service(): Promise<Service>
  /** All there are. */
  commands: ReadonlyMap<string, Listed>
  /** The text somebody types; where nobody can be asked, a Failure that says `instead`. */
  ask(question: string, instead: string, how?: { isSecret?: boolean }): Promise<string>
}

interface Argument {
  name: string
  isOptional?: boolean
  isMany?: boolean
}

export interface Command<Flags extends FlagTable = FlagTable> {
  flags: Flags
  args?: readonly Argument[]
  /**
   * Does it. What is returned is `result` of `--json`; people are told with `output.print`. What went wrong is thrown as a
   * Failure, or told to `output.problem` where the rest goes on.
   */
  run(invocation: Invocation<Flags>): Promise<object>
}

/** A command that is not loaded yet. */
export interface Listed {
  /** For the list of commands, without a full stop. */
  summary: string
  load: () => Promise<Command>
}

/** Holds a command to its own flags. */
export const defineCommand = <const Flags extends FlagTable>(command: Command<Flags>): Command<Flags> => command
