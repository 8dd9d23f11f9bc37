import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { candidatesOf, marksIn, missingMarks, type Notation, offerFor } from '../placeholders.ts'

const spelled = (text: string, notation: Notation) => marksIn(text, notation).map((mark) => mark.spelled)
const ICU: Notation = { syntax: 'icu' }
const ANY: Notation = { syntax: null }

test('arguments, numbers, dates and tags of a message are marked', () => {
  assert.deepEqual(spelled('<b>{name}</b> has {n, number} of {d, date, ::yMd}<br/>', ICU), [
    '<b>',
    '{name}',
    '</b>',
    '{n, number}',
    '{d, date, ::yMd}',
    '<br/>',
  ])
})

test('what is quoted is text', () => {
  assert.deepEqual(spelled("it''s '{not}' {this}, l'{lost}", ICU), ['{this}'])
})

test('a message that is being written keeps the marks of what is complete', () => {
  assert.deepEqual(spelled('{name} and {na', ICU), ['{name}'])
  assert.deepEqual(spelled('{n, plural, one {item} other {{count} i', ICU), ['{count}'])
})

test('branches of a plural are no placeholders, what stands in them is', () => {
  assert.deepEqual(spelled('{n, plural, one {item} other {# items of {name}}}', ICU), ['#', '{name}'])
})

test('a form of a plural has # for its number', () => {
  const [count] = marksIn('# items', { syntax: 'icu', pluralArgument: 'count' })
  assert.equal(count?.name, 'count')
  assert.deepEqual(spelled('# items', ICU), [])
})

test('other syntaxes are marked as their programs read them', () => {
  assert.deepEqual(spelled('%1$s of %d, 100% sure', { syntax: 'printf' }), ['%1$s', '%d'])
  assert.deepEqual(spelled('Hi {{name}}, {no}', { syntax: 'i18next' }), ['{{name}}'])
})

test('where nobody said how, whatever looks like a placeholder is one', () => {
  assert.deepEqual(spelled('{a} {{b}} %s %1$d <i>50%discount</i>', ANY), ['{a}', '{{b}}', '%s', '%1$d', '<i>', '</i>'])
})

test('marks lie in order within the text, none within another, in any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      let end = 0
      for (const mark of marksIn(text, ANY)) {
        assert.ok(mark.start >= end && mark.end > mark.start && mark.end <= text.length)
        assert.equal(text.slice(mark.start, mark.end), mark.spelled)
        end = mark.end
      }
    }),
  )
})

test('missing are placeholders once and tags as often as they lack', () => {
  const source = marksIn('<b>{a}</b> <b>{a}</b> {b}', ICU)
  const names = missingMarks(source, marksIn('<b>{b}', ICU)).map(({ name }) => name)
  assert.deepEqual(names, ['a', '</b>', '<b>', '</b>'])
})

test('a begun placeholder is offered as the source spells it', () => {
  const candidates = candidatesOf(marksIn('{name} has # items', { syntax: 'icu', pluralArgument: 'count' }), {
    syntax: 'icu',
    pluralArgument: 'count',
  })
  assert.deepEqual(offerFor('Hallo {', candidates), { begun: '{', texts: ['{name}', '{count}'] })
  assert.deepEqual(offerFor('Hallo {N', candidates), { begun: '{N', texts: ['{name}'] })
  assert.equal(offerFor('Hallo {name}', candidates), undefined)
  assert.equal(offerFor('Hallo', candidates), undefined)
})

test('a text of 65,536 characters is read in time for the next key', () => {
  for (const piece of ['{', "'", '{a}', '{a, number, ', '%1$', '<b ', '{{ a', "'{'"]) {
    const text = piece.repeat(65_536 / piece.length)
    const from = performance.now()
    marksIn(text, ANY)
    assert.ok(performance.now() - from < 300, piece)
  }
})
