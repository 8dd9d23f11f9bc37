import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Delivery, nextLook, withDelivery } from '../deliveries.ts'
import { readDeliverySearch } from '../search.ts'

const delivery = (id: number, status: Delivery['status'], nextRetryAt: string | null = null) =>
  ({ id, status, nextRetryAt }) as Delivery
const page = (...deliveries: Delivery[]) => ({ deliveries, nextCursor: null, hasMore: false, total: 7 })
const NOW = Date.parse('2026-01-01T12:00:00Z')

test('Deliveries are looked at again only while one has not ended', () => {
  assert.equal(nextLook([], 0, NOW), false)
  assert.equal(nextLook([delivery(1, 'success'), delivery(2, 'failed')], 1, NOW), false)
  assert.equal(nextLook([delivery(1, 'success'), delivery(2, 'pending')], 1, NOW), 700)
})

test('The next look is at the time of the next attempt, and not too far off', () => {
  assert.equal(nextLook([delivery(1, 'retrying', '2026-01-01T12:00:05Z')], 1, NOW), 5_700)
  assert.equal(nextLook([delivery(1, 'retrying', '2026-01-01T13:00:00Z')], 1, NOW), 30_000)
  assert.equal(nextLook([delivery(1, 'retrying', '2026-01-01T11:59:00Z')], 1, NOW), 700)
  assert.equal(nextLook([delivery(1, 'pending')], 4, NOW), 2_800)
})

test('A delivery takes its own place, or comes on top where it matches', () => {
  const pages = [page(delivery(3, 'success')), page(delivery(2, 'failed'))]
  const [, second] = withDelivery(pages, delivery(2, 'pending'), 'failed')
  assert.deepEqual(second?.deliveries, [delivery(2, 'pending')])
  const [first] = withDelivery(pages, delivery(4, 'pending'), undefined)
  assert.deepEqual([first?.total, first?.deliveries.map(({ id }) => id)], [8, [4, 3]])
  assert.deepEqual(withDelivery(pages, delivery(4, 'pending'), 'failed'), pages)
})

test('An address says nothing that makes no sense', () => {
  assert.deepEqual(readDeliverySearch({ status: 'failed', delivery: '12' }), { status: 'failed', delivery: 12 })
  assert.deepEqual(readDeliverySearch({ status: 'lost', delivery: '0' }), {})
  assert.deepEqual(readDeliverySearch({}), {})
})
