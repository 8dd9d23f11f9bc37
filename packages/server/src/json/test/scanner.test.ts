import assert from 'node:assert/strict'
import { test } from 'node:test'
import { JsonScanner } from '@parlance/formats'
import fc from 'fast-check'
import { JsonTree } from '../tree.ts'
import { WideMap } from '../wide-map.ts'

function readAll(reader: { advance(steps?: number): boolean }): void {
  let hasMore = true
  while (hasMore) hasMore = reader.advance(3)
}

/** The text as a whole, or cut into parts of this length. */
function parse(text: string, piece?: number, part?: number): unknown {
  const tree = new JsonTree()
  const scanner = new JsonScanner(part === undefined ? text : cut(text, part), tree, piece)
  readAll(scanner)
  return tree.root
}

function* cut(text: string, part: number): Generator<string, void, void> {
  for (let at = 0; at < text.length; at += part) yield text.slice(at, at + part)
}

const outcome = (read: (text: string) => unknown, text: string) => {
  try {
    return JSON.stringify(read(text))
  } catch (error) {
    assert.ok(error instanceof SyntaxError)
    return 'no JSON'
  }
}

test('reads whatever JSON.parse reads, as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 1, 2), (text, indent) => {
      const spaced = JSON.stringify(JSON.parse(text), null, indent)
      assert.equal(JSON.stringify(parse(spaced)), JSON.stringify(JSON.parse(spaced)))
      assert.equal(JSON.stringify(parse(spaced, 6, 5)), JSON.stringify(JSON.parse(spaced)))
    }),
  )
})

test('and refuses whatever it refuses', () => {
  const damaged = fc.tuple(fc.json(), fc.nat(), fc.constantFrom('', '"', '\\', ',', '}', ']', ':', '0', '\n', 'x'))
  fc.assert(
    fc.property(damaged, ([text, at, put]) => {
      const broken = text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + 1)
      assert.equal(outcome(parse, broken), outcome(JSON.parse, broken))
      assert.equal(
        outcome((some) => parse(some, 6, 5), broken),
        outcome(JSON.parse, broken),
      )
    }),
  )
})

test('in whatever pieces long texts are read', () => {
  const character = fc.constantFrom('"', '\\', '\\"', '\n', '\u0007', 'é', '😀', 'a', '\\u', '/', '\ud800')
  const long = fc.array(character, { maxLength: 60 }).map((all) => all.join(''))
  fc.assert(
    fc.property(long, long, fc.integer({ min: 6, max: 20 }), fc.boolean(), (name, value, piece, escaped) => {
      const plain = JSON.stringify({ [name]: [value] })
      const text = escaped ? plain.replaceAll(/[é/]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`) : plain
      assert.deepEqual(parse(text, piece), { [name]: [value] })
      assert.deepEqual(parse(text, piece, 1 + (value.length % 40)), { [name]: [value] })
      const broken = text.slice(0, text.length - 3 - (value.length >> 1))
      assert.equal(
        outcome((some) => parse(some, piece), broken),
        outcome(JSON.parse, broken),
      )
    }),
  )
})

test('ten megabytes of one text are read in more than a hundred turns', () => {
  const scanner = new JsonScanner(JSON.stringify({ content: '<tuv xml:lang="en">'.repeat(550_000) }), new JsonTree())
  let turns = 1
  while (scanner.advance()) turns++
  assert.ok(turns > 100, `${turns}`)
})

const odd = String.raw`01|1.|.5|+1|-|1e|tru|nulll|"\x"|"\u12"|"a|{"a"}|{"a":}|{,}|[,]|[1,]|{"a":1,}|[1 2]|{"a":1 "b":2}|{1:2}|]|}|[}|{]|[[]|"\\"|"\\\""|"\\\\\""|""|-0|-0.0e+10|{"__proto__":{"x":1}}|`
for (const text of odd.split('|')) {
  test(`${text} as JSON.parse has it`, () => assert.equal(outcome(parse, text), outcome(JSON.parse, text)))
}

test('long numbers and blanks as JSON.parse has them, wherever they are cut', () => {
  for (const blank of ['', ' '.repeat(30), '\n\t'.repeat(50)]) {
    for (const number of ['1', '-12.5e+10', '1e', '1e+', '1.', '-', `${'9'.repeat(70)}.25`, `0.${'1'.repeat(90)}e-3`]) {
      for (const text of [`${blank}${number}`, `[${blank}${number}${blank},${number}]${blank}`, `[${number}x]`]) {
        for (let part = 1; part < 14; part++) {
          assert.equal(
            outcome((some) => parse(some, 6, part), text),
            outcome(JSON.parse, text),
          )
        }
      }
    }
  }
})

test('a raw line break in a text is none', () => assert.equal(outcome(parse, '"a\nb"'), 'no JSON'))

test('long texts as JSON.parse has them, wherever what is special in them stands', () => {
  const long = 'x'.repeat(1_200_000)
  const at = fc.constantFrom(0, 499_999, 500_000, 500_001, 999_999, 1_000_000, 1_199_999)
  fc.assert(
    fc.property(at, fc.constantFrom('', '\\n', '\\"', '\\\\', '\n', '\u001f', '\\', '"', 'é'), (place, put) => {
      const text = `{"a":"${long.slice(0, place)}${put}${long.slice(place)}","b":1}`
      assert.equal(outcome(parse, text), outcome(JSON.parse, text))
    }),
    { numRuns: 40 },
  )
})

test('the names of an object with very many, each once', () => {
  const names = Array.from({ length: 30_000 }, (_, n) => `n${n}`)
  const changed = new Set(['n7', 'n25000'])
  const members = [...names, '__proto__'].map((name) => `"${name}":"${name}"`)
  const text = `{${[...members, ...Array.from(changed, (name) => `"${name}":"again"`)].join()}}`
  const map = parse(text) as WideMap<string>
  const all = [...names, '__proto__']
  assert.deepEqual([...map.names()], all)
  assert.deepEqual(
    [...map],
    all.map((name) => [name, changed.has(name) ? 'again' : name]),
  )
  assert.equal(map.get('n30000'), undefined)
})

test('an object is a wide map from its 20,001st name on, wherever it stands', () => {
  const object = (count: number, last = '0') =>
    `{${Array.from({ length: count }, (_, n) => `"n${n}":${n === count - 1 ? last : '0'}`).join()}}`
  assert.ok(!(parse(object(20_000)) instanceof WideMap))
  const wide = object(20_001)
  assert.ok(parse(wide) instanceof WideMap)
  const [first, second] = parse(`[${wide},${wide}]`) as unknown[]
  assert.ok(first instanceof WideMap && second instanceof WideMap)
  const { a, __proto__: b, c } = parse(`{"a":${wide},"__proto__":${wide},"c":1}`) as Record<string, unknown>
  assert.ok(a instanceof WideMap && b instanceof WideMap)
  assert.equal(c, 1)
  const inside = (parse(object(20_002, wide)) as WideMap<unknown>).get('n20001')
  assert.ok(inside instanceof WideMap)
  assert.equal([...inside.names()].length, 20_001)
})

test('a wide map has no names of its own, however few it holds', () => {
  const map = new WideMap<unknown>({ a: 1 })
  map.set('a', 2)
  map.set('b', 3)
  assert.deepEqual(Object.keys(map), [])
  assert.equal(JSON.stringify(map), '{}')
  assert.deepEqual(Object.fromEntries(map), { a: 2, b: 3 })
})
