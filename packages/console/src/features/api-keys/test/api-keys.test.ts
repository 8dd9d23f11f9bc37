import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract, type Entry, isForApiKeys, namedPermissions, scopeNames, scopes } from '@parlance/contract'
import { curlLines } from '../curl-lines.ts'
import { dayAfter, endOf, lifeOf } from '../expiry.ts'
import { PERMISSION_NAMES, SCOPE_NAMES, toggled } from '../grants.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const subject = { origin: 'https://texts.example', projectId: 7, sourceLocale: 'en', namespace: "it's, $1", key: 'a/b' }

test('Everything that a key can be allowed is offered', () => {
  assert.deepEqual([SCOPE_NAMES, PERMISSION_NAMES], [scopeNames, [...namedPermissions]])
  assert.deepEqual(toggled([1, 2, 3], [3], 1, true), [1, 3])
  assert.deepEqual(toggled([1, 2, 3], [1, 3], 3, false), [1])
})

test('There is a line for each call that only programs make, with the scope that it needs', () => {
  const lines = curlLines(subject)
  const ofPrograms = Object.values(contract as Record<string, Entry>).filter(({ access }) => isForApiKeys(access))
  assert.deepEqual(lines.map(({ call }) => call).toSorted(), ofPrograms.map(({ name }) => name).toSorted())
  for (const { call, scope, text } of lines) {
    const { method, path, access } = contract[call] as Entry
    const permission = 'permission' in access ? access.permission : null
    assert.ok(permission === null || (scopes[scope] as readonly unknown[]).includes(permission), call)
    const [, url = ''] = /"(https:[^"]+)"/.exec(text) ?? []
    const pattern = path.replace('{projectId}', '7').replaceAll(/\{\w+\}/g, '[^/]+')
    assert.match(new URL(url).pathname, new RegExp(`^/v1${pattern}$`), call)
    assert.equal(/-X (\w+)/.exec(text)?.[1] ?? (text.includes('-d ') ? 'POST' : 'GET'), method, call)
  }
})

test('Whatever a namespace is called, a shell takes the line as it is meant', () => {
  const [read, push, , exported] = curlLines(subject)
  assert.ok(read?.text.includes('"https://texts.example/v1/keys/it%27s%2C%20%241/a%2Fb"'))
  assert.ok(push?.text.includes(`-d '{"namespace":"it'\\''s, $1"`))
  assert.ok(exported?.text.includes('namespaces=it%27s%5C%2C%20%241"'))
})

test('A key ends after some days, with a day, or never', () => {
  assert.equal(endOf('never', '', NOW), null)
  assert.equal(endOf('days30', '', NOW), '2026-03-31T12:00:00.000Z')
  const end = new Date(endOf('date', '2026-03-05', NOW) ?? '')
  assert.deepEqual([end.getDate(), end.getHours()], [5, 23])
  assert.match(dayAfter(NOW), /^2026-03-0[23]$/)
  assert.deepEqual(
    [null, '2026-02-28T00:00:00Z', '2026-03-08T00:00:00Z', '2026-05-01T00:00:00Z'].map((at) => lifeOf(at, NOW)),
    ['good', 'over', 'endsSoon', 'good'],
  )
})
