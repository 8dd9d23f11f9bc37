import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import { contract, type Entry, type ErrorShape, errors, streamEvents, webhookEventNames } from '@parlance/contract'
import { assertShown, quoted, readRows } from './named-tests.ts'

const server = join(import.meta.dirname, '..')

const rows = readRows('conformance.md', 'What holds')
const statementsOf = (chapter: string) => rows.filter((row) => row.chapter === chapter).map((row) => row.statement)

/** Each of them is named in code letters by some statement. */
function assertNamed(names: readonly string[], statements: readonly string[]): void {
  const told = new Set(statements.flatMap(quoted))
  assert.deepEqual(
    names.filter((name) => !told.has(name)),
    [],
    'docs/conformance.md has no row for these',
  )
}

/** The limits of the specification, each as the chapter names it. */
const LIMITS = [
  'Key name: 1 to 768',
  'Namespace name: 1 to 255',
  'Description and aiContext: 5000 and 2000',
  'Translation value: 65,536, and the limit of its key',
  'characterLimit: 1 or more',
  'Key list: 1 to 100, 50 by default',
  'Pages of memories, entries and deliveries: 1 to 100, by default 50, 50 and 20',
  'Pages of terms: 1 to 100',
  'Glossary search: 255',
  'Entry search: 1 to 500',
  "Search in the project's keys: 1 to 20, locale of 1 to 50, minSimilarity 0 to 1",
  'Batch keyIds: 1 to 10,000',
  'Memory name and description: 1 to 255 and 2000',
  'Memory texts: 1 to 10,000, contextKey 512',
  'Memory search: minSimilarity 50 to 100, maxResults 1 to 20, 5 by default',
  'Find: 1 to 10,000',
  'Assignments: 50, priority 1 to 100, penalty 0 to 100, one writable',
  'TMX: 10 MB, 50,000 units',
  'Glossary JSON: 100,000 concepts, 10 MB, definition 2000, subject 255',
  'Glossary CSV: 1 MiB',
  'Import file: 10 MB',
  'Import body: 50 MB',
  'Body with values: 16 MiB',
  'Keys of an import: 100,000',
  'Files of an archive: 500',
  'Files of a request: 1000',
  'Archive unpacked: 200 MB',
  'Archive ratio: 100:1',
  'Requests: 60,000 a minute for a credential, 600 for an address',
  'Downloads: 8 at a time, 4 of an organization, 3 of a user',
  'Import rate: 100, refilled by 20 a minute',
  'Validation: 1 hour',
  'Progress: 2 hours',
  'progressTrackingId: 1 to 128',
  'Events of the key stream: 32 names',
  'Key streams: 50 per project, 10 per creator',
  'Project streams: 100 per project, 20 per user',
  'Heartbeat: 15 seconds',
  'Webhook name and URL: 1 to 255 and 1 to 2048',
  'Webhook answer: 10 seconds',
  'Kept answer: 2000 bytes',
  'Failures in a row: 10',
  'Webhooks and API keys of a project: 100 and 200, unless set otherwise',
  'Deploys: 50 in 10 minutes',
  'Retry schedule: 1, 5, 15 and 60 minutes, varied by a tenth',
]

const addressOf = ({ method, path }: Entry) => `${method} /v1${path}`

const testFiles = new Set(globSync('src/features/**/*.test.ts', { cwd: server }).map((file) => basename(file)))
/** Whoever looks for the tests of such a route needs no table. */
const hasOwnTests = (name: string) =>
  testFiles.has(`${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.test.ts`)

describe('the table of what holds', () => {
  test('has every route that has no test file of its name', () => {
    const entries = Object.values(contract) as Entry[]
    const routes = entries.map(addressOf)
    const statements = rows.map((row) => row.statement)
    assertNamed(entries.filter(({ name }) => !hasOwnTests(name)).map(addressOf), statements)
    const others = statements.flatMap(quoted).filter((name) => /^[A-Z]+ \/v1/.test(name) && !routes.includes(name))
    assert.deepEqual(others, [], 'these routes are none')
  })

  test('has every refusal of the catalogue', () => {
    const shapes = Object.values<ErrorShape>(errors)
    assertNamed(
      shapes.map(({ status, code }) => `${status} ${code ?? '{ message }'}`),
      statementsOf('Errors'),
    )
  })

  test('has every event of the stream', () => assertNamed(Object.keys(streamEvents), statementsOf('Change stream')))

  test('has every event of webhooks', () => assertNamed(webhookEventNames, statementsOf('Webhooks')))

  test('has every limit', () => assert.deepEqual(statementsOf('Limits'), LIMITS))

  test('has every settled point, by its number', () => {
    const numbers = statementsOf('Settled points').map((statement) => statement.split(' ', 1)[0])
    assert.deepEqual(
      numbers,
      Array.from({ length: 20 }, (_, at) => `14.${at + 1}`),
    )
  })

  test('says nothing twice in a chapter', () => {
    const said = rows.map(({ chapter, statement }) => `${chapter}: ${statement}`)
    assert.equal(new Set(said).size, said.length)
  })
})

test('every statement is shown by tests, and every test that is named exists', () => assertShown(rows))
