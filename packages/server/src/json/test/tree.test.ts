import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longestTurn } from '../../../test/longest-turn.ts'
import { onThisMachine } from '../../../test/this-machine.ts'
import { readTree } from '../tree.ts'

test('a list may have a million items, and not one more', async () => {
  const list = (length: number) => `[${'0,'.repeat(length - 1)}0]`
  assert.equal(((await readTree(list(1_000_000))) as unknown[]).length, 1_000_000)
  await assert.rejects(readTree(list(1_000_001)), RangeError)
})

test('a list that fills a body is refused before it keeps others waiting', async () => {
  const pieces = Array.from({ length: 500 }, () => '"",'.repeat(20_000))
  const text = ['[', ...pieces, '""]'].values()
  const held = await longestTurn(() => assert.rejects(readTree(text), RangeError))
  assert.ok(held < onThisMachine(50), `${held} ms at a stretch`)
})
