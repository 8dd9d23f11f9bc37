import assert from 'node:assert/strict'
import { test } from 'node:test'
import { snippetsOf } from '../snippets.ts'

const project = (format: 'json' | 'i18next-v4', structure: 'flat' | 'nested') => ({
  cdnUrl: 'https://cdn.example/abc',
  cdn: { format, structure, statuses: null },
  sourceLocaleCode: 'en',
})
const url = 'https://cdn.example/abc/en.json'

test('the lines for i18next fit what is published: ICU texts need who reads them, flat keys no separator', () => {
  const [icu] = snippetsOf({ project: project('json', 'flat'), namespaces: ['default'], url })
  assert.match(icu?.text ?? '', /use\(ICU\)/)
  assert.match(icu?.text ?? '', /keySeparator: false/)
  assert.match(icu?.text ?? '', /loadPath: 'https:\/\/cdn\.example\/abc\/\{\{lng\}\}\.json'/)
  const [own] = snippetsOf({ project: project('i18next-v4', 'nested'), namespaces: ['default', 'web'], url })
  assert.doesNotMatch(own?.text ?? '', /ICU|keySeparator/)
  assert.match(own?.text ?? '', /ns === 'default' \? '' : '\{\{ns\}\}\/'/)
})

test('a name with a quote in it stays a name', () => {
  const [own] = snippetsOf({ project: project('json', 'flat'), namespaces: ["it's"], url })
  assert.match(own?.text ?? '', /defaultNS: 'it\\'s'/)
})

test('other programs are given an address that is there', () => {
  const [, loaded, curl] = snippetsOf({ project: project('json', 'flat'), namespaces: ['default'], url })
  assert.match(loaded?.text ?? '', /fetch\('https:\/\/cdn\.example\/abc\/en\.json'\)/)
  assert.equal(curl?.text, `curl --compressed '${url}'`)
})
