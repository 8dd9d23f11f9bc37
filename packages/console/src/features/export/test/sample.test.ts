import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleOf } from '../sample.ts'

type Key = Parameters<typeof sampleOf>[0][number]

const key = (name: string, value: string | null, status = 'translated') =>
  ({ key: name, isPlural: false, syntax: null, translations: { de: { value, status } } }) as unknown as Key

const place = { name: 'web', isDefault: false, sourceLocale: 'en' }

test('a sample is written as the file is: sorted, nested, without what has no text', () => {
  const { path, text } = sampleOf(
    [key('b.a', 'BA'), key('a', 'A'), key('c', null)],
    { localeCodes: ['de'], structure: 'nested', style: 'minified' },
    place,
  )
  assert.equal(path, 'web/de.json')
  assert.deepEqual(JSON.parse(text ?? ''), { a: 'A', b: { a: 'BA' } })
})

test('statuses and empty texts count as they do in the export', () => {
  const keys = [key('a', 'A', 'not_reviewed'), key('b', 'B'), key('c', null, 'not_translated')]
  const only = sampleOf(keys, { localeCodes: ['de'], statuses: ['translated'] }, place)
  assert.deepEqual(JSON.parse(only.text ?? ''), { b: 'B' })
  const all = sampleOf(keys, { localeCodes: ['de'], includeEmpty: true }, place)
  assert.deepEqual(JSON.parse(all.text ?? ''), { a: 'A', b: 'B', c: '' })
})

test('what a format cannot say is told', () => {
  const { remarks } = sampleOf(
    [key('a', '{sex, select, male {Er} other {Sie}}')],
    { localeCodes: ['de'], format: 'i18next-v4' },
    place,
  )
  assert.deepEqual(
    remarks.map((remark) => remark.key),
    ['a'],
  )
})

test('a file in two languages has both, and placeholders are converted where that is wanted', () => {
  const translations = {
    en: { value: 'Hi {name}', status: 'translated' },
    de: { value: 'Hallo {name}', status: 'translated' },
  }
  const keys = [{ key: 'hi', isPlural: false, syntax: null, description: 'Greets', translations } as unknown as Key]
  const { text } = sampleOf(keys, { localeCodes: ['de'], format: 'xliff-1.2' }, place)
  assert.match(text ?? '', /<source>Hi \{name\}<\/source>\s*<target[^>]*>Hallo \{name\}<\/target>/)
  assert.match(text ?? '', /Greets/)
  const android = sampleOf(keys, { localeCodes: ['de'], format: 'android', placeholders: 'convert' }, place)
  assert.match(android.text ?? '', /Hallo %s/)
})
