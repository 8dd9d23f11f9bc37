import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract, type Entry, onlyStatus, rawTypesOf } from '@parlance/contract'
import { routes } from '../src/routes.ts'

const isFile = (entry: Entry) => Object.values(entry.responses).some((answer) => rawTypesOf(answer) !== undefined)
const hasCursor = ({ query }: Entry) => JSON.stringify(query ?? {}).includes('"cursor":')

const kindsOf = (entry: Entry): string[] => [
  ...(onlyStatus(entry) === undefined ? ['several'] : []),
  ...(isFile(entry) ? ['raw'] : []),
  ...(hasCursor(entry) ? ['pages'] : []),
  ...(entry.method === 'POST' && entry.effect === 'read' ? ['reads'] : []),
]

test('the table of the client is that of the contract', () => {
  const expected = (Object.values(contract) as Entry[]).map((entry) => [
    entry.name,
    [entry.method, entry.path, ...kindsOf(entry)],
  ])
  assert.deepEqual(routes, Object.fromEntries(expected), 'run "npm run build:routes" and commit what it writes')
})

test('the answer of a list with pages has one array, which holds its items', () => {
  const lists = (Object.values(contract) as Entry[]).filter(hasCursor)
  assert.ok(lists.length > 10)
  for (const { name, responses } of lists) {
    const fields = Object.values(Object(responses[200]).properties as object[])
    assert.equal(fields.filter((field) => 'items' in field).length, 1, name)
  }
})
