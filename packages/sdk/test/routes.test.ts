import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract, type Entry, onlyStatus, rawTypesOf } from '@parlance/contract'
import { routes } from '../src/routes.ts'

function kindOf(entry: Entry): string[] {
  if (onlyStatus(entry) === undefined) return ['several']
  return Object.values(entry.responses).some((answer) => rawTypesOf(answer) !== undefined) ? ['raw'] : []
}

test('the table of the client is that of the contract', () => {
  const expected = (Object.values(contract) as Entry[]).map((entry) => [
    entry.name,
    [entry.method, entry.path, ...kindOf(entry)],
  ])
  assert.deepEqual(routes, Object.fromEntries(expected), 'run "npm run build:routes" and commit what it writes')
})
