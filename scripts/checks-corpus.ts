// Counts what the checks find in a file of translations: `npm run checks:corpus -- <file.tsv.gz> [options]`.
//
// The file has columns named in its first line: `source`, `target`, `locale`, and `syntax` where rows differ in it. Others
// are left alone.
//   --syntax=guess      how placeholders are written where no column says so; `guess` is by what the text has
//   --source-locale=en  the language of the sources
//   --samples=50        prints so many findings of each check as well, spread evenly over the file
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
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

interface Pair {
  source: string
  target: string
  locale: string
  syntax: Syntax
}

const isSyntax = (name: string): name is Syntax => (SYNTAXES as readonly string[]).includes(name)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    syntax: { type: 'string', default: 'guess' },
    'source-locale': { type: 'string', default: 'en' },
    samples: { type: 'string', default: '0' },
  },
})
const [file] = positionals
if (file === undefined || !(values.syntax === 'guess' || isSyntax(values.syntax))) {
  console.error(`Usage: npm run checks:corpus -- <file.tsv.gz> [--syntax=${SYNTAXES.join('|')}|guess] [--samples=50]`)
  process.exit(1)
}

await count(file)

async function count(path: string): Promise<void> {
  const pairs = new Map<string, number>()
  const counts = new Map<CheckId, Map<string, number>>()
  const found = new Map<CheckId, { pair: Pair; finding: Finding }[]>()
  let microseconds = 0
  for await (const pair of pairsOf(path)) {
    pairs.set(pair.locale, (pairs.get(pair.locale) ?? 0) + 1)
    const before = process.cpuUsage()
    const findings = check(pair)
    const { user, system } = process.cpuUsage(before)
    microseconds += user + system
    // A value counts once for each check, however many findings it has.
    for (const id of new Set(findings.map((finding) => finding.check))) {
      const byLocale = counts.get(id) ?? new Map<string, number>()
      counts.set(id, byLocale.set(pair.locale, (byLocale.get(pair.locale) ?? 0) + 1))
    }
    for (const finding of findings) {
      const same = found.get(finding.check)
      if (same) same.push({ pair, finding })
      else found.set(finding.check, [{ pair, finding }])
    }
  }
  printCounts(pairs, counts, microseconds)
  const samples = Number(values.samples)
  if (samples > 0) for (const [id, all] of found) printSamples(id, all, samples)
}

async function* pairsOf(path: string): AsyncGenerator<Pair> {
  const bytes = createReadStream(path)
  const lines = createInterface({ input: path.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes })
  let columns: string[] | undefined
  for await (const line of lines) {
    const cells = line.split('\t')
    if (!columns) {
      columns = cells
      continue
    }
    const cell = (name: string) => unescaped(cells[columns?.indexOf(name) ?? -1] ?? '')
    const [source, target] = [cell('source'), cell('target')]
    const syntax = syntaxOf(source, cell('syntax') || values.syntax)
    if (source !== '' && target !== '') yield { source, target, locale: cell('locale').replaceAll('_', '-'), syntax }
  }
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
  return checkValue({ value: target, source, context }, () => true)
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

function printCounts(
  pairs: Map<string, number>,
  counts: Map<CheckId, Map<string, number>>,
  microseconds: number,
): void {
  const total = [...pairs.values()].reduce((sum, n) => sum + n, 0)
  const locales = [...pairs.keys()].sort()
  const perThousand = (found: number, of: number) => (of === 0 ? '-' : ((1_000 * found) / of).toFixed(2))
  console.log(`${total} pairs in ${locales.length} languages, ${(microseconds / total).toFixed(1)} µs each`)
  console.log(['check', 'all', ...locales].join('\t'))
  for (const { id } of CATALOGUE) {
    const byLocale = counts.get(id)
    const sum = [...(byLocale?.values() ?? [])].reduce((some, n) => some + n, 0)
    const cells = locales.map((locale) => perThousand(byLocale?.get(locale) ?? 0, pairs.get(locale) ?? 0))
    console.log([id, perThousand(sum, total), ...cells].join('\t'))
  }
}

/** Every hundredth of five thousand, so that the same file shows the same ones. */
function printSamples(id: CheckId, all: readonly { pair: Pair; finding: Finding }[], samples: number): void {
  const step = Math.max(1, all.length / samples)
  console.log(`\n${id}: ${Math.min(samples, all.length)} of ${all.length}`)
  for (let at = 0; Math.floor(at) < all.length; at += step) {
    const { pair, finding } = all[Math.floor(at)] as { pair: Pair; finding: Finding }
    console.log(`${pair.locale}\t${JSON.stringify(finding.params)}\n  ${shown(pair.source)}\n  ${shown(pair.target)}`)
  }
}

function shown(text: string): string {
  return JSON.stringify(text.length > 300 ? `${text.slice(0, 300)}…` : text)
}
