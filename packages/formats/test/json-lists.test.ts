import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compareCodePoints } from '../src/code-points.ts'
import type { Entry } from '../src/entry.ts'
import { json } from '../src/json/json.ts'

const part = fc.constantFrom('0', '1', '2', '10', 'a', '-', '', '01')
const key = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('.'))
const keys = fc
  .uniqueArray(
    key.filter((some) => some !== ''),
    { maxLength: 30 },
  )
  .map((some) => some.sort(compareCodePoints))

function read(text: string): Entry[] {
  const entries: Entry[] = []
  const remark = ({ message }: { message: string }) => assert.fail(message)
  for (const part of json.read(new TextEncoder().encode(text), { remark })) entries.push(...part.entries)
  return entries.sort((a, b) => compareCodePoints(a.key, b.key))
}

for (const structure of ['flat', 'nested'] as const)
  test(`whatever is written with lists is read back, ${structure}`, () => {
    fc.assert(
      fc.property(keys, (names) => {
        const entries = names.map((name) => ({ key: name, value: `text of ${name}` }))
        const writer = json.write({ locale: 'en', structure, style: 'minified', options: { arrays: 'lists' } })
        const text = [writer.add(entries), ...writer.end()].join('')
        assert.deepEqual(read(text), entries)
      }),
      { numRuns: 500 },
    )
  })

test('a base takes any new names, lists or not', () => {
  const decoder = new TextDecoder()
  fc.assert(
    fc.property(keys, keys, fc.constantFrom('objects', 'lists'), fc.boolean(), (old, fresh, arrays, prune) => {
      const made = json.write({ locale: 'en', structure: 'nested', style: 'pretty', options: { arrays: 'lists' } })
      const base = [made.add(old.map((name) => ({ key: name, value: 'old' }))), ...made.end()].join('')
      const left: string[] = []
      const patch = json.patch?.(new TextEncoder().encode(base), {
        locale: 'en',
        structure: 'nested',
        style: 'pretty',
        options: { arrays },
        prune,
        remark: ({ key: name = '' }) => left.push(name),
      })
      assert.ok(patch)
      patch.add(fresh.map((name) => ({ key: name, value: 'new' })))
      const pieces = Array.from(patch.end(), (piece) => (typeof piece === 'string' ? piece : decoder.decode(piece)))
      const expected = new Map(prune ? [] : old.map((name) => [name, 'old']))
      for (const name of fresh) if (!left.includes(name)) expected.set(name, 'new')
      assert.deepEqual(new Map(read(pieces.join('')).map((entry) => [entry.key, entry.value])), expected)
    }),
    { numRuns: 500 },
  )
})
