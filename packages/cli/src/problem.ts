import { type ExitCode, exitCodes } from './exit-codes.ts'

/** Something that is wrong, as `--json` tells it. */
export interface Told {
  /** Of the service, of a remark on a file, or one of the program's own: CONFLICT, CONFIG, USAGE, NETWORK, … */
  code: string
  message: string
  /** As people would write it from where they are. */
  file?: string
  line?: number
  column?: number
  namespace?: string
  locale?: string
  key?: string
}

export interface Problem extends Told {
  exitCode: ExitCode
}

/** Ends a command at once. What does not end it is told to `output.problem`, and the command goes on. */
export class Failure extends Error {
  override name = 'Failure'
  readonly problems: readonly Problem[]
  /** As far as it came, for `--json`. */
  result: object = {}

  constructor(...problems: Problem[]) {
    super(problems.map(({ message }) => message).join('\n'))
    this.problems = problems
  }

  /** The same of a command that had done something already. */
  after(result: object): Failure {
    const failure = new Failure(...this.problems)
    failure.result = result
    return failure
  }
}

export const usageFailure = (message: string) => new Failure({ exitCode: exitCodes.usage, code: 'USAGE', message })

export const configFailure = (message: string, place: Pick<Told, 'file' | 'line' | 'column'> = {}) =>
  new Failure({ exitCode: exitCodes.usage, code: 'CONFIG', message, ...place })

/** A local file cannot be read, understood or written. */
export const fileFailure = (file: string, message: string, code = 'FILE') =>
  new Failure({ exitCode: exitCodes.file, code, message, file })
