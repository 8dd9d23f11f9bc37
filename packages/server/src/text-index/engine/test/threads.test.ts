import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { after, before, describe, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import {
  ArenaFullError,
  IndexClosedError,
  IndexCrashedError,
  QueueFullError,
  type Segment,
  TextIndexes,
} from '../index.ts'
import { inBatches } from './brute-force.ts'

const indexes = new TextIndexes({ threads: 1, queueLimit: 2 })
after(() => indexes.close())

const how = { minSimilarity: 50, maxResults: 5 }
// Much the same letters in another order: no filter helps, every comparison takes milliseconds.
const slow = (seed: number) => Array.from({ length: 10_000 }, (_, at) => 'abcdefgh'[(at * at * seed + at) % 8]).join('')
const slowSegments: Segment[] = Array.from({ length: 300 }, (_, id) => ({ id, text: slow(id + 1) + id }))
const slowQuery = [...slow(7)].reverse().join('')

const load = (segments: readonly Segment[]) => indexes.load(inBatches(segments))

describe('searches', () => {
  test('wait in a queue that has an end, and leave it when they are given up', async () => {
    const index = await load(slowSegments)
    const quick = await load([{ id: 1, text: 'Save' }])
    const running = new AbortController()
    const waiting = new AbortController()
    const first = index.search(slowQuery, { ...how, signal: running.signal })
    const second = quick.search('Save', { ...how, signal: waiting.signal })
    const third = quick.search('Save', how)
    await assert.rejects(quick.search('Save', how), QueueFullError)
    waiting.abort(new Error('left'))
    await assert.rejects(second, /left/)
    running.abort(new Error('stopped'))
    await assert.rejects(first, /stopped/)
    assert.deepEqual(await third, [{ id: 1, similarity: 100 }])
    index.close()
    quick.close()
  })

  test('that were given up before they began are not begun', async () => {
    const index = await load([{ id: 1, text: 'Save' }])
    await assert.rejects(index.search('Save', { ...how, signal: AbortSignal.abort(new Error('early')) }), /early/)
    index.close()
  })

  test('of an index that is closed meanwhile reject, and its memory is used again', async () => {
    const index = await load(slowSegments)
    const search = index.search(slowQuery, how)
    index.close()
    await assert.rejects(search, IndexClosedError)
    await assert.rejects(index.search('Save', how), IndexClosedError)
    await assert.rejects(index.apply({ deletes: [1] }), IndexClosedError)
    const held = []
    for (let round = 0; round < 5; round++) {
      const again = await load(slowSegments)
      await again.search('Save', how)
      held.push(indexes.bytes)
      again.close()
    }
    assert.equal(Math.max(...held.slice(1)), held.at(-1))
  })
})

describe('a load', () => {
  test('rejects with the fault of its source, or when it is given up', async () => {
    const faulty = async function* () {
      yield [{ id: 1, text: 'Save' }]
      throw new Error('the source broke')
    }
    await assert.rejects(indexes.load(faulty()), /the source broke/)
    await assert.rejects(
      indexes.load(inBatches(slowSegments), { signal: AbortSignal.abort(new Error('enough')) }),
      /enough/,
    )
  })

  test('that does not fit rejects, and leaves the others alone', async () => {
    const small = new TextIndexes({ mostBytes: 2_000_000 })
    const index = await small.load(inBatches([{ id: 1, text: 'Save' }]))
    await assert.rejects(small.load(inBatches(slowSegments)), ArenaFullError)
    assert.deepEqual(await index.search('Save', how), [{ id: 1, similarity: 100 }])
    await small.close()
  })
})

test('the process ends by itself while indexes are open', () => {
  const script = `
    import { TextIndexes } from ${JSON.stringify(new URL('../index.ts', import.meta.url).href)}
    const index = await new TextIndexes().load((async function* () { yield [{ id: 1, text: 'Save' }] })())
    console.log(JSON.stringify(await index.search('Save', { minSimilarity: 50, maxResults: 5 })))`
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    timeout: 20_000,
  })
  assert.equal(stdout.trim(), '[{"id":1,"similarity":100}]')
  assert.equal(status, 0)
})

describe('a thread that is lost', () => {
  const lossy = new TextIndexes({ threads: 1 })
  const started: Worker[] = []
  const note = (message: unknown) => started.push((message as { worker: Worker }).worker)
  before(() => subscribe('worker_threads', note))
  after(async () => {
    unsubscribe('worker_threads', note)
    await lossy.close()
  })

  test('rejects its search and is replaced', async () => {
    const index = await lossy.load(inBatches(slowSegments))
    const search = index.search(slowQuery, how)
    await started.at(-1)?.terminate()
    await assert.rejects(search, IndexCrashedError)
    assert.deepEqual(await index.search(slowSegments[5]?.text ?? '', { ...how, maxResults: 1 }), [
      { id: 5, similarity: 100 },
    ])
    index.close()
  })

  test('closes the indexes that only it could change; they can be loaded again', async () => {
    started.length = 0
    const other = new TextIndexes()
    const index = await other.load(inBatches([{ id: 1, text: 'Save' }]))
    // So much that the thread is still at it when it is lost.
    const applied = index.apply({ deletes: [1], upserts: slowSegments })
    await started[0]?.terminate()
    await assert.rejects(applied, IndexCrashedError)
    await assert.rejects(index.search('Save', how), IndexClosedError)
    const again = await other.load(inBatches([{ id: 1, text: 'Save' }]))
    assert.deepEqual(await again.search('Save', how), [{ id: 1, similarity: 100 }])
    await other.close()
    await assert.rejects(other.load(inBatches([])), IndexClosedError)
  })
})
