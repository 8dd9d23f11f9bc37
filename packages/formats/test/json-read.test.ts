import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arb } from '../src/arb/arb.ts'
import { readJson } from '../src/json/read.ts'
import { type Remark, UnreadableFile } from '../src/remark.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

test('any depth is read without ending the process', () => {
  const depth = 200_000
  const remarks: Remark[] = []
  const read = (text: string) => [...readJson(bytesOf(text), { remark: (remark) => remarks.push(remark) })]
  read(`${'['.repeat(depth)}${']'.repeat(depth)}`)
  assert.equal(remarks.length, 1)
  assert.throws(() => read('['.repeat(depth)), UnreadableFile)
})

test('each step looks at no more than some thousand values, and tells how many', () => {
  const parts = [...readJson(bytesOf(`[${'{},'.repeat(50_000)}{}]`), { remark: () => {} })]
  assert.ok(Math.max(...parts.map(({ nodes }) => nodes)) <= 1_000)
  assert.equal(
    parts.reduce((sum, { nodes }) => sum + nodes, 0),
    50_002,
  )
})

test('remarks and faults tell their lines, however these end', () => {
  const remarks: Remark[] = []
  const read = (text: string) => [...readJson(bytesOf(text), { remark: (remark) => remarks.push(remark) })]
  const lines = '\n'.repeat(2 ** 20)
  read(`{"a":\r\n  null,\r"b": 1,${lines} "a":"x", "c":null}`)
  assert.deepEqual(
    remarks.map(({ code, key, line, column }) => [code, key, line, column]),
    [
      ['null_value', 'a', 2, 3],
      ['number_as_text', 'b', 3, 6],
      ['duplicate_key', 'a', 2 ** 20 + 3, 2],
      ['null_value', 'c', 2 ** 20 + 3, 15],
    ],
  )
  assert.throws(
    () => read('{\n  "a": x'),
    (error) => error instanceof UnreadableFile && error.place.line === 2 && error.place.column === 8,
  )
  assert.throws(
    () => read('{\n  "a": "\\q"}'),
    (error) => error instanceof UnreadableFile && error.place.line === 2 && !error.message.includes('position'),
  )
})

test('what is wrong with texts that have more said about them is told with its line', () => {
  const remarks: Remark[] = []
  const text = '{\n"@a":{"screen":"S","description":"D"},\n"a":"A",\n"b":{},\n"c":null,"c":"C"}'
  const long = text.replace('"S"', `"${'s'.repeat(100_000)}"`).replace('"D"', `"${'d'.repeat(5_001)}"`)
  for (const _ of arb.read(bytesOf(long), { remark: (remark) => remarks.push(remark) }));
  assert.deepEqual(
    remarks.map(({ code, key, line, column }) => [code, key, line, column]),
    [
      ['description_cut', 'a', 3, 5],
      ['format_data_too_large', 'a', 3, 5],
      ['unsupported_entry', 'b', 4, 1],
      ['null_value', 'c', 5, 5],
      ['duplicate_key', 'c', 5, 14],
    ],
  )
})
