import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { restMs, SaveQueue } from '../save-queue.ts'
import { ManualTime, nextTurn, settle } from './saving-world.ts'

test('rests 1, 2, 4 … 30 seconds', () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7].map(restMs), [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
})

test('whatever is asked for, four are on their way at most, none twice, and the last word of each gets out', async () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ add: fc.integer({ min: 0, max: 7 }) }) },
    { weight: 2, arbitrary: fc.record({ pass: fc.integer({ min: 1, max: 5000 }) }) },
    { weight: 1, arbitrary: fc.constant('hurry' as const) },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      fc.array(fc.boolean(), { maxLength: 30 }),
      async (steps, luck) => {
        const time = new ManualTime()
        const fortune = [...luck]
        const wanted = new Map<string, number>()
        const sent = new Map<string, number[]>()
        const onTheWay = new Set<string>()
        const queue = new SaveQueue({
          timers: time,
          send: async (id) => {
            assert.ok(!onTheWay.has(id), 'one at a time per value')
            onTheWay.add(id)
            assert.ok(onTheWay.size <= 4, 'four at a time')
            const turn = wanted.get(id) ?? 0
            await nextTurn()
            onTheWay.delete(id)
            if (fortune.shift() === false) return 'later'
            sent.set(id, [...(sent.get(id) ?? []), turn])
            return 'done'
          },
        })
        let turn = 0
        for (const next of steps) {
          if (next === 'hurry') queue.hurry()
          else if ('pass' in next) await time.pass(next.pass)
          else {
            wanted.set(String(next.add), ++turn)
            queue.add(String(next.add))
          }
        }
        await time.pass(3_600_000)
        assert.equal(queue.size, 0)
        for (const [id, last] of wanted) {
          const turns = sent.get(id) ?? []
          assert.equal(turns.at(-1), last, 'the newest is the last that was sent')
          assert.deepEqual(
            turns,
            turns.toSorted((a, b) => a - b),
            'in order',
          )
        }
      },
    ),
    { numRuns: 100 },
  )
})

test('paused, nothing goes out; going on, nobody waits for the end of a rest', async () => {
  const time = new ManualTime()
  const sent: string[] = []
  let isDown = true
  const queue = new SaveQueue({
    timers: time,
    send: async (id) => {
      sent.push(id)
      return isDown ? 'later' : 'done'
    },
  })
  queue.add('a')
  await settle()
  queue.pause()
  await time.pass(60_000)
  assert.deepEqual(sent, ['a'])
  isDown = false
  queue.resume()
  await settle()
  assert.deepEqual(sent, ['a', 'a'])
  assert.equal(queue.size, 0)
})
