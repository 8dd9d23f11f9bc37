import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  heightOf,
  indexAt,
  type Layout,
  partAround,
  rangeInView,
  scrollTopFor,
  topOf,
  totalHeight,
} from '../windows.ts'

const layouts = fc
  .record({
    count: fc.integer({ min: 1, max: 100_000 }),
    rowHeight: fc.constantFrom(36, 44, 56),
    openAt: fc.option(fc.nat(100_000)),
    height: fc.integer({ min: 60, max: 900 }),
  })
  .map(({ count, rowHeight, openAt, height }): Layout => {
    const open = openAt === null ? undefined : { index: openAt % count, height }
    return { count, rowHeight, open }
  })

test('rows lie below each other without a gap, and the last one ends where the list ends', () => {
  fc.assert(
    fc.property(layouts, fc.nat(100_000), (layout, place) => {
      const index = place % layout.count
      assert.equal(topOf(layout, index + 1), topOf(layout, index) + heightOf(layout, index))
      assert.equal(totalHeight(layout), topOf(layout, layout.count - 1) + heightOf(layout, layout.count - 1))
    }),
  )
})

test('the row at a height is the one that lies there', () => {
  fc.assert(
    fc.property(layouts, fc.nat(6_000_000), (layout, height) => {
      const y = height % totalHeight(layout)
      const index = indexAt(layout, y)
      assert.ok(topOf(layout, index) <= y && y < topOf(layout, index) + heightOf(layout, index))
    }),
  )
})

test('every row in view is drawn, and never more than eighty', () => {
  fc.assert(
    fc.property(layouts, fc.nat(6_000_000), fc.integer({ min: 100, max: 2_160 }), (layout, scrolled, viewHeight) => {
      const top = Math.min(scrolled, Math.max(0, totalHeight(layout) - viewHeight))
      const { first, last } = rangeInView(layout, top, viewHeight)
      assert.ok(first <= indexAt(layout, top) && indexAt(layout, top + viewHeight) <= last)
      assert.ok(last - first < 80)
    }),
  )
})

test('a row that is brought into view is in view, and one that is there already does not move', () => {
  fc.assert(
    fc.property(layouts, fc.nat(100_000), fc.nat(6_000_000), (layout, place, scrolled) => {
      const index = place % layout.count
      const top = scrollTopFor(layout, index, scrolled, 800)
      assert.ok(top <= topOf(layout, index))
      if (heightOf(layout, index) <= 800) assert.ok(topOf(layout, index) + heightOf(layout, index) <= top + 800)
      assert.equal(scrollTopFor(layout, index, top, 800), top)
    }),
  )
})

test('rows are asked for in whole parts of a hundred', () => {
  const ids = Array.from({ length: 350 }, (_, index) => index + 1)
  assert.deepEqual(partAround(ids, 120, 130), ids.slice(100, 200))
  assert.deepEqual(partAround(ids, 190, 210), ids.slice(100, 300))
  assert.deepEqual(partAround(ids, 340, 900), ids.slice(300))
})
