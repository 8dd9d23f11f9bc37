import type { Command } from './command.ts'
import { commands } from './commands.ts'
import type { Flag, FlagTable } from './flags/flag.ts'
import { globalFlags } from './flags/global-flags.ts'

/** All commands with what they do. */
export function generalHelp(): string {
  const lines = Array.from(commands, ([name, { summary }]) => `  ${name.padEnd(12)}${summary}`)
  return [
    'Usage: parlance <command> [flags]',
    '',
    ...lines,
    '',
    'Flags of all commands:',
    ...flagLines(globalFlags),
    '',
    'parlance <command> --help tells the flags of a command.',
  ].join('\n')
}

export function commandHelp(name: string, command: Command): string {
  const { flags } = command
  const summary = commands.get(name)?.summary ?? ''
  const own = Object.keys(flags).length > 0 ? ['', 'Flags:', ...flagLines(flags)] : []
  return [
    `Usage: ${usageOf(name, command)}`,
    '',
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.`,
    ...own,
    '',
    'Flags of all commands:',
    ...flagLines(globalFlags),
  ].join('\n')
}

export function usageOf(name: string, { args = [] }: Pick<Command, 'args'>): string {
  const words = args.map(({ name: argument, isOptional, isMany }) => {
    const shown = isMany ? `${argument}…` : argument
    return isOptional ? `[${shown}]` : `<${shown}>`
  })
  return ['parlance', name, ...words, '[flags]'].join(' ')
}

const flagLines = (flags: FlagTable) => Object.entries(flags).map(([name, flag]) => flagLine(name, flag))

function flagLine(name: string, flag: Flag): string {
  const short = flag.short ? `-${flag.short}, ` : ''
  const spelled = `${short}--${name}${flag.type === 'boolean' ? '' : ` ${shownValue(flag)}`}`
  const also = [
    'default' in flag && flag.default !== undefined ? `default ${flag.default}` : '',
    flag.env ?? '',
  ].filter((note) => note !== '')
  return `  ${spelled.padEnd(34)}${spelled.length >= 34 ? ' ' : ''}${flag.summary}${also.length > 0 ? ` (${also.join('; ')})` : ''}`
}

const shownValue = (flag: Exclude<Flag, { type: 'boolean' }>) =>
  'values' in flag && flag.values ? flag.values.join('|') : flag.value
