import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessMapping, mappingToSend } from '../language-mapping.ts'
import { toldOf } from '../reasons.ts'
import { decodeTmx, languagesIn, splitTmx } from '../split-tmx.ts'

const head = '<?xml version="1.0"?><tmx version="1.4"><header srclang="en"/><body>'
const unit = (text: string) => `<tu tuid="${text}"><tuv xml:lang="en"><seg>${text}</seg></tuv></tu>`
const file = `${head}\n${unit('a')}\n${unit('b')}<!-- end of b -->${unit('c')}</body></tmx>`

test('a file is cut between units, and each part is a file', () => {
  const parts = splitTmx(file, 2)
  assert.deepEqual(
    parts.map(({ units }) => units),
    [2, 1],
  )
  assert.equal(parts[0]?.content, `${head}\n${unit('a')}\n${unit('b')}</body></tmx>`)
  assert.equal(parts[1]?.content, `${head}<!-- end of b -->${unit('c')}</body></tmx>`)
})

test('a small file, and what is no TMX, is sent as it is', () => {
  assert.deepEqual(splitTmx(file), [{ content: file, units: 3 }])
  assert.deepEqual(splitTmx('<html>'), [{ content: '<html>', units: 0 }])
})

test('languages are found however they are written', () => {
  assert.deepEqual(languagesIn(`<tuv xml:lang="en"><tuv creationid="x" lang='de_DE'><tuv xml:lang="en">`), [
    'en',
    'de_DE',
  ])
})

test('a language of a file is the same here, or the only one of its base', () => {
  const guessed = guessMapping(['DE', 'pt_br', 'fr-CA', 'es', 'it'], ['de', 'pt-BR', 'fr', 'es-ES', 'es-MX'])
  assert.deepEqual(guessed, { DE: 'de', pt_br: 'pt-BR', 'fr-CA': 'fr', es: null, it: null })
  assert.deepEqual(mappingToSend({ DE: 'de', it: null }), { DE: 'de', it: 'zxx' })
})

test('units are counted over all parts, and what was left out on purpose is no error', () => {
  const errors = ['Unit 2 is skipped: it has no translation.', 'The organization has no locale "it" (3 skipped)']
  assert.deepEqual(toldOf(errors, 5_000, ['it']), ['Unit 5002 is skipped: it has no translation.'])
  assert.equal(toldOf(errors, 0, []).length, 2)
})

test('UTF-16 is read by its mark', () => {
  const bytes = new Uint8Array([0xff, 0xfe, 0x3c, 0, 0x74, 0])
  assert.equal(decodeTmx(bytes), '<t')
})
