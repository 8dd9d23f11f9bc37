import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zipSync } from 'fflate'
import { formats } from '../src/formats.ts'
import { pickFormat } from '../src/pick-format.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const xml = (root: string) => `\ufeff<?xml version="1.0" encoding="utf-8"?>\n<!-- Texts -->\n${root}`
const workbook = zipSync({ '[Content_Types].xml': bytesOf('<Types/>'), 'xl/workbook.xml': bytesOf('<workbook/>') })
const archive = zipSync({ 'de.json': bytesOf('{}') })

const ANDROID = xml('<resources><string name="a">b</string></resources>')
const XLIFF_1 = xml('<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file/></xliff>')
const XLIFF_2 = xml('<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en"><file/></xliff>')
const PLIST = xml('<plist version="1.0"><dict><key>a</key><string>b</string></dict></plist>')
const QT = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="de"><context/></TS>'
const RESX = xml('<root><data name="a"><value>b</value></data></root>')
const XCSTRINGS = '{ "sourceLanguage" : "en", "strings" : { "a" : {} }, "version" : "1.0" }'
const CHROME = '{"a":{"message":"b"},"c":{"description":"d","message":"e"}}'

const cases: [path: string, content: string | Uint8Array, id: string | undefined][] = [
  ['de.json', '{"a":"b"}', 'json'],
  ['de.JSON', ' {"hello":"{{name}}","file_one":"{{count}} file","file_other":"{{count}} files"}', 'json'],
  ['de.json', '{"a":{"defaultMessage":"b"}}', 'json'],
  ['de.json', CHROME, 'chrome'],
  ['de.json', '{"a":{"message":"b"},"c":"d"}', 'json'],
  ['de.json', '{"a":{"message":{"b":"c"}}}', 'json'],
  ['de.json', '{}', 'json'],
  ['de.json', XCSTRINGS, 'xcstrings'],
  ['de.json', '{"strings":{"a":"b"}}', 'json'],
  ['de.json', 'hello', undefined],
  ['strings.xml', ANDROID, 'android'],
  ['strings.xml', `<!DOCTYPE resources [ <!ENTITY a "b>"> ]>\n${ANDROID.slice(1)}`, 'android'],
  ['strings.xml', XLIFF_1, 'xliff-1.2'],
  ['strings.xml', XLIFF_2, 'xliff-2.0'],
  ['strings.xml', PLIST, 'apple-strings'],
  ['strings.xml', QT, 'qt-ts'],
  ['strings.xml', RESX, 'resx'],
  ['strings.xml', '<html></html>', undefined],
  ['strings.xml', 'hello', undefined],
  ['de.ts', QT, 'qt-ts'],
  ['de.ts', "export default { a: 'b' }", 'ts-module'],
  ['de.ts', "// <TS>\nexport default { a: '<b>' }", 'ts-module'],
  ['de.js', "export default { a: 'b' }", 'js-module'],
  ['de.mjs', "export default { a: 'b' }", 'js-module'],
  ['de.yml', 'de:\n  a: b\n', 'yaml-rails'],
  ['de.yaml', '---\n# Texts\nde:\n  a: b\n', 'yaml-rails'],
  ['de.yml', 'title: b\n', 'yaml'],
  ['de.yml', 'title:\n  a: b\n', 'yaml'],
  ['de.yml', 'de:\n  a: b\nen:\n  a: c\n', 'yaml'],
  ['de.xlf', XLIFF_1, 'xliff-1.2'],
  ['de.xliff', XLIFF_2, 'xliff-2.0'],
  ['de.po', 'hello', 'po'],
  ['messages.pot', '', 'pot'],
  ['Localizable.strings', '"a" = "b";', 'apple-strings'],
  ['Localizable.stringsdict', PLIST, 'apple-strings'],
  ['Localizable.xcstrings', XCSTRINGS, 'xcstrings'],
  ['messages_de.properties', 'a=b', 'properties'],
  ['texts.csv', 'key,de\na,b\n', 'csv'],
  ['app_de.arb', '{"a":"b"}', 'arb'],
  ['messages.php', '<?php return [];', 'php'],
  ['Strings.resw', RESX, 'resx'],
  ['de.ftl', 'a = b', 'fluent'],
  ['locale_de.ini', 'a=b', 'ini'],
  ['texts.xlsx', workbook, 'xlsx'],
  ['texts.zip', workbook, 'xlsx'],
  ['de.json', workbook, 'xlsx'],
  ['texts', workbook, 'xlsx'],
  ['texts.zip', archive, undefined],
  ['texts.xlsx', archive, undefined],
  ['texts.txt', '{"a":"b"}', 'json'],
  ['texts', CHROME, 'chrome'],
  ['texts', ANDROID, 'android'],
  ['texts.xml.orig', XLIFF_2, 'xliff-2.0'],
  ['texts.txt', 'hello', undefined],
  ['texts', '', undefined],
]

const isThere = (id: string | undefined) => id === undefined || formats.some((format) => format.id === id)

for (const [path, content, id] of cases) {
  const bytes = typeof content === 'string' ? bytesOf(content) : content
  const shown = typeof content === 'string' ? content.slice(0, 60).replaceAll('\n', ' ') : 'an archive'
  test(`${path} with ${shown} is ${id ?? 'of no format'}`, { skip: !isThere(id) }, () => {
    assert.equal(pickFormat(path, bytes)?.id, id)
  })
}
