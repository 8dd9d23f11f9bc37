import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parse } from '@formatjs/icu-messageformat-parser'
import fc from 'fast-check'
import { onThisMachine, workOf } from '../../server/test/this-machine.ts'
import { type Context, checkValue, type Finding, NO_TERMS, nameOf, SYNTAXES } from '../src/index.ts'
import { readMessage } from '../src/text/message.ts'

/** What the checks look for, and what may be mistaken for it. */
const PIECES = [
  ...[
    '{name}',
    '{n, number}',
    '{d, date, ::yMMMd}',
    '{',
    '}',
    '#',
    "'",
    "''",
    "'{",
    "}'",
    '{{x}}',
    '{0}',
    '{}',
    '{{',
    '}}',
  ],
  ...[
    '{n, plural, one {# a } other {b  c}}',
    '{n, plural, one {',
    '} other {',
    '}}',
    '{g, select, x {',
    'other',
    '=1 {',
  ],
  ...[
    '%s',
    '%d',
    '%1$s',
    '%%',
    '% ',
    '%(n)s',
    '%{n}',
    '%<n>d',
    '%n',
    '%1',
    ':name',
    '$NAME$',
    '@:key',
    '%#@a@',
    '$t(a)',
  ],
  ...['<b>', '</b>', '<br/>', '<a href="x">', '<', '>', '<x id="1"/>', '&amp;', '&', '&nbsp;', '\\n', '\\', '\\u00e4'],
  ...[
    ' ',
    '  ',
    '\n',
    '\r\n',
    '\t',
    '\u00a0',
    '\u202f',
    '\u3000',
    '\u200b',
    '\u00ad',
    '\ufeff',
    '\u202b',
    '\u202c',
    '\u0007',
  ],
  ...[
    '.',
    '...',
    '…',
    '?',
    '？',
    ';',
    ':',
    '!',
    '«',
    '»',
    '"',
    '“',
    '(',
    ')',
    '[',
    ']',
    '（',
    '）',
    ',',
    '-',
    '’',
    '\ufffc',
  ],
  ...[
    'Datei',
    'Datei',
    'datei',
    'Die',
    'die',
    'the',
    'word ',
    'ß',
    'İ',
    'é',
    'e\u0301',
    '日本',
    'שלום',
    '😀',
    'გ',
    'a',
  ],
  ...[
    '1',
    '12',
    '1,234',
    '1.234',
    '۱۲',
    '\u{1d7d0}',
    '10:30',
    'https://example.org/en/x',
    'www.x.org',
    'a@b.org',
    '@b.org',
    '@',
    'http://',
  ],
  ...['Ã¼', 'Â', 'â€™', 'ü', 'Ã'],
]
const LOCALES = ['de', 'fr', 'fr-CA', 'ru', 'ar', 'ja', 'el', 'km', 'ka', 'en-GB', 'id', 'xx', '']

const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(''))
const context: fc.Arbitrary<Context> = fc.record({
  locale: fc.constantFrom(...LOCALES),
  sourceLocale: fc.constantFrom('en', 'el'),
  syntax: fc.oneof(fc.constant('icu' as const), fc.constantFrom(...SYNTAXES)),
  isPlural: fc.boolean(),
  lengthHint: fc.option(fc.nat(40)),
  terms: fc.constant(NO_TERMS),
})
const plural = (branch: fc.Arbitrary<string>) =>
  fc.tuple(text, branch, branch, text).map(([a, one, other, b]) => `${a}{n, plural, one {${one}} other {${other}}}${b}`)
const value = fc.oneof(text, plural(text), fc.string({ unit: 'binary', maxLength: 20 }))
const given = fc.record({ value, source: fc.option(value, { nil: undefined }), context })

const all = () => true
const isFull = process.env['PARLANCE_TEST_FULL'] === '1'
const runs = { numRuns: isFull ? 200_000 : 2_000 }

describe('qa 6 whatever a text is', () => {
  test('what is found stands in it, and nothing is found twice', () => {
    fc.assert(
      fc.property(given, (one) => {
        const found = checkValue(one, all)
        for (const finding of found) assert.ok(standsIn(one.value, finding), JSON.stringify(finding))
        assert.equal(new Set(found.map(nameOf)).size, found.length)
      }),
      runs,
    )
  })

  test('qa 3 a fix ends its finding and brings no other', () => {
    fc.assert(
      fc.property(given, (one) => {
        const found = checkValue(one, all)
        const before = new Set(found.map(nameOf))
        for (const finding of found) {
          if (finding.fix === null) continue
          const after = checkValue({ ...one, value: finding.fix }, all).map(nameOf)
          before.delete(nameOf(finding))
          for (const name of after) assert.ok(before.has(name), `${name} came of ${JSON.stringify(finding)}`)
          before.add(nameOf(finding))
        }
      }),
      runs,
    )
  })

  test('it is a message here where it is one for the programs that show it', () => {
    fc.assert(
      fc.property(value, (one) => {
        assert.equal(readMessage(one) !== undefined, isMessage(one), JSON.stringify(one))
      }),
      runs,
    )
  })
})

function standsIn(of: string, { start, end }: Finding): boolean {
  if (start === null || end === null) return start === end
  return 0 <= start && start < end && end <= of.length
}

const isMessage = (of: string) =>
  [false, true].some((ignoreTag) => {
    try {
      parse(of, { ignoreTag })
      return true
    } catch {
      return false
    }
  })

const LONGEST = 65_536
const fill = (piece: string) => piece.repeat(Math.ceil(LONGEST / piece.length)).slice(0, LONGEST)

/** Made to be slow for one rule or another. */
const HOSTILE = [
  ...PIECES,
  'a b ',
  'a a ',
  '1 ',
  '1.1,',
  '. ',
  'a@',
  'a@b.c ',
  'http://a ',
  '<a ',
  '<a>',
  '</a>',
  '&a',
  '{a}',
  '{{a',
  '{a, select, other {x}}',
  '{a, plural, other {# }}',
  "''",
  "'{'",
  '%1$',
  '%(a',
  '%-',
  '\u202b',
  '«a» ',
  'Ã¼',
  '۱',
  '\u0301',
  '(',
  '( ',
]

/** All of them take a minute: in full. */
const some = (pieces: readonly string[]) => (isFull ? pieces : pieces.slice(PIECES.length))

describe('qa 5 the longest text is no long work', () => {
  const check = (given: string, source: string, syntax: Context['syntax'], isPlural: boolean) => {
    const terms = NO_TERMS
    checkValue(
      { value: given, source, context: { locale: 'fr', sourceLocale: 'en', syntax, isPlural, lengthHint: 5, terms } },
      all,
    )
  }
  const holds = (name: string, given: string, source: string, isPlural = false) => {
    for (const syntax of isFull ? SYNTAXES : (['icu', 'printf'] as const)) {
      const limit = onThisMachine(50)
      const work = () => workOf(() => check(given, source, syntax, isPlural))
      // What is slow because it is new is no slower than promised the next time.
      const took = [work, work, work].reduce((best, again) => (best < limit ? best : Math.min(best, again())), Infinity)
      assert.ok(took < limit, `${name} in ${syntax} took ${took} ms of ${limit}`)
    }
  }

  test('of anything that is looked for, without end', () => {
    for (const piece of some(HOSTILE)) holds(JSON.stringify(piece), fill(piece), fill(piece))
  })

  test('beside a source that has nothing of it', () => {
    for (const piece of some(HOSTILE)) holds(JSON.stringify(piece), fill(piece), 'Three words here')
  })

  test('of branches without end beside a long source', () => {
    const branches = (branch: string) =>
      `{a, select, ${Array.from({ length: 999 }, (_, at) => `b${at} {${branch}} `).join('')} other {${branch}}}`
    const names = Array.from({ length: 9_000 }, (_, at) => `<n${at}>`)
      .join('')
      .slice(0, LONGEST - 10)
    for (const branch of ['<x>', 'x?', ' x', 'Ã¼', 'a &amp; \\n'])
      for (const source of [names, ...['\n', '" ', 'http://a.b/c ', '<b>', 'a b '].map(fill)])
        holds(JSON.stringify([branch, source.slice(0, 20)]), branches(branch), source)
  })

  test('of messages with branches without end', () => {
    const many = (branch: (at: number) => string, frame: (all: string) => string) => {
      let [made, at] = ['', 0]
      while (frame(made).length < LONGEST - 40) made += branch(at++)
      return frame(made)
    }
    const messages = [
      many(
        (at) => `b${at} {x } `,
        (inner) => `{a, select, ${inner} other {y}}`,
      ),
      many(
        (at) => `=${at} {# x  x} `,
        (inner) => `Text  {a, plural, ${inner} other {y}} around`,
      ),
      many(
        (at) => `{a${at}, select, x {y} other {z}}`,
        (inner) => inner,
      ),
      many(
        () => '{a, select, x {b  b} other {',
        (inner) => inner + '}}'.repeat(inner.length / 28),
      ),
      `{n, plural, one {${fill('a a ').slice(0, 30_000)}} other {${fill('x  ').slice(0, 30_000)}}}`,
      `${fill('word  ').slice(0, 30_000)}{n, plural, ${'=1 {a} '} other {#}}${fill('a a ').slice(0, 30_000)}`,
      `{d, date, ::${fill('MMMMM').slice(0, 60_000)}}`,
      fill('{d, date, ::MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM}'),
    ]
    for (const message of messages) {
      holds(message.slice(0, 40), message, message, true)
      holds(message.slice(0, 40), message, 'Three words here', false)
    }
  })
})
