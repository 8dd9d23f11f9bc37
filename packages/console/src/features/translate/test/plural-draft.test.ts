import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Plural, withForm } from '../plural.ts'
import { PluralDraft } from '../plural-draft.ts'

const SAVED = '{n,plural,one{a}other{b}}'

test('what was changed and changed back is the text of the service', () => {
  const draft = new PluralDraft()
  const forms = draft.formsOf(SAVED, undefined) as Plural
  assert.equal(draft.write(withForm(forms, 'one', 'x'), SAVED), '{n, plural, one {x} other {b}}')
  assert.equal(draft.write(withForm(forms, 'one', 'a'), SAVED), SAVED)
})

test('an open brace does not take the forms away', () => {
  const draft = new PluralDraft()
  const forms = draft.formsOf(SAVED, undefined) as Plural
  const text = draft.write(withForm(forms, 'one', 'a {na'), SAVED)
  assert.equal(draft.formsOf(text, undefined)?.forms.get('one'), 'a {na')
})

test('a text from elsewhere is read anew', () => {
  const draft = new PluralDraft()
  draft.formsOf(SAVED, undefined)
  assert.equal(draft.formsOf('{n, plural, other {c}}', undefined)?.forms.get('other'), 'c')
  assert.equal(draft.formsOf('no plural', undefined), undefined)
  assert.equal(draft.formsOf('', undefined)?.argument, 'count')
})
