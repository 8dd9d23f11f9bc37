import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folderWith } from './program.ts'

const po = `msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

#. On the way in
#, c-format
msgid "Hello %s"
msgstr "Hallo %s"
`

test('a file becomes one of another format, placeholders as they are', async () => {
  const { json, read } = folderWith({ 'de.po': po })
  const { result } = await json<object>(0, ['convert', 'de.po', 'strings.xml', '--to', 'android', '--locale', 'de'])
  assert.deepEqual(result, { file: 'strings.xml', format: 'android', keys: 0 })
  const again = await json<object>(0, ['convert', 'de.po', 'de.json', '--locale', 'de'])
  assert.deepEqual(again.result, { file: 'de.json', format: 'json', keys: 1 })
  assert.deepEqual(JSON.parse(read('de.json')), { 'Hello %s': 'Hallo %s' })
})

test('placeholders are converted where that is asked for, and told where it cannot be', async () => {
  const { json, read } = folderWith({ 'en.properties': 'x=y\n', 'de.po': po.replace('"Hallo %s"', '"Hallo %-5s"') })
  const { warnings } = await json(0, ['convert', 'de.po', 'de.json', '--locale', 'de', '--placeholders', 'convert'])
  assert.deepEqual(
    warnings.map(({ code, key }) => [code, key]),
    [['value_not_convertible', 'Hello %s']],
  )
  assert.deepEqual(JSON.parse(read('de.json')), { 'Hello %s': 'Hallo %-5s' })
})

test('a base is brought up to date, and stays what it is beside', async () => {
  const { json, read } = folderWith({ 'in.json': { a: 'neu', b: 'B' }, 'out.yml': '# Texts\na: alt   # first\nb: B\n' })
  await json(0, ['convert', 'in.json', 'out.yml', '--to', 'yaml', '--base', 'out.yml', '--locale', 'de'])
  assert.equal(read('out.yml'), '# Texts\na: neu   # first\nb: B\n')
})

test('a file that is wrong changes nothing: 6, with its line', async () => {
  const { json, read } = folderWith({ 'in.json': '{"a": "x",\n"b": }', 'out.json': '{}' })
  const { errors } = await json(6, ['convert', 'in.json', 'out.json', '--locale', 'de'])
  assert.deepEqual(
    errors.map(({ code, file, line }) => [code, file, line]),
    [['syntax_error', 'in.json', 2]],
  )
  assert.equal(read('out.json'), '{}')
})

test('what must be known is asked for: 2', async () => {
  const { json } = folderWith({ 'in.json': '{}' })
  await json(2, ['convert', 'in.json', 'out.json'])
  await json(2, ['convert', 'in.json', 'out.unknown', '--locale', 'de'])
  const { errors } = await json(2, ['convert', 'in.json', 'out', '--to', 'andriod', '--locale', 'de'])
  assert.match(errors[0]?.message ?? '', /android/)
})
