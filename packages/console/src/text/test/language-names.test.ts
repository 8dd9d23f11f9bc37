import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageNames } from '../language-names.ts'
import { bestLanguage } from '../languages.ts'

const GERMAN = { code: 'de', name: 'German' }

test('English has the names of the service', () => {
  const { inSentence, alone } = languageNames('en')
  const renamed = { code: 'de', name: 'deutsch (Kunde)' }
  assert.deepEqual([GERMAN, renamed].map(inSentence), ['German', 'deutsch (Kunde)'])
  assert.deepEqual([GERMAN, renamed].map(alone), ['German', 'deutsch (Kunde)'])
})

test('another language has its own, with a capital letter where it stands alone', () => {
  const { inSentence, alone } = languageNames('fr')
  assert.deepEqual([inSentence(GERMAN), alone(GERMAN)], ['allemand', 'Allemand'])
  assert.equal(languageNames('ar').alone(GERMAN), 'الألمانية')
  assert.equal(alone({ code: 'pt-BR', name: 'Brazilian Portuguese' }), 'Portugais brésilien')
})

test('a name that people have given stays, and so does what has no name', () => {
  const { alone } = languageNames('fr')
  assert.equal(alone({ code: 'de', name: 'german, our tone' }), 'german, our tone')
  assert.equal(alone({ code: 'x-pirate', name: 'x-pirate' }), 'x-pirate')
  assert.equal(alone({ code: 'de', name: 'de' }), 'Allemand')
})

test('the console begins in the first language of the browser that it has', () => {
  assert.equal(bestLanguage(['nl', 'de-CH', 'fr']), 'de')
  assert.equal(bestLanguage(['pt-PT', 'en']), 'pt-BR')
  assert.equal(bestLanguage(['zh-CN', 'en']), 'zh-Hans')
  assert.equal(bestLanguage(['no code at all', 'nl']), 'en')
})

test('another script comes after all else that somebody reads', () => {
  assert.equal(bestLanguage(['zh-TW', 'en-US']), 'en')
  assert.equal(bestLanguage(['zh-TW', 'zh', 'en-US']), 'zh-Hans')
  assert.equal(bestLanguage(['zh-Hant-HK']), 'zh-Hans')
})
