import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Notices } from '../notices.ts'

function started({ mock }: TestContext) {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  const notices = new Notices()
  return {
    notices,
    wait: (ms: number) => mock.timers.tick(ms),
    texts: () => notices.all().map(({ text }) => text),
  }
}

test('The newest is the first, and each goes when its time is over', (context) => {
  const { notices, wait, texts } = started(context)
  notices.add({ text: 'saved', timeoutMs: 1_000 })
  notices.add({ text: 'sent', timeoutMs: 500 })
  assert.deepEqual(texts(), ['sent', 'saved'])
  wait(500)
  assert.deepEqual(texts(), ['saved'])
  wait(500)
  assert.deepEqual(texts(), [])
})

test('A failure stays until it is closed', (context) => {
  const { notices, wait, texts } = started(context)
  const close = notices.add({ text: 'not saved', isFailure: true })
  wait(1_000_000)
  assert.deepEqual(texts(), ['not saved'])
  close()
  assert.deepEqual(texts(), [])
})

test('While somebody is at one of them none goes, and afterwards each has the time it had left', (context) => {
  const { notices, wait, texts } = started(context)
  notices.add({ text: 'saved', timeoutMs: 1_000 })
  wait(900)
  notices.hold(true)
  notices.add({ text: 'sent', timeoutMs: 500 })
  wait(10_000)
  assert.deepEqual(texts(), ['sent', 'saved'])
  notices.hold(false)
  wait(100)
  assert.deepEqual(texts(), ['sent'])
  wait(400)
  assert.deepEqual(texts(), [])
})

test('Whoever listens is told of what comes and goes, and of nothing else', (context) => {
  const { notices } = started(context)
  let told = 0
  notices.subscribe(() => told++)
  const close = notices.add({ text: 'saved' })
  close()
  close()
  assert.equal(told, 2)
})
