import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const server = join(import.meta.dirname, '../..')
const files = globSync(['src/**/*.ts', 'sql/*.sql'], { cwd: server }).filter((file) => !file.includes('/test/'))
const filesWith = (pattern: RegExp) =>
  files.filter((file) => pattern.test(readFileSync(join(server, file), 'utf8'))).sort()

test('values are written by their two writers, which refuse what is too long', () => {
  assert.deepEqual(filesWith(/\b(insert into|update|merge into|copy) translations\b/), [
    'sql/put_value.sql',
    'src/features/translations/write-values.ts',
  ])
})

test('one function holds a text against the limit of its key; everybody else asks it', () => {
  assert.deepEqual(filesWith(/[<>]=?\s*(\w+\.)?(character_limit|characterLimit)\b|\bcharacter_?limit\b\s*[<>]/i), [
    'sql/exceeded_limit.sql',
  ])
})
