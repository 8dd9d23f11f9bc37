import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const server = join(import.meta.dirname, '..')

/** What stands in code letters. */
export const quoted = (text: string) => Array.from(text.matchAll(/`([^`]+)`/g), (match) => match[1] ?? '')

export interface Row {
  chapter: string
  /** All cells but the last. */
  statement: string
  tests: string[]
}

/** The tables of a page in `docs/` whose last column names tests; `heading` is that of their first column. */
export function readRows(page: string, heading: string): Row[] {
  let chapter = ''
  const rows: Row[] = []
  for (const line of readFileSync(join(server, '../../docs', page), 'utf8').split('\n')) {
    const [, title] = /^#{2,3} (.+)$/.exec(line) ?? []
    chapter = title ?? chapter
    const [, statement = '', tests = ''] = /^\| (.+) \| (.*) \|$/.exec(line) ?? []
    if (statement && !statement.startsWith(heading)) rows.push({ chapter, statement, tests: quoted(tests) })
  }
  return rows
}

/** Titles of tests and suites as they stand in the source, in whatever quotes. */
const titlesOf = (file: string) =>
  new Set(
    Array.from(
      readFileSync(join(server, file), 'utf8').matchAll(/\b(?:test|describe)\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs),
      (match) => match[2],
    ),
  )

/** Every row names tests, as `file › title`, and each of them is there. */
export function assertShown(rows: readonly Row[]): void {
  const known = new Map<string, Set<string | undefined>>()
  for (const { statement, tests } of rows) {
    assert.ok(tests.length > 0, `no test shows: ${statement}`)
    for (const named of tests) {
      const [file = '', title] = named.split(' › ')
      const titles = known.get(file) ?? titlesOf(file)
      known.set(file, titles)
      assert.ok(titles.has(title), `there is no test ${named}`)
    }
  }
}
