import { usageFailure } from '../problem.ts'
import type { Flag, FlagTable, ValuesOf } from './flag.ts'
import { didYouMean } from './nearest.ts'

type Value = boolean | number | string | string[]

export interface Line {
  /** By name; what was not said is missing. */
  said: Map<string, Value>
  positionals: string[]
}

/**
 * Reads a command line. Which flags there are may depend on the first word that is none: `flagsOf` is told that word and
 * returns the whole table.
 */
export async function readLine(
  argv: readonly string[],
  table: FlagTable,
  flagsOf: (word: string) => Promise<FlagTable>,
): Promise<Line> {
  const line: Line = { said: new Map(), positionals: [] }
  const words = argv[Symbol.iterator]()
  let flags = table
  let isOver = false
  for (const word of words) {
    if (isOver || word === '-' || !word.startsWith('-')) {
      if (line.positionals.push(word) === 1) flags = await flagsOf(word)
    } else if (word === '--') isOver = true
    else for (const [name, text] of flagsIn(word, flags)) take(line.said, name, flags[name] as Flag, text, words)
  }
  return line
}

/** `--name`, `--name=text`, `-q`, `-qv`. */
function flagsIn(word: string, flags: FlagTable): [name: string, text: string | undefined][] {
  if (!word.startsWith('--')) {
    return Array.from(word.slice(1), (letter) => {
      const name = Object.keys(flags).find((one) => flags[one]?.short === letter)
      if (name === undefined) throw usageFailure(`There is no flag -${letter}.`)
      return [name, undefined]
    })
  }
  const at = word.indexOf('=')
  const name = at < 0 ? word.slice(2) : word.slice(2, at)
  if (!Object.hasOwn(flags, name))
    throw usageFailure(`There is no flag --${name}.${didYouMean(name, Object.keys(flags), '--')}`)
  return [[name, at < 0 ? undefined : word.slice(at + 1)]]
}

function take(said: Line['said'], name: string, flag: Flag, text: string | undefined, words: Iterator<string>): void {
  if (flag.type === 'boolean') {
    if (text !== undefined) throw usageFailure(`--${name} takes no value.`)
    said.set(name, true)
    return
  }
  const given = text ?? words.next().value
  if (given === undefined || (text === undefined && /^--?[a-z]/i.test(given)))
    throw usageFailure(`--${name} needs a value: ${flag.value}.`)
  const value = readValue(`--${name}`, flag, given)
  const before = said.get(name)
  said.set(name, Array.isArray(value) && Array.isArray(before) ? [...before, ...value] : value)
}

function readValue(name: string, flag: Exclude<Flag, { type: 'boolean' }>, text: string): number | string | string[] {
  if (flag.type === 'number') return numberOf(name, flag, text)
  const items =
    flag.type === 'list'
      ? text
          .split(',')
          .map((item) => item.trim())
          .filter((item) => item !== '')
      : [text]
  if (items.length === 0) throw usageFailure(`${name} needs a value: ${flag.value}.`)
  for (const item of items) {
    if (flag.values && !flag.values.includes(item)) {
      const choices = flag.values.join(', ')
      throw usageFailure(`${name} cannot be "${item}": it is one of ${choices}.${didYouMean(item, flag.values)}`)
    }
  }
  return flag.type === 'list' ? items : text
}

type Range = Pick<Extract<Flag, { type: 'number' }>, 'isWhole' | 'min' | 'max'>

function numberOf(name: string, { isWhole = false, min, max }: Range, text: string): number {
  const number = Number(text)
  const isNumber = (isWhole ? /^\d+$/ : /^\d+(\.\d+)?$/).test(text)
  if (!isNumber || number < (min ?? 0) || number > (max ?? Number.MAX_SAFE_INTEGER)) {
    const range = max === undefined ? `from ${min ?? 0}` : `from ${min ?? 0} to ${max}`
    throw usageFailure(`${name} is a ${isWhole ? 'whole ' : ''}number ${range}, not "${text}".`)
  }
  return number
}

/** All flags of a table, from the command line, the environment and their defaults. */
export function valuesOf<Table extends FlagTable>(
  table: Table,
  said: Line['said'],
  env: Readonly<Record<string, string | undefined>>,
): ValuesOf<Table> {
  const values = Object.entries(table).map(([name, flag]) => {
    const spoken = said.get(name) ?? fromEnvironment(flag, env)
    return [name, spoken ?? defaultOf(flag)]
  })
  return Object.fromEntries(values)
}

function defaultOf(flag: Flag): Value | undefined {
  if (flag.type === 'boolean') return false
  return flag.type === 'list' ? [] : flag.default
}

function fromEnvironment(flag: Flag, env: Readonly<Record<string, string | undefined>>): Value | undefined {
  const text = flag.env === undefined ? undefined : env[flag.env]
  if (flag.env === undefined || text === undefined || text === '') return undefined
  // By the habit of those who set them: NO_COLOR counts whatever it says, CI may say that it is none.
  if (flag.type === 'boolean') return flag.env === 'NO_COLOR' || !/^(0|false|no)$/i.test(text)
  return readValue(flag.env, flag, text)
}
