import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { formatOf } from '@parlance/formats'
import { remarkText } from '../remark-text.ts'
import { type Texts, translator } from '../text.ts'

const texts = JSON.parse(readFileSync(new URL('../../../text/de.json', import.meta.url), 'utf8')) as Texts
const t = translator('de', texts)

test('what a reader remarks on a file is said in the language of the console', () => {
  const remarks: string[] = []
  const file = JSON.stringify({ a: null, '': 'x', n: 1, long: 'x'.repeat(70_000) }).replace('"n":1', '"n":1,"n":2')
  const parts = formatOf('json').read(Buffer.from(file), { remark: ({ message }) => remarks.push(message) })
  while (!parts.next().done);
  assert.ok(remarks.length >= 4)
  assert.deepEqual(
    remarks.filter((message) => remarkText(message, t) === message),
    [],
  )
})

test('values of a remark are kept, and what is not known is shown as it is', () => {
  assert.equal(remarkText('The locale "fr" is not on the project', t), 'Dieses Projekt hat keine Sprache fr.')
  assert.equal(remarkText('Something new', t), 'Something new')
})
