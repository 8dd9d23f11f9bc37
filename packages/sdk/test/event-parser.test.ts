import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EventParser } from '../src/event-parser.ts'

const event = (data: string, { id = '', name = 'message' } = {}) => ({ id, event: name, data })

/** By the HTML standard, chapter 9.2: a stream, and what it dispatches. */
const streams: [what: string, text: string, expected: object[]][] = [
  ['name, id and data', 'id: 7\nevent: key.created\ndata: {}\n\n', [event('{}', { id: '7', name: 'key.created' })]],
  [
    'an id stays for the events after it',
    'id: 7\ndata: a\n\ndata: b\n\n',
    [event('a', { id: '7' }), event('b', { id: '7' })],
  ],
  ['an id without a value forgets it', 'id: 7\ndata: a\n\nid\ndata: b\n\n', [event('a', { id: '7' }), event('b')]],
  ['an id with U+0000 is none', 'id: a\0\ndata: a\n\n', [event('a')]],
  ['several data lines', 'data: a\ndata:\ndata\ndata: b\n\n', [event('a\n\n\nb')]],
  ['one space is taken off, not two', 'data:  a\ndata:b\n\n', [event(' a\nb')]],
  ['colons in a value', 'data: a: b:c\n\n', [event('a: b:c')]],
  ['comments and unknown fields', ': hello\n:\nfoo: bar\nDATA: a\ndata: b\n\n', [event('b')]],
  ['a name without data is nothing', 'event: a\n\ndata: b\n\n', [event('b')]],
  ['what is not ended by an empty line is nothing', 'data: a\n\ndata: b\n', [event('a')]],
  ['returns, line breaks, and both', 'data: a\rdata: b\r\ndata: c\n\rdata: d\r\n\r\n', [event('a\nb\nc'), event('d')]],
  ['returns alone', 'data: a\r\rdata: b\r\r', [event('a'), event('b')]],
  ['a line separator is no line break', 'data: a\u2028b\n\n', [event('a\u2028b')]],
]

for (const [what, text, expected] of streams) {
  test(`${what}, however the text is cut`, () => {
    for (let at = 0; at <= text.length; at++) {
      const parser = new EventParser()
      assert.deepEqual([...parser.push(text.slice(0, at)), ...parser.push(text.slice(at))], expected, `cut at ${at}`)
    }
    const parser = new EventParser()
    assert.deepEqual(
      [...text].flatMap((character) => parser.push(character)),
      expected,
      'in single characters',
    )
  })
}

test('the id to resume from is that of the last whole event', () => {
  const parser = new EventParser('3')
  assert.deepEqual(parser.push('data: a\n\n'), [event('a', { id: '3' })])
  parser.push('id: 4\ndata: b\n\nid: 5\ndata: c\n')
  assert.equal(parser.lastEventId, '4')
  parser.push('\n')
  assert.equal(parser.lastEventId, '5')
})

test('the time to wait is a number, or is ignored', () => {
  const parser = new EventParser()
  for (const wrong of ['', '1.5', '-1', '1s', ' 1 ']) parser.push(`retry: ${wrong}\n\n`)
  assert.equal(parser.retryMs, undefined)
  parser.push('retry: 2500\n')
  assert.equal(parser.retryMs, 2500)
})
