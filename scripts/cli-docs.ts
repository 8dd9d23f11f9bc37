// What docs/cli.md takes from the program itself: commands, flags, exit codes, the configuration.
import schema from '../packages/cli/config.schema.json' with { type: 'json' }
import { commands } from '../packages/cli/src/commands.ts'
import type { Flag, FlagTable } from '../packages/cli/src/flags/flag.ts'
import { globalFlags } from '../packages/cli/src/flags/global-flags.ts'
import { usageOf } from '../packages/cli/src/help.ts'

/** `<!-- flags: pull -->` … `<!-- end -->`: what stands in between is written by `npm run build:cli-docs`. */
const PART = /(<!-- (commands|global flags|configuration|command: ([\w-]+)) -->\n)[\s\S]*?(<!-- end -->)/g

/** The page with all of its parts as they should be. */
export async function upToDate(page: string): Promise<string> {
  const made = new Map([
    ['commands', commandTable()],
    ['global flags', flagTable(globalFlags)],
    ['configuration', configurationTable()],
  ])
  for (const [name, { load }] of commands) made.set(`command: ${name}`, commandPart(name, await load()))
  const seen = new Set<string>()
  const text = page.replace(PART, (_, opening: string, part: string, _command, closing: string) => {
    const content = made.get(part)
    if (content === undefined) throw new Error(`docs/cli.md has a part for "${part}", which the program does not have`)
    seen.add(part)
    return `${opening}\n${content}\n\n${closing}`
  })
  const missing = [...made.keys()].filter((part) => !seen.has(part))
  if (missing.length > 0) throw new Error(`docs/cli.md has no part for: ${missing.join(', ')}`)
  return text
}

const row = (...cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
const table = (heads: string[], rows: string[]) =>
  [row(...heads), `|${heads.map(() => '---').join('|')}|`, ...rows].join('\n')
const code = (text: string) => `\`${text}\``
const sentence = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`

const commandTable = () =>
  table(
    ['Command', 'Does'],
    Array.from(commands, ([name, { summary }]) => row(`[${code(name)}](#${name})`, sentence(summary))),
  )

type Loaded = Awaited<ReturnType<NonNullable<ReturnType<typeof commands.get>>['load']>>

function commandPart(name: string, command: Loaded): string {
  const usage = `\`\`\`\n${usageOf(name, command)}\n\`\`\``
  return Object.keys(command.flags).length === 0 ? usage : `${usage}\n\n${flagTable(command.flags)}`
}

function flagTable(flags: FlagTable): string {
  const all = Object.values(flags)
  const hasEnvironment = all.some(({ env }) => env !== undefined)
  const hasDefaults = all.some((flag) => defaultOf(flag) !== '')
  const rows = Object.entries(flags).map(([name, flag]) =>
    row(
      code(`${flag.short === undefined ? '' : `-${flag.short}, `}--${name}${spelledValue(flag)}`),
      ...(hasEnvironment ? [flag.env === undefined ? '' : code(flag.env)] : []),
      ...(hasDefaults ? [defaultOf(flag)] : []),
      sentence(flag.summary),
    ),
  )
  return table(['Flag', ...(hasEnvironment ? ['Environment'] : []), ...(hasDefaults ? ['Default'] : []), ''], rows)
}

const spelledValue = (flag: Flag) =>
  flag.type === 'boolean' ? '' : ` ${choicesOf(flag)}${flag.type === 'list' ? '…' : ''}`
const choicesOf = (flag: Exclude<Flag, { type: 'boolean' }>) =>
  'values' in flag && flag.values ? flag.values.join('|') : flag.value
const defaultOf = (flag: Flag) => ('default' in flag && flag.default !== undefined ? code(String(flag.default)) : '')

interface Schema {
  type?: string | string[]
  enum?: string[]
  default?: unknown
  description?: string
  required?: string[]
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  items?: Schema
}

function configurationTable(): string {
  const rows = fieldsOf(schema as Schema).map(({ path, field, isRequired }) =>
    row(
      code(path),
      kindOf(field),
      isRequired ? 'required' : field.default === undefined ? '' : code(String(field.default)),
      field.description ?? '',
    ),
  )
  return table(['Field', 'Is', 'Default', ''], rows)
}

interface Field {
  path: string
  field: Schema
  isRequired: boolean
}

function fieldsOf({ properties = {}, required = [] }: Schema, above = ''): Field[] {
  return Object.entries(properties)
    .filter(([name]) => name !== '$schema')
    .flatMap(([name, field]) => {
      const path = `${above}${name}`
      const own: Field[] = field.description === undefined ? [] : [{ path, field, isRequired: required.includes(name) }]
      // By check: each of them is said in the same way.
      if (path === 'check.severities') return own
      return [...own, ...fieldsOf(field, `${path}.`), ...fieldsOf(field.items ?? {}, `${path}[].`)]
    })
}

function kindOf({ type, enum: values, items }: Schema): string {
  if (values) return values.map(code).join(', ')
  const kinds = [type ?? []].flat().map((one) => (one === 'array' && items?.type === 'string' ? 'list of texts' : one))
  return kinds.map((kind) => NAMES[kind] ?? kind).join(' or ')
}

const NAMES: Readonly<Record<string, string>> = { string: 'text', integer: 'number', object: 'object', array: 'list' }
