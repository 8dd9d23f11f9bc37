import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Places } from '../places.ts'

test('Rows that stay keep their places, and those that come beside them have new ones', () => {
  const places = new Places()
  const [, two, three] = places.assign([1, 2, 3])
  const [twoAgain, threeAgain, four] = places.assign([2, 3, 4])
  assert.deepEqual([twoAgain, threeAgain], [two, three])
  assert.ok(four !== two && four !== three)
})

test('After a jump other rows stand in the same places, also beside one that stays', () => {
  const places = new Places()
  assert.deepEqual(places.assign([1, 2, 3]), places.assign([7, 8, 9]))
  const [focused, ...others] = places.assign([7, 20, 21])
  assert.deepEqual(places.assign([7, 30, 31]), [focused, ...others])
})

test('No place is given twice, rows keep theirs, and what stays is never moved', () => {
  const drawn = fc.uniqueArray(fc.nat(30), { maxLength: 12 }).map((ids) => ids.sort((a, b) => a - b))
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 10 }), (screens) => {
      const places = new Places()
      let before: readonly number[] = []
      let known = new Map<number, number>()
      for (const keyIds of screens) {
        const given = places.assign(keyIds)
        assert.equal(new Set(given).size, keyIds.length)
        for (const [at, keyId] of keyIds.entries()) if (known.has(keyId)) assert.equal(given[at], known.get(keyId))
        const staying = before.filter((place) => given.includes(place))
        assert.deepEqual(
          staying,
          given.filter((place) => before.includes(place)),
        )
        before = given
        known = new Map(keyIds.map((keyId, at) => [keyId, given[at] ?? -1]))
      }
    }),
  )
})

test('A list in another order gives no place twice', () => {
  const drawn = fc.uniqueArray(fc.nat(12), { maxLength: 12 })
  fc.assert(
    fc.property(drawn, drawn, (first, second) => {
      const places = new Places()
      places.assign(first)
      assert.equal(new Set(places.assign(second)).size, second.length)
    }),
  )
})
