import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FairQueue } from '../fair-queue.ts'

const work = (owner: number, name: string) => ({ owner, name })
const names = (queue: FairQueue<ReturnType<typeof work>>) => {
  const all: string[] = []
  for (let next = queue.next(); next; next = queue.next()) {
    all.push(next.name)
    queue.ended(next)
  }
  return all
}

test('owners take turns, however much each has waiting', () => {
  const queue = new FairQueue<ReturnType<typeof work>>({ all: 100, ofOne: 100, running: 1 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) queue.push(work(1, name))
  queue.push(work(2, 'b1'))
  queue.push(work(3, 'c1'))
  queue.push(work(2, 'b2'))
  assert.deepEqual(names(queue), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  assert.equal(queue.size, 0)
})

test('no owner has more under way than one may, and others go ahead of what has to wait for that', () => {
  const queue = new FairQueue<ReturnType<typeof work>>({ all: 100, ofOne: 100, running: 2 })
  for (const name of ['a1', 'a2', 'a3']) queue.push(work(1, name))
  const first = queue.next()
  assert.ok(first)
  assert.equal(queue.next()?.name, 'a2')
  assert.equal(queue.next(), undefined)
  assert.equal(queue.isFree(1), false)
  queue.push(work(2, 'b1'))
  assert.equal(queue.next()?.name, 'b1')
  queue.ended(first)
  assert.equal(queue.next()?.name, 'a3')
})

test('is full for one owner before it is for all', () => {
  const queue = new FairQueue<ReturnType<typeof work>>({ all: 5, ofOne: 3, running: 1 })
  for (const name of ['a1', 'a2', 'a3']) queue.push(work(1, name))
  assert.deepEqual([queue.isFull(1), queue.isFull(2)], [true, false])
  for (const name of ['b1', 'b2']) queue.push(work(2, name))
  assert.deepEqual([queue.isFull(2), queue.isFull(3)], [true, true])
})

test('what is taken out before its turn has none', () => {
  const queue = new FairQueue<ReturnType<typeof work>>({ all: 5, ofOne: 5, running: 1 })
  const left = work(1, 'left')
  queue.push(left)
  queue.push(work(1, 'stays'))
  assert.equal(queue.remove(left), true)
  assert.equal(queue.remove(left), false)
  assert.deepEqual(names(queue), ['stays'])
})
