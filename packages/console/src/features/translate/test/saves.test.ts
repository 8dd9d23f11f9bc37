import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { SaveNews } from '../editor-context.ts'
import { settle, World } from './saving-world.ts'

const ref = { keyId: 1, locale: 'de' }
const stored = (world: World, keyId = 1) => world.service.values.get(`${keyId}:de`)?.value

test('a save takes the draft with it, says how it goes, and is over after three seconds', async () => {
  const world = new World()
  const { drafts, saves } = await world.open()
  drafts.set(ref, 'Hallo')
  saves.save(ref, 'Hallo')
  assert.equal(drafts.get(ref), undefined)
  assert.equal(saves.pendingText(ref), 'Hallo')
  assert.deepEqual(saves.stateOf(ref), { kind: 'saving', isWaiting: false })
  await world.time.pass(0)
  assert.equal(stored(world), 'Hallo')
  assert.equal(saves.stateOf(ref).kind, 'saved')
  assert.equal(saves.waiting, 0)
  await world.time.pass(3000)
  assert.equal(saves.stateOf(ref).kind, 'idle')
  assert.equal(world.draftShelf.items.size + world.saveShelf.items.size, 0)
})

test('a text that nobody changed is not sent, and its draft is none', async () => {
  const world = new World()
  world.service.write(ref, 'Hallo')
  const { drafts, saves } = await world.open()
  drafts.set(ref, 'Hall')
  drafts.set(ref, 'Hallo')
  assert.deepEqual(drafts.all(), [])
  saves.save(ref, 'Hallo')
  await world.time.pass(0)
  assert.equal(world.service.requests.length, 0)
})

test('of texts that wait only the newest goes out, after the one that is on its way, and over it', async () => {
  const world = new World()
  const { saves } = await world.open()
  world.service.hold()
  saves.save(ref, 'one')
  await settle()
  saves.save(ref, 'two')
  saves.save(ref, 'three')
  await world.service.release()
  await world.time.pass(0)
  assert.deepEqual(
    world.service.history.map(({ value }) => value),
    ['one', 'three'],
  )
  assert.equal(saves.stateOf(ref).kind, 'saved')
})

test('four go out at a time', async () => {
  const world = new World()
  const keyIds = Array.from({ length: 12 }, (_, index) => index + 1)
  const { saves } = await world.open(keyIds)
  for (const keyId of keyIds) saves.save({ keyId, locale: 'de' }, `text ${keyId}`)
  assert.equal(saves.waiting, 12)
  await world.time.pass(0)
  assert.equal(world.service.mostOnTheWay, 4)
  assert.equal(saves.waiting, 0)
})

test('without a network it waits, and goes out by itself', async () => {
  const world = new World()
  const { saves } = await world.open()
  world.service.mishaps.push('offline', 'offline')
  saves.save(ref, 'Hallo')
  await world.time.pass(0)
  assert.deepEqual(saves.stateOf(ref), { kind: 'saving', isWaiting: true })
  await world.time.pass(2999)
  assert.equal(stored(world), undefined)
  await world.time.pass(1)
  assert.equal(stored(world), 'Hallo')
})

test('a busy service is told once as "not saved", is tried again by itself, and at once when asked to', async () => {
  const world = new World()
  const { saves, drafts } = await world.open()
  const news: SaveNews[] = []
  saves.onNews((item) => news.push(item))
  world.service.mishaps.push(503, 503, 503)
  saves.save(ref, 'Hallo')
  await world.time.pass(1000)
  assert.deepEqual(saves.stateOf(ref), { kind: 'failed', reason: 'busy' })
  assert.deepEqual(news, [{ kind: 'failed', ref: news[0]?.ref, reason: 'busy' }])
  assert.equal(saves.pendingText(ref), 'Hallo')
  assert.equal(world.service.requests.length, 2)
  saves.tryAgain(ref)
  await world.time.pass(0)
  saves.tryAgain(ref)
  await world.time.pass(0)
  assert.equal(stored(world), 'Hallo')
  assert.deepEqual(drafts.all(), [])
})

for (const [status, reason] of [
  [403, 'forbidden'],
  [404, 'notFound'],
  [413, 'tooLarge'],
  [422, 'invalid'],
] as const)
  test(`refused with ${status}, the text is a draft again, and can be tried again`, async () => {
    const world = new World()
    const { saves, drafts } = await world.open()
    world.service.mishaps.push(status)
    saves.save(ref, 'Hallo', { tmEntryId: 7, status: 'translated' })
    await world.time.pass(60_000)
    assert.deepEqual(saves.stateOf(ref), { kind: 'failed', reason })
    assert.equal(drafts.get(ref)?.text, 'Hallo')
    assert.equal(world.draftShelf.items.size, 1)
    assert.equal(world.saveShelf.items.size, 0)
    assert.equal(world.service.requests.length, 1)
    saves.tryAgain(ref)
    await world.time.pass(0)
    assert.equal(world.service.values.get('1:de')?.status, 'translated')
    assert.deepEqual(drafts.all(), [])
  })

test('a failure goes with its draft when that is discarded', async () => {
  const world = new World()
  const { saves, drafts } = await world.open()
  world.service.mishaps.push(422)
  saves.save(ref, 'Hallo')
  await world.time.pass(0)
  drafts.discard(ref)
  assert.equal(saves.stateOf(ref).kind, 'idle')
})

test('signed out, everything waits for one sign-in and is saved after it', async () => {
  const world = new World()
  const { saves } = await world.open([1, 2])
  world.service.mishaps.push(401)
  saves.save(ref, 'Hallo')
  await world.time.pass(60_000)
  saves.save({ keyId: 2, locale: 'de' }, 'Welt')
  await world.time.pass(60_000)
  assert.equal(world.signIns.length, 1)
  assert.equal(world.service.requests.length, 1)
  for (const signedIn of world.signIns) signedIn()
  await world.time.pass(0)
  assert.deepEqual([stored(world, 1), stored(world, 2)], ['Hallo', 'Welt'])
})

test('a reload goes on with what waited, and what was written without an answer is written once', async () => {
  const world = new World()
  const { saves } = await world.open([1, 2])
  world.service.mishaps.push('lost', 'offline')
  saves.save(ref, 'Hallo')
  saves.save({ keyId: 2, locale: 'de' }, 'Welt')
  await world.time.pass(0)
  saves.stop()
  const reloaded = await world.open([1, 2])
  assert.equal(reloaded.saves.waiting, 2)
  await world.time.pass(60_000)
  assert.deepEqual(world.service.history.map(({ value }) => value).sort(), ['Hallo', 'Welt'])
  assert.equal(reloaded.saves.stateOf(ref).kind, 'idle')
  assert.equal(world.saveShelf.items.size, 0)
})

test('a newer text goes over an older one of ours whose answer was lost, without a conflict', async () => {
  const world = new World()
  world.service.write(ref, 'old')
  const { saves } = await world.open()
  world.service.mishaps.push('lost')
  saves.save(ref, 'one')
  await world.time.pass(0)
  saves.save(ref, 'two')
  await world.time.pass(60_000)
  assert.deepEqual(
    world.service.history.map(({ value }) => value),
    ['old', 'one', 'two'],
  )
})

test('two saves from the same base: the second is a conflict with their text, and mine is a draft', async () => {
  const world = new World()
  world.service.write(ref, 'old')
  const { saves, drafts } = await world.open()
  world.service.write(ref, 'theirs')
  saves.save(ref, 'mine')
  await world.time.pass(0)
  const state = saves.stateOf(ref)
  assert.ok(state.kind === 'conflict')
  assert.equal(state.theirs.value, 'theirs')
  assert.equal(state.theirs.name, 'She')
  assert.equal(drafts.get(ref)?.text, 'mine')
  assert.equal(stored(world), 'theirs')
  saves.save(ref, 'mine')
  await world.time.pass(0)
  assert.equal(stored(world), 'theirs', 'saving again overwrites nothing either')
})

test('their save while I type is a conflict as soon as it is known, also after a reload', async () => {
  const world = new World()
  world.service.write(ref, 'old')
  const { rows, saves, drafts } = await world.open()
  drafts.set(ref, 'mine')
  world.service.write(ref, 'theirs')
  await rows.load([1], true)
  assert.equal(saves.stateOf(ref).kind, 'conflict')
  const reloaded = await world.open()
  assert.equal(reloaded.saves.stateOf(ref).kind, 'conflict')
  assert.equal(reloaded.drafts.get(ref)?.text, 'mine')
})

test('"Keep mine" writes mine over theirs, once it is still theirs', async () => {
  const world = new World()
  world.service.write(ref, 'old')
  const { rows, saves, drafts } = await world.open()
  drafts.set(ref, 'mine')
  world.service.write(ref, 'theirs')
  await rows.load([1], true)
  world.service.write(ref, 'theirs again')
  saves.keepMine(ref)
  await world.time.pass(0)
  const state = saves.stateOf(ref)
  assert.ok(state.kind === 'conflict')
  assert.equal(state.theirs.value, 'theirs again')
  saves.keepMine(ref)
  await world.time.pass(0)
  assert.equal(stored(world), 'mine')
  assert.deepEqual(drafts.all(), [])
})

test('"Use theirs" leaves no draft', async () => {
  const world = new World()
  world.service.write(ref, 'old')
  const { rows, saves, drafts } = await world.open()
  drafts.set(ref, 'mine')
  world.service.write(ref, 'theirs')
  await rows.load([1], true)
  saves.takeTheirs(ref)
  await world.time.pass(0)
  assert.deepEqual(drafts.all(), [])
  assert.equal(rows.get(1)?.translations['de']?.value, 'theirs')
  assert.equal(saves.stateOf(ref).kind, 'idle')
  assert.equal(stored(world), 'theirs')
})

test('they wrote what I typed: there is nothing left to save', async () => {
  const world = new World()
  world.service.write(ref, 'old')
  const { rows, drafts, saves } = await world.open()
  drafts.set(ref, 'new')
  world.service.write(ref, 'new')
  await rows.load([1], true)
  assert.deepEqual(drafts.all(), [])
  assert.equal(saves.stateOf(ref).kind, 'idle')
})

test('only their status changed: mine goes on from there, without a question', async () => {
  const world = new World()
  world.service.write(ref, 'old')
  const { saves } = await world.open()
  world.service.write(ref, 'old', 2, 'translated')
  saves.save(ref, 'mine')
  await world.time.pass(0)
  assert.equal(stored(world), 'mine')
})

test('what I type while a save is on its way is a draft over that save', async () => {
  const world = new World()
  const { saves, drafts } = await world.open()
  world.service.hold()
  saves.save(ref, 'one')
  await settle()
  drafts.set(ref, 'one and more')
  assert.equal(drafts.get(ref)?.base.value, 'one')
  await world.service.release()
  await world.time.pass(0)
  assert.equal(drafts.get(ref)?.base.updatedAt, world.service.values.get('1:de')?.updatedAt)
  saves.save(ref, 'one and more')
  await world.time.pass(0)
  assert.equal(stored(world), 'one and more')
})

test('undo writes value and status back, but not over what somebody else wrote since', async () => {
  const world = new World()
  world.service.write(ref, 'old', 2, 'translated')
  const { saves, drafts } = await world.open()
  saves.save(ref, 'new')
  await world.time.pass(0)
  saves.undo(ref)
  await world.time.pass(0)
  assert.deepEqual([stored(world), world.service.values.get('1:de')?.status], ['old', 'translated'])
  saves.save(ref, 'new')
  await world.time.pass(0)
  world.service.write(ref, 'theirs')
  saves.undo(ref)
  await world.time.pass(0)
  assert.equal(stored(world), 'theirs')
  assert.equal(saves.stateOf(ref).kind, 'conflict')
  assert.equal(drafts.get(ref)?.text, 'old')
})

test('undo by somebody who may not review brings the text back, and says that it needs review', async () => {
  const world = new World()
  world.mayReview = false
  world.service.write(ref, 'old', 2, 'translated')
  const { saves } = await world.open()
  const heard: SaveNews[] = []
  saves.onNews((news) => heard.push(news))
  saves.save(ref, 'new')
  await world.time.pass(0)
  saves.undo(ref)
  await world.time.pass(0)
  assert.deepEqual([stored(world), world.service.values.get('1:de')?.status], ['old', 'not_reviewed'])
  assert.deepEqual(
    heard.map(({ kind, ...news }) => [kind, 'wasReviewed' in news && news.wasReviewed]),
    [
      ['saved', true],
      ['undone', true],
    ],
  )
})

test('a status goes to the text that was seen, and to no other', async () => {
  const world = new World()
  world.service.write(ref, 'old')
  const { rows, saves, drafts } = await world.open()
  saves.setStatus(ref, 'translated')
  await world.time.pass(0)
  assert.equal(world.service.values.get('1:de')?.status, 'translated')
  assert.equal(rows.get(1)?.translations['de']?.status, 'translated')
  saves.setStatus({ keyId: 1, locale: 'fr' }, 'translated')
  await world.time.pass(0)
  assert.equal(world.service.requests.length, 1, 'where there is no text there is nothing to approve')
  world.service.write(ref, 'theirs')
  saves.setStatus(ref, 'translated')
  await world.time.pass(0)
  assert.equal(world.service.values.get('1:de')?.status, 'not_reviewed')
  assert.deepEqual(saves.stateOf(ref), { kind: 'failed', reason: 'changed' })
  assert.deepEqual(drafts.all(), [])
  saves.tryAgain(ref)
  await world.time.pass(0)
  assert.equal(world.service.values.get('1:de')?.status, 'translated')
})

test('a device that is full loses nothing of this page, and says so', async () => {
  const world = new World()
  const { saves, drafts } = await world.open([1, 2])
  world.draftShelf.isFull = true
  world.saveShelf.isFull = true
  drafts.set(ref, 'Hallo')
  await settle()
  assert.equal(drafts.unkept, 1)
  assert.equal(drafts.get(ref)?.text, 'Hallo')
  world.service.mishaps.push('offline')
  saves.save(ref, 'Hallo')
  await settle()
  assert.equal(saves.unkept, 1)
  await world.time.pass(60_000)
  assert.equal(stored(world), 'Hallo')
  assert.equal(saves.unkept, 0)
})

test('a draft that the device kept stays there until it keeps the save instead', async () => {
  const world = new World()
  const { saves, drafts } = await world.open()
  drafts.set(ref, 'Hallo')
  await settle()
  world.saveShelf.isFull = true
  world.service.mishaps.push('offline')
  saves.save(ref, 'Hallo')
  await settle()
  assert.equal(drafts.get(ref), undefined)
  assert.equal(world.draftShelf.items.size, 1)
})

test('whatever happens, every text ends with the service, or as a draft, and nothing unseen is written over', async () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ type: fc.integer({ min: 1, max: 3 }) }) },
    { weight: 4, arbitrary: fc.record({ save: fc.integer({ min: 1, max: 3 }) }) },
    { weight: 2, arbitrary: fc.record({ she: fc.integer({ min: 1, max: 3 }) }) },
    { weight: 2, arbitrary: fc.record({ mishap: fc.constantFrom('offline', 'lost', 503, 422, 403) }) },
    { weight: 2, arbitrary: fc.record({ pass: fc.integer({ min: 0, max: 4000 }) }) },
    { weight: 1, arbitrary: fc.constantFrom('reload', 'look') },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const world = new World()
      const keyIds = [1, 2, 3]
      let page = await world.open(keyIds)
      const mine = new Map<number, string>()
      let turn = 0
      for (const next of steps) {
        if (next === 'look') await page.rows.load(keyIds, true)
        else if (next === 'reload') {
          page.saves.stop()
          page.drafts.stop()
          page = await world.open(keyIds)
        } else if ('type' in next) {
          mine.set(next.type, `mine ${++turn}`)
          page.drafts.set({ keyId: next.type, locale: 'de' }, `mine ${turn}`)
        } else if ('save' in next) {
          const draft = page.drafts.get({ keyId: next.save, locale: 'de' })
          if (draft) page.saves.save(draft, draft.text)
        } else if ('she' in next) world.service.write({ keyId: next.she, locale: 'de' }, `hers ${++turn}`)
        else if ('mishap' in next) world.service.mishaps.push(next.mishap as 'offline')
        else await world.time.pass(next.pass)
        await settle()
      }
      await world.time.pass(600_000)
      assert.equal(page.saves.waiting, 0)
      for (const [keyId, text] of mine) {
        const draft = page.drafts.get({ keyId, locale: 'de' })
        const wasWritten = world.service.history.some(({ value }) => value === text)
        assert.ok(wasWritten || draft?.text === text, `"${text}" is lost`)
      }
      assertSeen(world)
    }),
    { numRuns: 200 },
  )
})

/** Every write of mine was made over the very value that stood there. */
function assertSeen({ service }: World): void {
  for (const { body } of service.requests) assert.notEqual(body.expectedUpdatedAt, undefined)
}
