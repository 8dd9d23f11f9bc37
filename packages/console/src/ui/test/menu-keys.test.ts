import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itemFor, placeOf } from '../menu-keys.ts'

const items = ['Profile', 'Password', 'Sign out'].map((textContent) => ({ textContent }))
const [profile, password, signOut] = items

test('arrows go round, Home and End to the ends', () => {
  assert.equal(itemFor('ArrowDown', items, profile), password)
  assert.equal(itemFor('ArrowDown', items, signOut), profile)
  assert.equal(itemFor('ArrowUp', items, profile), signOut)
  assert.equal(itemFor('ArrowUp', items, undefined), signOut)
  assert.equal(itemFor('Home', items, signOut), profile)
  assert.equal(itemFor('End', items, profile), signOut)
})

test('a letter goes to the next item that begins with it', () => {
  assert.equal(itemFor('p', items, profile), password)
  assert.equal(itemFor('p', items, password), profile)
  assert.equal(itemFor('S', items, profile), signOut)
  assert.equal(itemFor('x', items, profile), undefined)
  assert.equal(itemFor(' ', items, profile), undefined)
  assert.equal(itemFor('Enter', items, profile), undefined)
})

const room = { width: 1000, height: 600 }
const box = (left: number, top: number) => ({ left, top, width: 32, height: 32, right: left + 32, bottom: top + 32 })
const popup = { width: 200, height: 150 }

test('opens below its button, above at the end of the window, and inside of it', () => {
  assert.deepEqual(placeOf(box(100, 10), popup, 'start', false, room), { block: 46, inline: 100 })
  assert.deepEqual(placeOf(box(900, 10), popup, 'end', false, room), { block: 46, inline: 732 })
  assert.deepEqual(placeOf(box(100, 550), popup, 'start', false, room), { block: 396, inline: 100 })
  assert.deepEqual(placeOf(box(980, 10), popup, 'start', false, room), { block: 46, inline: 792 })
})

test('starts at the right where people read from there', () => {
  assert.deepEqual(placeOf(box(500, 10), popup, 'start', true, room), { block: 46, inline: 332 })
  assert.deepEqual(placeOf(box(500, 10), popup, 'end', true, room), { block: 46, inline: 500 })
})
