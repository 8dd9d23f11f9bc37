import assert from 'node:assert/strict'
import { test } from 'node:test'
import { argumentsOf, toIcu, toSyntax } from '../src/index.ts'
import { CONVERTED } from '../src/placeholders/test/cases.ts'
import { pluralMessage } from '../src/plural-message.ts'

const LENGTH = 65_536
/** What nobody may be kept waiting for one text. */
const MOST_MS = 50

const filled = (part: string) => part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH)
const around = (before: string, inside: string, after: string) =>
  before + filled(inside).slice(before.length + after.length) + after

const texts = [
  ...['%', '{', '}', "'", '{{', "'{", '%1$', '%s', '%1$s', '%2$s %1$s', '%d%%', '%.', '%-', '%l', '%(', '%(a', '%(a)s'],
  ...['{}', '{0}', '{a}', '{a:', '{{a}}', '{{ a', '%{', '%{a}', '%<a', '%<a>d', '%L1', '%n', '$t(', '$', '#', '{{a,'],
  ...[
    '{a, number}',
    '{a, number, ',
    "{a}'",
    "it's ",
    '<b',
    '{n, plural, ',
    '{n, plural, other {',
    '{n,plural,other{#}}',
  ],
  around('%s', '%%', ''),
  around('{a', ' ', '}'),
  around('{{a', ' ', '}}'),
  around('{a}', "''", ''),
  around('{a, number,', ' ', '}'),
  around('{n, plural, offset', ' ', ':1 other {}}'),
  ...['=%', '{n%}', '%$%', '%(n%)d', '{n%:d}'].map((one) =>
    Array.from({ length: LENGTH / 8 }, (_, at) => one.replace('%', String(at)))
      .join('')
      .slice(0, LENGTH),
  ),
  // Each branch would hold what stands around the plural.
  `{a} ${filled('x ').slice(0, LENGTH / 2)}{n, plural, ${Array.from({ length: 2_000 }, (_, at) => `=${at} {#}`).join(' ')} other {}}`,
  `{n, plural, ${Array.from({ length: 4_000 }, (_, at) => `=${at} {#{a}'{'}`).join(' ')} other {}}`,
].map((text) => (LENGTH % text.length === 0 || text.length < 30 ? filled(text) : text))

/** Of this thread alone, since the machine has other things to do; slow at every try, since the first time code is slow. */
function timeOf(work: () => void): number {
  let best = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 8 && best > MOST_MS; tries++) {
    const began = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(began)
    best = Math.min(best, (user + system) / 1_000)
  }
  return best
}

test('no text takes long, whatever it holds', () => {
  const slow: string[] = []
  const watch = (title: string, text: string, work: () => void) => {
    const time = timeOf(work)
    if (time > MOST_MS) slow.push(`${title} ${text.slice(0, 20)}: ${time.toFixed(0)} ms`)
  }
  for (const text of texts) {
    watch('arguments', text, () => argumentsOf(text))
    const plural = pluralMessage({ argument: 'n', type: 'cardinal', branches: new Map([['other', text]]) })
    for (const syntax of CONVERTED) {
      watch(`to ${syntax}`, text, () => toSyntax({ key: 'k', value: text }, { syntax }))
      watch(`from ${syntax}`, text, () => toIcu({ value: text, syntax }, {}))
      watch(`from plural ${syntax}`, text, () => toIcu({ value: plural, isPlural: true, syntax }, {}))
    }
  }
  assert.deepEqual(slow, [])
})
