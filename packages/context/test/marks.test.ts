import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMarked, markOf, readMarks } from '../src/marks.ts'

test('a mark is read as it was written, and leaves the text as it was', () => {
  for (const id of [0, 1, 2, 3, 26, 27, 100_000, 2 ** 31]) {
    assert.deepEqual(readMarks(`Save${markOf(id)}`), { text: 'Save', pieces: [{ id, text: 'Save' }] })
  }
})

test('texts that were put together keep their names', () => {
  const { text, pieces } = readMarks(`Name${markOf(4)}: Ada, ${markOf(5)}${markOf(6)}!`)
  assert.equal(text, 'Name: Ada, !')
  assert.deepEqual(pieces, [
    { id: 4, text: 'Name' },
    { id: 5, text: ': Ada, ' },
    { id: 6, text: '' },
  ])
})

test('a mark that was cut off with its text goes, too', () => {
  const marked = `Save${markOf(1234)}`
  for (let end = 'Save'.length; end < marked.length; end++) {
    assert.deepEqual(readMarks(marked.slice(0, end)), { text: 'Save', pieces: [] })
  }
})

test('characters that languages and emoji need stay', () => {
  const text = 'می\u200cخواهم 👩\u200d💻 a\u2060b\u200bc\ufeff \u2061x'
  assert.equal(isMarked(text), false)
  assert.equal(readMarks(text + markOf(9)).text, text)
})

test('texts of many marks are read in proportion to their length', () => {
  const began = performance.now()
  readMarks('\u2061'.repeat(20_000) + markOf(7).repeat(20_000))
  assert.ok(performance.now() - began < 2000)
})

test('a mark cut off in the middle of a text takes no other with it', () => {
  const cut = `Save${markOf(1234).slice(0, 3)} and ${'Name'}${markOf(7)}`
  assert.equal(readMarks(cut).text, 'Save and Name')
})
