import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { after, before, describe, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { longText, longTexts } from '../../../../test/long-texts.ts'
import { codePoints, similarity } from '../../similarity.ts'
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
// No filter helps, every comparison takes milliseconds.
const slowSegments: Segment[] = longTexts().map((text, id) => ({ id, text }))
const slowQuery = longText(1_000)

const load = (segments: readonly Segment[]) => indexes.load(inBatches(segments))

describe('searches', () => {
  test('wait in a queue that has an end, and leave it when they are given up', async () => {
    const index = await load(slowSegments)
    const running = new AbortController()
    const waiting = new AbortController()
    const first = index.search(slowQuery, { ...how, signal: running.signal })
    const second = index.search(slowQuery, { ...how, signal: waiting.signal })
    const third = indexes.compare({ text: slowQuery, texts: [slowQuery, ...longTexts(9)], ...how }, {})
    await assert.rejects(index.search(slowQuery, how), QueueFullError)
    waiting.abort(new Error('left'))
    await assert.rejects(second, /left/)
    running.abort(new Error('stopped'))
    await assert.rejects(first, /stopped/)
    assert.deepEqual(await third, [{ at: 0, similarity: 100 }])
    index.close()
  })

  test('that take long do not keep short ones waiting', async () => {
    const index = await load(slowSegments)
    const long = [0, 1].map(() => index.search(slowQuery, how))
    const order: string[] = []
    const ended = Promise.all(long).then(() => order.push('long'))
    assert.deepEqual(await indexes.compare({ text: 'Save', texts: ['Open', 'Save!'], ...how }, {}), [
      { at: 1, similarity: 80 },
    ])
    order.push('short')
    await ended
    assert.deepEqual(order, ['short', 'long'])
    index.close()
  })

  test('of one owner do not fill the queue for another, who does not wait for all of them', async () => {
    const shared = new TextIndexes({ threads: 1, queueLimit: 100, ownerQueueLimit: 8 })
    const compare = (owner: number, text: string) =>
      shared.compare({ text, texts: slowSegments.slice(0, 5).map((segment) => segment.text), ...how }, { owner })
    const order: number[] = []
    const noted = (owner: number, search: Promise<unknown>) => search.then(() => order.push(owner))
    const greedy = Array.from({ length: 9 }, (_, at) => noted(1, compare(1, longText(500 + at))))
    await assert.rejects(compare(1, slowQuery), QueueFullError)
    const modest = noted(2, compare(2, slowQuery))
    await Promise.all([...greedy, modest])
    assert.ok(order.indexOf(2) <= 2, `${order}`)
    await shared.close()
  })

  test('that take long find what comparing with everything gives, in whatever shares', async () => {
    const segments = longTexts(1_600, 3_000).map((text, id) => ({ id, text }))
    const query = `${segments[3]?.text.slice(0, 2_000)}${segments[9]?.text.slice(2_000)}`
    const index = await load(segments)
    for (const minSimilarity of [20, 50]) {
      const expected = segments
        .map(({ id, text }) => ({ id, similarity: similarity(codePoints(query), codePoints(text), minSimilarity) }))
        .filter((match) => match.similarity >= minSimilarity)
        .sort((one, other) => other.similarity - one.similarity || other.id - one.id)
        .slice(0, 7)
      assert.deepEqual(await index.search(query, { minSimilarity, maxResults: 7 }), expected)
    }
    index.close()
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
