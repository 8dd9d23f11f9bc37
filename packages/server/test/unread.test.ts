import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_UNREAD_BY_ALL, Unread } from '../src/http/unread.ts'

const MB = 1_048_576

function readers(count: number) {
  const unread = new Unread()
  const cut: number[] = []
  const all = Array.from({ length: count }, (_, at) => ({
    cut() {
      cut.push(at)
      unread.forget(this)
    },
  }))
  const note = (at: number, bytes: number) => unread.note(all[at] ?? assert.fail(), bytes)
  const forget = (at: number) => unread.forget(all[at] ?? assert.fail())
  return { cut, note, forget }
}

test('as long as all together leave little unread, nobody is cut off', () => {
  const { cut, note, forget } = readers(200)
  for (let round = 1; round <= 10; round++) {
    for (let at = 0; at < 40; at++) note(at, round * 100_000)
    for (let at = 0; at < 40; at++) forget(at)
  }
  for (let at = 0; at < 48; at++) note(at, MB)
  for (let at = 0; at < 48; at++) note(at, MB)
  assert.deepEqual(cut, [])
})

test('when it becomes too much, those who are furthest behind go, until half of the room is free', () => {
  const { cut, note } = readers(5_000)
  for (let at = 0; at < 4_900; at++) note(at, 10_000)
  note(4_950, MB)
  assert.deepEqual(cut, [])
  for (let at = 4_900; at < 4_950; at++) note(at, 100_000)
  assert.equal(cut[0], 4_950)
  assert.ok(
    cut.slice(1, 4).every((at) => at >= 4_900 && at < 4_950),
    `${cut.slice(0, 12)}`,
  )
  const left = 4_951 - cut.length
  assert.ok(left * 10_000 < MAX_UNREAD_BY_ALL && left > 1_000, `${left} are left`)
})
