import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutAtMentions, mentionAt, mentionedIn, offered } from '../mentions.ts'

const anna = { id: 1, name: 'Anna' }
const annaMay = { id: 2, name: 'Anna May' }
const bo = { id: 3, name: 'Bo' }
const people = [anna, annaMay, bo]

test('an @ that begins a word asks for people, one in an address does not', () => {
  assert.deepEqual(mentionAt('ask @an', 7), { start: 4, typed: 'an' })
  assert.deepEqual(mentionAt('@', 1), { start: 0, typed: '' })
  assert.deepEqual(mentionAt('(@bo', 4), { start: 1, typed: 'bo' })
  assert.equal(mentionAt('me@example', 10), undefined)
  assert.equal(mentionAt('@bo\nnext line', 8), undefined)
  assert.equal(mentionAt('before @', 3), undefined)
})

test('people are offered by the beginning of any of their names, whatever the case', () => {
  assert.deepEqual(offered(people, 'MA'), [annaMay])
  assert.deepEqual(offered(people, 'an'), [anna, annaMay])
  assert.deepEqual(offered(people, ''), people)
})

test('of two people whose names fit the one with the longer name is meant', () => {
  assert.deepEqual(mentionedIn('@Anna May and @Bo, and @Bo again', people), [2, 3])
  assert.deepEqual(mentionedIn('nobody@example.com', people), [])
})

test('a comment is cut at mentions, and nothing of it is lost', () => {
  const text = '@Bo: see what @Anna wrote'
  const parts = cutAtMentions(text, people)
  assert.equal(parts.map((part) => part.text).join(''), text)
  assert.deepEqual(
    parts.filter(({ person }) => person).map((part) => part.text),
    ['@Bo', '@Anna'],
  )
})
