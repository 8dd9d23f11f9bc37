import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fileName, filePath, freeFilePath, nameOfFile } from '../src/file-path.ts'
import type { Format } from '../src/format.ts'
import { json } from '../src/json/json.ts'
import { androidQualifiers, appleFolders, underscores } from '../src/locale-spelling.ts'
import { placeOfPath } from '../src/place-of-path.ts'

const android: Format = {
  ...json,
  extensions: ['xml'],
  path: 'values-{locale}/strings.xml',
  sourcePath: 'values/strings.xml',
  localeSpelling: androidQualifiers,
}
const apple: Format = {
  ...json,
  extensions: ['strings', 'stringsdict'],
  path: '{locale}.lproj/Localizable.strings',
  localeSpelling: appleFolders,
}
const java: Format = {
  ...json,
  extensions: ['properties'],
  path: 'messages_{locale}.properties',
  localeSpelling: underscores,
}
const table: Format = { ...json, extensions: ['csv'], path: '{namespace}.csv', isMultiLocale: true }

describe('file paths', () => {
  test('the default namespace has no folder', () => {
    assert.equal(filePath(json, { name: 'default', isDefault: true }, 'en'), 'en.json')
    assert.equal(filePath(json, { name: 'common', isDefault: false }, 'pt-BR'), 'common/pt-BR.json')
  })

  const names: [name: string, file: string][] = [
    ['a/b', 'a%2Fb'],
    ['a\\b', 'a%5Cb'],
    ['C:', 'C%3A'],
    ['100%', '100%25'],
    ['a\n', 'a%0A'],
    ['\u0085', '%C2%85'],
    ['.', '%2E'],
    ['..', '%2E%2E'],
    ['.hidden', '.hidden'],
    ['Grüße 😀', 'Grüße 😀'],
  ]
  for (const [name, file] of names) {
    test(`${JSON.stringify(name)} is ${file}`, () => {
      assert.equal(fileName(name), file)
      assert.equal(nameOfFile(file), name)
    })
  }

  test('a name that was never encoded is taken as it is', () => assert.equal(nameOfFile('50% off'), '50% off'))
})

const atHome = { name: 'default', isDefault: true }

describe('languages in paths', () => {
  const spellings: [format: Format, locale: string, path: string][] = [
    [android, 'en', 'values/strings.xml'],
    [android, 'de', 'values-de/strings.xml'],
    [android, 'fil', 'values-fil/strings.xml'],
    [android, 'pt-BR', 'values-pt-rBR/strings.xml'],
    [android, 'sr-Latn', 'values-b+sr+Latn/strings.xml'],
    [android, 'es-419', 'values-b+es+419/strings.xml'],
    [android, 'zh-Hant-TW', 'values-b+zh+Hant+TW/strings.xml'],
    [android, 'id', 'values-in/strings.xml'],
    [android, 'he-IL', 'values-iw-rIL/strings.xml'],
    [android, 'yi', 'values-ji/strings.xml'],
    [apple, 'en', 'en.lproj/Localizable.strings'],
    [apple, 'pt-BR', 'pt-BR.lproj/Localizable.strings'],
    [java, 'en', 'messages_en.properties'],
    [java, 'pt-BR', 'messages_pt_BR.properties'],
    [json, 'pt-BR', 'pt-BR.json'],
  ]
  for (const [format, locale, path] of spellings)
    test(`${locale} is ${path}`, () => {
      assert.equal(filePath(format, atHome, locale, 'en'), path)
      const isSource = path === format.sourcePath
      assert.deepEqual(placeOfPath(format, path), { locale: isSource ? null : locale, folders: [], otherwise: null })
      const elsewhere = filePath(format, { name: 'a/b', isDefault: false }, locale, 'en')
      assert.equal(elsewhere, `a%2Fb/${path}`)
      assert.deepEqual(placeOfPath(format, elsewhere)?.folders, ['a%2Fb'])
    })

  test('two languages that are spelled alike have a file each, in any order', () => {
    const paths = (...locales: string[]) => {
      const taken = new Set<string>()
      return locales.map((locale) => freeFilePath(taken, android, atHome, locale, 'en'))
    }
    assert.deepEqual(paths('iw', 'he'), ['values-iw/strings.xml', 'values-he/strings.xml'])
    assert.deepEqual(paths('he', 'iw'), ['values-iw/strings.xml', 'iw/values-iw/strings.xml'])
  })

  test('a file with all languages bears the name of its namespace', () => {
    assert.equal(filePath(table, atHome, 'en', 'en'), 'default.csv')
    assert.equal(filePath(table, { name: 'shop', isDefault: false }, 'en', 'en'), 'shop/shop.csv')
    assert.equal(placeOfPath(table, 'default.csv'), undefined)
  })

  const paths: [format: Format, path: string, locale: string | null | undefined, otherwise?: string][] = [
    [android, 'app/src/main/res/values-pt-rBR/arrays.xml', 'pt-BR', 'arrays.xml'],
    [android, 'values-b+sr+Latn\\strings.xml', 'sr-Latn'],
    [android, 'values-IW-rIL/strings.xml', 'he-IL'],
    [android, 'values/plurals.xml', null, 'plurals.xml'],
    [android, 'values-sw600dp/strings.xml', undefined],
    [android, 'strings.xml', undefined],
    [android, 'other/strings.xml', undefined],
    [apple, 'App/Base.lproj/Localizable.strings', null],
    [apple, 'de.lproj/InfoPlist.strings', 'de', 'InfoPlist.strings'],
    [apple, 'de.lproj/Localizable.stringsdict', 'de', 'Localizable.stringsdict'],
    [java, 'messages_.properties', undefined],
    [java, 'messages_de.txt', undefined],
    [java, 'src/messages_sr_Latn_RS.properties', 'sr-Latn-RS'],
  ]
  for (const [format, path, locale, otherwise = null] of paths)
    test(`${path} is ${locale === null ? 'the source language' : (locale ?? 'no language')}`, () => {
      const place = placeOfPath(format, path)
      assert.deepEqual(place && [place.locale, place.otherwise], locale === undefined ? undefined : [locale, otherwise])
    })
})
