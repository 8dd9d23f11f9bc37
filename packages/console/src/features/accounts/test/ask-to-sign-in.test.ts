import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askAgain, askingState, askLater, askToSignIn, signedInAgain, subscribeToAsking } from '../ask-to-sign-in.ts'

test('asks once, however many wait, and lets all of them go on', async () => {
  const waiting = [askToSignIn(), askToSignIn(), askToSignIn()]
  assert.equal(askingState(), 'now')
  signedInAgain()
  await Promise.all(waiting)
  assert.equal(askingState(), 'no')
})

test('can be put off until somebody asks again', async () => {
  const told: string[] = []
  const unsubscribe = subscribeToAsking(() => told.push(askingState()))
  const waiting = askToSignIn()
  askLater()
  askAgain()
  askLater()
  const another = askToSignIn()
  signedInAgain()
  await Promise.all([waiting, another])
  assert.deepEqual(told, ['now', 'later', 'now', 'later', 'now', 'no'])
  unsubscribe()
})

test('asked quietly, waits for somebody who is not; an open dialog stays', async () => {
  const waiting = [askToSignIn({ isQuiet: true })]
  assert.equal(askingState(), 'later')
  waiting.push(askToSignIn())
  assert.equal(askingState(), 'now')
  waiting.push(askToSignIn({ isQuiet: true }))
  assert.equal(askingState(), 'now')
  signedInAgain()
  await Promise.all(waiting)
})
