import { type ExitCode, exitCodes, worstOf } from '../exit-codes.ts'
import type { Problem, Told } from '../problem.ts'
import { annotation } from './annotation.ts'
import { type Paint, paintFor } from './colours.ts'
import { fitting, visible, visibleJson } from './visible.ts'

interface Stream {
  write(text: string): unknown
  isTTY?: boolean
  columns?: number
}

export interface OutputOptions {
  stdout: Stream
  stderr: Stream
  isJson: boolean
  isQuiet: boolean
  isVerbose: boolean
  /** On a terminal. What goes elsewhere has none. */
  hasColour: boolean
  /** Neither colours nor a line that is overwritten, whatever is on the other side. */
  isPlain: boolean
  /** Problems with a place are told to GitHub as well. */
  isGithub: boolean
  /** Where GitHub has the repository. */
  workspace: string | undefined
}

/** All that a command says, and what becomes of it: the exit code. */
export class Output {
  /** For what is printed. */
  readonly paint: Paint
  readonly #paintAside: Paint
  readonly #options: OutputOptions
  readonly #problems: Problem[] = []
  readonly #warnings: Told[] = []
  #saysNo = false
  #hasProgressLine = false
  #lastStep = ''

  constructor(options: OutputOptions) {
    this.#options = options
    this.paint = paintFor(this.#colours('stdout'))
    this.#paintAside = paintFor(this.#colours('stderr'))
  }

  /** A result for people, on stdout. With `--json` the returned object takes its place. */
  print(text: string): void {
    const { isJson, isQuiet, stdout } = this.#options
    if (isJson || isQuiet) return
    this.#clear()
    stdout.write(`${visible(text, this.#colours('stdout'))}\n`)
  }

  /** A result with a place: a line for people, and one for GitHub. */
  finding(text: string, told: Omit<Told, 'code'>, weight: 'error' | 'warning' = 'error'): void {
    this.print(text)
    this.#annotate(weight, { code: '', ...told })
  }

  /** What other programs read, on stdout, whatever was asked for: a script, a document. */
  printRaw(text: string): void {
    this.#clear()
    this.#options.stdout.write(text)
  }

  /** What the command is about to do. On a terminal the next step takes its place. */
  step(text: string): void {
    const { isQuiet, isPlain, stderr } = this.#options
    // Waiting for the same is no news.
    if (isQuiet || text === this.#lastStep) return
    this.#lastStep = text
    this.#clear()
    this.#hasProgressLine = !isPlain && stderr.isTTY === true
    const shown = visible(text, false)
    stderr.write(this.#hasProgressLine ? fitting(shown, stderr.columns) : `${shown}\n`)
  }

  /** Something worth knowing that is no result, on stderr. */
  note(text: string): void {
    if (!this.#options.isQuiet) this.#line(text)
  }

  /** For `--verbose`. */
  detail(text: string): void {
    if (this.#options.isVerbose) this.#line(this.#paintAside.dim(text))
  }

  /** Done all the same. */
  warn(warning: Told): void {
    this.#warnings.push(warning)
    if (this.#options.isQuiet) return
    this.#line(`${this.#paintAside.yellow('warning')} ${sentence(warning)}`)
    this.#annotate('warning', warning)
  }

  /** Not done, or found to be wrong. The command goes on and ends with the worst of its exit codes. */
  problem(problem: Problem): void {
    this.#problems.push(problem)
    this.#line(`${this.#paintAside.red('error')} ${sentence(problem)}`)
    this.#annotate('error', problem)
  }

  /** The answer is no, and nothing is wrong but that: exit 1. */
  answerNo(): void {
    this.#saysNo = true
  }

  /** The last word. */
  end(command: string | null, result: object): ExitCode {
    this.#clear()
    const codes = this.#problems.map(({ exitCode }) => exitCode)
    const exitCode = worstOf(this.#saysNo ? [...codes, exitCodes.no] : codes)
    if (this.#options.isJson) {
      const ok = exitCode === exitCodes.done
      const errors = this.#problems.map(({ exitCode: _, ...told }) => told)
      const document = { command, ok, exitCode, result, warnings: this.#warnings, errors }
      this.#options.stdout.write(`${visibleJson(JSON.stringify(document, null, 2))}\n`)
    }
    return exitCode
  }

  /** Takes the progress line away; whoever writes to the terminal by other ways asks for it first. */
  clear(): void {
    this.#clear()
  }

  #annotate(kind: 'error' | 'warning', told: Told): void {
    const { isGithub, isJson, workspace, stdout, stderr } = this.#options
    const line = isGithub ? annotation(kind, told, workspace) : undefined
    if (line !== undefined) (isJson ? stderr : stdout).write(`${line}\n`)
  }

  #line(text: string): void {
    this.#clear()
    this.#options.stderr.write(`${visible(text, this.#colours('stderr'))}\n`)
  }

  #colours(stream: 'stdout' | 'stderr'): boolean {
    const { hasColour, isPlain } = this.#options
    return hasColour && !isPlain && this.#options[stream].isTTY === true
  }

  #clear(): void {
    if (this.#hasProgressLine) this.#options.stderr.write('\r\x1b[2K')
    this.#hasProgressLine = false
  }
}

/** `locales/en.json:3:5: What is wrong [code]`, as editors and terminals link it. Without a line the key says where. */
function sentence({ file, line, column, key, message, code }: Told): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':')
  const about = key === undefined || line !== undefined || message.includes(key) ? '' : `"${key}": `
  return `${place === '' ? '' : `${place}: `}${about}${message} [${code}]`
}
