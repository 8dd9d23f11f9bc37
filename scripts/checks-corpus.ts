// Counts what the checks find in a file of translations: `npm run checks:corpus -- <file.tsv.gz> [options]`.
//
// The file has columns named in its first line: `source`, `target`, `locale`, and `syntax` where rows differ in it. Others
// say where a row is from, and rows can be chosen and counted by them.
//   --syntax=guess       how placeholders are written where no column says so; `guess` is by what the text has
//   --source-locale=en   the language of the sources
//   --by=origin          tells for each check in which rows most was found, by this column, instead of a table of languages
//   --only=origin=a,b    only rows with one of these in the column; given more than once, all have to hold
//   --without=origin=a   no rows with one of these
//   --check=tag_extra    only this check; may be given more than once
//   --samples=50         prints so many findings of each check as well, spread evenly over the file
import { createReadStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import {
  CATALOGUE,
  type CheckId,
  checkValue,
  type Finding,
  NO_TERMS,
  SYNTAXES,
  type Syntax,
} from '../packages/checks/src/index.ts'
import { SUBJECTS } from './corpus-subjects.ts'

interface Pair {
  source: string
  target: string
  locale: string
  syntax: Syntax
  /** What the rows are counted by. */
  group: string
}

interface Sample {
  pair: Pair
  finding: Finding
}

const MOST_GROUPS = 12

const isSyntax = (name: string): name is Syntax => (SYNTAXES as readonly string[]).includes(name)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    syntax: { type: 'string', default: 'guess' },
    'source-locale': { type: 'string', default: 'en' },
    by: { type: 'string', default: 'locale' },
    only: { type: 'string', multiple: true, default: [] },
    without: { type: 'string', multiple: true, default: [] },
    check: { type: 'string', multiple: true, default: [] },
    samples: { type: 'string', default: '0' },
  },
})
const [file] = positionals
const checks = CATALOGUE.map(({ id }) => id).filter((id) => values.check.length === 0 || values.check.includes(id))
if (file === undefined || checks.length === 0 || !(values.syntax === 'guess' || isSyntax(values.syntax))) {
  console.error(
    `Usage: npm run checks:corpus -- <file.tsv.gz> [--syntax=${SYNTAXES.join('|')}|guess] [--source-locale=en] [--by=column] [--only=column=value,…] [--without=column=value,…] [--check=id] [--samples=50]`,
  )
  process.exit(1)
}

await count(file)

async function count(path: string): Promise<void> {
  const pairs = new Map<string, number>()
  const counts = new Map<CheckId, Map<string, number>>()
  const found = new Map<CheckId, Sample[]>()
  const subjects = new Map<CheckId, number>()
  let microseconds = 0
  for await (const pair of pairsOf(path)) {
    pairs.set(pair.group, (pairs.get(pair.group) ?? 0) + 1)
    for (const id of checks) if (SUBJECTS[id]?.has(pair)) subjects.set(id, (subjects.get(id) ?? 0) + 1)
    const before = process.cpuUsage()
    const findings = check(pair)
    const { user, system } = process.cpuUsage(before)
    microseconds += user + system
    // A value counts once for each check, however many findings it has.
    for (const id of new Set(findings.map((finding) => finding.check))) {
      const byGroup = counts.get(id) ?? new Map<string, number>()
      counts.set(id, byGroup.set(pair.group, (byGroup.get(pair.group) ?? 0) + 1))
    }
    for (const finding of findings) {
      const same = found.get(finding.check)
      if (same) same.push({ pair, finding })
      else found.set(finding.check, [{ pair, finding }])
    }
  }
  const total = sumOf(pairs)
  console.log(`${total} pairs, ${(microseconds / total).toFixed(1)} µs each`)
  if (values.by === 'locale') printTable(pairs, counts, subjects)
  else printGroups(pairs, counts)
  const samples = Number(values.samples)
  if (samples > 0) for (const [id, all] of found) printSamples(id, all, samples)
}

async function* pairsOf(path: string): AsyncGenerator<Pair> {
  const isWanted = wanted()
  let columns: string[] | undefined
  for await (const line of linesOf(path)) {
    const cells = line.split('\t')
    if (!columns) {
      columns = cells
      continue
    }
    const cell = (name: string) => unescaped(cells[columns?.indexOf(name) ?? -1] ?? '')
    const [source, target] = [cell('source'), cell('target')]
    if (source === '' || target === '' || !isWanted(cell)) continue
    const syntax = syntaxOf(source, cell('syntax') || values.syntax)
    yield { source, target, locale: cell('locale').replaceAll('_', '-'), syntax, group: cell(values.by) }
  }
}

/** By hand: `readline` takes U+2028 for the end of a line, which some texts have within. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const bytes = createReadStream(path)
  const chunks = (path.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes).setEncoding('utf8')
  let rest = ''
  for await (const chunk of chunks) {
    const lines = `${rest}${chunk}`.split(/\r?\n/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

/** By `--only` and `--without`: whether a row is one of those to be counted. */
function wanted(): (cell: (column: string) => string) => boolean {
  const chosen = (given: string) => {
    const at = given.indexOf('=')
    return { column: given.slice(0, at), some: new Set(given.slice(at + 1).split(',')) }
  }
  const [only, without] = [values.only.map(chosen), values.without.map(chosen)]
  return (cell) =>
    only.every(({ column, some }) => some.has(cell(column))) &&
    !without.some(({ column, some }) => some.has(cell(column)))
}

/** A tab or a line break within a cell is written as an escape. */
function unescaped(cell: string): string {
  return cell.replaceAll(/\\([tn\\])/g, (_all, letter) => (letter === 't' ? '\t' : letter === 'n' ? '\n' : '\\'))
}

function check({ source, target, locale, syntax }: Pair): Finding[] {
  const context = {
    locale,
    sourceLocale: values['source-locale'],
    syntax,
    isPlural: false,
    lengthHint: null,
    terms: NO_TERMS,
  }
  return checkValue({ value: target, source, context }, isCounted)
}

function isCounted(id: CheckId): boolean {
  return checks.includes(id)
}

/** Guessed only for counting: a key of a project says it. */
function syntaxOf(source: string, said: string): Syntax {
  if (isSyntax(said)) return said
  if (/%\(\w+\)[sd]/.test(source)) return 'python'
  if (/%L?[1-9]\b(?!\$)/.test(source)) return 'qt'
  if (/%(?:\d\$)?[sdiu]/.test(source)) return 'printf'
  if (/\{\w*\}/.test(source)) return 'python-brace'
  return 'printf'
}

/**
 * A line for each check: all rows and what was promised, `!` where it is more than twice as much; how many rows it can find
 * something in, what it finds in 1,000 of them and what was promised for these; each language.
 */
function printTable(
  pairs: ReadonlyMap<string, number>,
  counts: ReadonlyMap<CheckId, Map<string, number>>,
  subjects: ReadonlyMap<CheckId, number>,
): void {
  const total = sumOf(pairs)
  const locales = [...pairs.keys()].sort()
  console.log(['check', 'all', 'promised', 'rows', 'of these', 'promised', ...locales].join('\t'))
  for (const id of checks) {
    const byLocale = counts.get(id) ?? new Map<string, number>()
    const sum = sumOf(byLocale)
    const rows = subjects.get(id) ?? 0
    const subject = SUBJECTS[id]
    const ofThese = subject && { promised: (1_000 * subject.promised) / subject.share }
    console.log(
      [
        id,
        perThousand(sum, total),
        promised(subject, sum, total),
        subject ? `${perThousand(rows, total)}` : '-',
        subject ? perThousand(sum, rows) : '-',
        promised(ofThese, sum, rows),
        ...locales.map((locale) => perThousand(byLocale.get(locale) ?? 0, pairs.get(locale) ?? 0)),
      ].join('\t'),
    )
  }
}

/** The groups in which a check finds most, each with its number of findings and per 1,000 of its rows. */
function printGroups(pairs: ReadonlyMap<string, number>, counts: ReadonlyMap<CheckId, Map<string, number>>): void {
  const total = sumOf(pairs)
  for (const id of checks) {
    const byGroup = counts.get(id) ?? new Map<string, number>()
    const sum = sumOf(byGroup)
    if (sum === 0) continue
    console.log(`\n${id}\t${sum}\t${perThousand(sum, total)}\tpromised ${promised(SUBJECTS[id], sum, total)}`)
    const most = [...byGroup].sort(([, one], [, other]) => other - one).slice(0, MOST_GROUPS)
    for (const [group, n] of most) console.log(`  ${group}\t${n}\t${perThousand(n, pairs.get(group) ?? 0)}`)
  }
}

function sumOf(numbers: ReadonlyMap<unknown, number>): number {
  return [...numbers.values()].reduce((sum, n) => sum + n, 0)
}

function perThousand(found: number, of: number): string {
  return of === 0 ? '-' : ((1_000 * found) / of).toFixed(2)
}

function promised(said: { promised: number } | undefined, found: number, of: number): string {
  if (!said || of === 0) return '-'
  const isOver = (1_000 * found) / of > 2 * said.promised
  return `${Number(said.promised.toFixed(2))}${isOver ? '!' : ''}`
}

/** Every hundredth of five thousand, so that the same file shows the same ones. */
function printSamples(id: CheckId, all: readonly Sample[], samples: number): void {
  const step = Math.max(1, all.length / samples)
  console.log(`\n${id}: ${Math.min(samples, all.length)} of ${all.length}`)
  for (let at = 0; Math.floor(at) < all.length; at += step) {
    const { pair, finding } = all[Math.floor(at)] as Sample
    const from = pair.group === pair.locale ? pair.locale : `${pair.locale} ${pair.group}`
    console.log(`${from}\t${JSON.stringify(finding.params)}\n  ${shown(pair.source)}\n  ${shown(pair.target)}`)
  }
}

function shown(text: string): string {
  return JSON.stringify(text.length > 300 ? `${text.slice(0, 300)}…` : text)
}
