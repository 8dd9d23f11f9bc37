import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seenLocales, workLocale } from '../seen-locales.ts'
import type { Membership } from '../session.ts'

const locale = (code: string) => ({ id: 1, code, name: code, isSource: code === 'en' })
const project = { sourceLocaleCode: 'en', locales: ['en', 'de', 'fr'].map(locale) }
const restrictedTo = (...localeCodes: string[]) => ({ localeCodes }) as unknown as Membership

const worked = (of: typeof project, membership: Membership | undefined, last: string | undefined) =>
  workLocale(of, membership, last)?.code

test('The language worked on last, else the first target, of those that somebody may see', () => {
  assert.equal(worked(project, undefined, 'fr'), 'fr')
  assert.equal(worked(project, undefined, undefined), 'de')
  assert.equal(worked(project, undefined, 'it'), 'de')
  assert.equal(worked(project, restrictedTo('fr'), 'de'), 'fr')
  assert.equal(worked({ ...project, locales: [locale('en')] }, undefined, undefined), 'en')
  assert.equal(worked(project, restrictedTo('it'), 'de'), undefined)
})

test('A restricted member sees their languages alone, also where the source is none of them', () => {
  assert.deepEqual(
    seenLocales(project, restrictedTo('fr', 'it')).map(({ code }) => code),
    ['fr'],
  )
  assert.equal(seenLocales(project, undefined).length, 3)
})
