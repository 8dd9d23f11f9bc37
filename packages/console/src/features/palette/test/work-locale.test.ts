import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Membership } from '../../../api/session.ts'
import { workLocale } from '../work-locale.ts'

const locale = (code: string) => ({ id: 1, code, name: code, isSource: code === 'en' })
const project = { sourceLocaleCode: 'en', locales: ['en', 'de', 'fr'].map(locale) }
const restrictedTo = (...localeCodes: string[]) => ({ localeCodes }) as unknown as Membership

test('The language worked on last, else the first target, of those that somebody may see', () => {
  assert.equal(workLocale(project, undefined, 'fr'), 'fr')
  assert.equal(workLocale(project, undefined, undefined), 'de')
  assert.equal(workLocale(project, undefined, 'it'), 'de')
  assert.equal(workLocale(project, restrictedTo('fr'), 'de'), 'fr')
  assert.equal(workLocale({ ...project, locales: [locale('en')] }, undefined, undefined), 'en')
})
