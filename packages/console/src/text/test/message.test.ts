import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { messageParameters, type Parameter } from '@parlance/checks'
import IntlMessageFormat from 'intl-messageformat'
import { compileMessage } from '../message.ts'

const FOLDER = new URL('../../../text/', import.meta.url)
const NUMBERS = [0, 0.5, 1, 2, 3, 7, 11, 21, 100, 1_000_000, 1234.5]

const filled = ({ name, type, options }: Parameter, number: number, turn: number): [string, string | number] => [
  name,
  type === 'number' ? number : (options?.[turn % options.length] ?? `<${name}>`),
]

for (const file of readdirSync(FOLDER)) {
  const locale = file.replace('.json', '')
  const texts = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Record<string, string>

  test(`${locale}: each text is filled in as ICU says`, () => {
    for (const [id, text] of Object.entries(texts)) {
      if (!text.includes('{')) continue
      const icu = new IntlMessageFormat(text, locale, undefined, { ignoreTag: true })
      const own = compileMessage(text, locale)
      for (const [turn, number] of NUMBERS.entries()) {
        const values = Object.fromEntries(messageParameters(text).map((parameter) => filled(parameter, number, turn)))
        assert.equal(own(values), icu.format(values), `${id} with ${JSON.stringify(values)}`)
      }
    }
  })

  test(`${locale}: what is shown as it stands is the same as a message`, () => {
    const shown = Object.entries(texts).filter(([, text]) => !text.includes('{'))
    for (const [id, text] of shown)
      assert.equal(new IntlMessageFormat(text, locale, undefined, { ignoreTag: true }).format(), text, id)
  })
}

test('A plural in a choice, a number in a form, quotes and spaces', () => {
  const text = "{ kind , select , a {it''s {n, plural, =1 {only #} one {# one} other {#: {who}'s}}} other {#1} }"
  const own = compileMessage(text, 'en')
  const icu = new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true })
  for (const kind of ['a', 'b'])
    for (const n of [1, 2]) assert.equal(own({ kind, n, who: 'Ada' }), icu.format({ kind, n, who: 'Ada' }))
})

test('What the console cannot read is refused, not shown wrong', () => {
  const refused = ['{', '}', '{a', "'{a}'", '{a, date}', '{a, number, ::currency/EUR}', '{a, plural, one {x}}', '{a b}']
  for (const text of refused) assert.throws(() => compileMessage(text, 'en'), /Not a message/, text)
})
