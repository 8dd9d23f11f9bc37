import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  compareCodePoints,
  type Entry,
  type Format,
  formats,
  formatsByName,
  pickFormat,
  type Remark,
  toIcu,
  toSyntax,
  UnreadableFile,
  type Writer,
} from '@parlance/formats'
import { defineCommand, type Invocation } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { didYouMean } from '../flags/nearest.ts'
import { counted } from '../output/counted.ts'
import { Failure, fileFailure, usageFailure } from '../problem.ts'
import { lastFacts } from '../service/last-answer.ts'
import { isLocale } from '../texts/local-texts.ts'
import { replaceFile } from '../texts/replace-file.ts'

const flags = {
  from: { type: 'text', value: '<format>', summary: 'of the file that is read; else its name and content tell' },
  to: { type: 'text', value: '<format>', summary: 'of the file that is written; else its name tells' },
  locale: { type: 'text', value: '<code>', completes: 'locales', summary: 'of the texts; else the source locale' },
  base: {
    type: 'text',
    value: '<file>',
    completes: 'files',
    summary: 'a file to bring up to date instead of a new one',
  },
  placeholders: {
    type: 'text',
    value: '<way>',
    values: ['keep', 'convert'],
    default: 'keep',
    summary: 'leave placeholders as they are written, or write them as the new format has them',
  },
} as const

type Called = Invocation<typeof flags>

export const convert = defineCommand({
  flags,
  args: [{ name: 'in' }, { name: 'out' }],
  async run(invocation: Called) {
    const [from = '', to = ''] = invocation.args
    const { cwd, flags, output } = invocation
    const bytes = await readFile(resolve(cwd, from)).catch((error: Error) => {
      throw fileFailure(from, error.message)
    })
    const source = flags.from === undefined ? pickFormat(from, bytes) : namedFormat(flags.from, '--from')
    if (!source) throw usageFailure(`Which format has ${from}? Say it with --from.`)
    const [usual] = formatsByName(to)
    const target = flags.to === undefined ? usual : namedFormat(flags.to, '--to')
    if (!target) throw usageFailure(`Which format is ${to} to have? Say it with --to.`)
    const sourceLocale = await sourceLocaleOf(invocation)
    const locale = flags.locale ?? sourceLocale
    const wrong = [locale, sourceLocale].find((one) => !isLocale(one))
    if (wrong !== undefined) throw usageFailure(`"${wrong}" is no locale: they are written as en or pt-BR.`)
    const said = textsOf(invocation, from, source, bytes, { locale, sourceLocale })
    const entries = said.map((entry) => written(invocation, entry, source, target, to))
    const base =
      flags.base === undefined
        ? undefined
        : await readFile(resolve(cwd, flags.base)).catch((error: Error) => {
            throw fileFailure(flags.base ?? '', error.message)
          })
    output.step(`Writing ${to}`)
    const { file, leftOut } = fileOf(invocation, target, entries, { to, locale, sourceLocale, base })
    replaceFile(resolve(cwd, to), file)
    const keys = entries.filter(({ key }) => !leftOut.has(key)).length
    output.print(`${to}: ${counted(keys, 'text')}`)
    return { file: to, format: target.id, keys }
  },
})

function namedFormat(id: string, flag: string): Format {
  const all: readonly Format[] = formats
  const format = all.find((one) => one.id === id)
  const ids = all.map((one) => one.id)
  if (!format) throw usageFailure(`${flag}: there is no format "${id}".${didYouMean(id, ids)}`)
  return format
}

async function sourceLocaleOf({ configIfAny, flags }: Pick<Called, 'configIfAny' | 'flags'>): Promise<string> {
  const config = await configIfAny()
  const known = config?.sourceLocale ?? (config && lastFacts(config)?.sourceLocale) ?? flags.locale
  if (known === undefined) throw usageFailure('In which locale are the texts? Say it with --locale.')
  return known
}

interface Locales {
  locale: string
  sourceLocale: string
}

/** A file that is wrong is not half converted. */
function textsOf(
  { output }: Called,
  path: string,
  format: Format,
  bytes: Uint8Array,
  { locale, sourceLocale }: Locales,
) {
  const entries: Entry[] = []
  const faults: Remark[] = []
  const remark = (one: Remark) => {
    if (one.severity === 'error') faults.push(one)
    else output.warn({ ...one, file: path })
  }
  try {
    for (const part of format.read(bytes, { locale, sourceLocale, remark })) entries.push(...part.entries)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const { code, message, place } = error
    faults.push({ severity: 'error', code, message, ...place })
  }
  if (faults.length > 0)
    throw new Failure(
      ...faults.map(({ severity: _, ...fault }) => ({ exitCode: exitCodes.file, file: path, ...fault })),
    )
  return entries.filter(
    (entry) => format.isMultiLocale === false || entry.locale === undefined || entry.locale === locale,
  )
}

/** A text as the other format has it: as it is, or by way of a message of ICU. */
function written({ flags, output }: Called, entry: Entry, source: Format, target: Format, to: string): Entry {
  const placed = { ...entry, ...(target.isMultiLocale ? {} : { locale: undefined, namespace: undefined }) } as Entry
  if (flags.placeholders === 'keep' || source.syntax === target.syntax) return placed
  const icu = toIcu(placed, {})
  const said =
    icu && toSyntax({ ...placed, value: icu.value, syntax: null }, { syntax: target.syntax, tokens: icu.tokens })
  if (said) return said
  const message = `${target.name} cannot say these placeholders, so they stay as they are`
  output.warn({ code: 'value_not_convertible', message, key: entry.key, file: to })
  return placed
}

interface Writing extends Locales {
  to: string
  base: Uint8Array | undefined
}

function fileOf(
  { output }: Called,
  format: Format,
  entries: readonly Entry[],
  { to, locale, sourceLocale, base }: Writing,
) {
  const leftOut = new Set<string>()
  const remark = (one: Remark) => {
    if (one.code === 'key_not_representable' && one.key !== undefined) leftOut.add(one.key)
    output.warn({ ...one, file: to })
  }
  const options = {
    locale,
    locales: [locale],
    sourceLocale,
    structure: 'nested',
    style: 'pretty',
    placeholders: 'keep',
    remark,
  } as const
  const writer: Writer = base && format.patch ? format.patch(base, options) : format.write(options)
  const sorted = entries
    .map((entry) => (format.isMultiLocale ? { ...entry, locale } : entry))
    .toSorted((a, b) => compareCodePoints(a.key, b.key))
  try {
    const pieces = [writer.add(sorted), ...writer.end()]
    return { file: Buffer.concat(pieces.map((piece) => Buffer.from(piece as string))), leftOut }
  } catch (error) {
    if (error instanceof UnreadableFile) throw fileFailure(to, error.message, error.code)
    throw error
  }
}
