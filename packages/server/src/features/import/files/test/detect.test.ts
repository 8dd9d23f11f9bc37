import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Format, filePath, formats, hasFilesByLocale } from '@parlance/formats'
import { onThisMachine, workOf } from '../../../../../test/this-machine.ts'
import { detect } from '../detect.ts'

const known = {
  locales: new Set(['en', 'de', 'pt-BR', 'zh-Hant', 'sr-Latn', 'id']),
  sourceLocale: 'en',
  namespaces: new Set(['default', 'checkout', 'lang']),
  defaultNamespace: 'default',
}
const [json] = formats
const formatOf = (id: string): Format | undefined => formats.find((format) => format.id === id)

const cases: [filename: string, locale: string | null, namespace: string, confidence: number][] = [
  ['en.json', 'en', 'default', 1],
  ['EN.JSON', 'en', 'default', 1],
  ['pt_br.json', 'pt-BR', 'default', 1],
  ['zh-Hant.json', 'zh-Hant', 'default', 1],
  ['common/en.json', 'en', 'common', 0.95],
  ['a%2Fb/en.json', 'en', 'a/b', 0.95],
  ['%2E%2E/en.json', 'en', '..', 0.95],
  ['50% off/en.json', 'en', '50% off', 0.95],
  ['de/en.json', 'en', 'de', 0.95],
  ['en/common.json', 'en', 'common', 0.9],
  ['locales/en/common.json', 'en', 'common', 0.9],
  ['locales/en/admin/users.json', 'en', 'admin/users', 0.8],
  ['src/locales/en.json', 'en', 'default', 0.85],
  ['web/locales/en.json', 'en', 'web', 0.85],
  ['common.en.json', 'en', 'common', 0.75],
  ['common_en.json', 'en', 'common', 0.75],
  ['common-en.json', 'en', 'common', 0.75],
  ['common_pt_BR.json', 'pt-BR', 'common', 0.75],
  ['en.common.json', 'en', 'common', 0.7],
  ['fr.json', 'fr', 'default', 0.8],
  ['fr-CA.json', 'fr-CA', 'default', 0.8],
  ['my_app_de.json', 'de', 'my_app', 0.75],
  ['my-app/strings.json', null, 'strings', 0],
  ['common\\en.json', 'en', 'common', 0.95],
  ['strings.json', null, 'strings', 0],
  ['app.json', null, 'app', 0],
  ['.json', null, 'default', 0],
  ['locales/en.json', 'en', 'default', 0.95],
  ['lang/en.json', 'en', 'lang', 0.95],
  ['src/en.json', 'en', 'default', 0.95],
  ['src/strings.json', null, 'strings', 0],
]

for (const [filename, locale, namespace, confidence] of cases) {
  test(`${filename} is ${locale} of ${namespace}`, () => {
    const { folder: _, ...found } = detect(filename, json, known)
    assert.deepEqual(found, { locale, namespace, confidence })
  })
}

/** As each format, and those who use it, lay their files out. */
const laidOut: [id: string, filename: string, locale: string | null, namespace: string][] = [
  ['android', 'values-pt-rBR/strings.xml', 'pt-BR', 'default'],
  ['android', 'values-b+sr+Latn/strings.xml', 'sr-Latn', 'default'],
  ['android', 'values-in/strings.xml', 'id', 'default'],
  ['android', 'values/strings.xml', 'en', 'default'],
  ['android', 'checkout/values-de/strings.xml', 'de', 'checkout'],
  ['android', 'app/src/main/res/values-de/strings.xml', 'de', 'default'],
  ['android', 'app/src/main/res/values/strings.xml', 'en', 'default'],
  ['android', 'checkout/src/main/res/values-de/strings.xml', 'de', 'checkout'],
  ['android', 'res/values-de/strings.xml', 'de', 'default'],
  ['android', 'values-de/arrays.xml', 'de', 'arrays'],
  ['android', 'values-night/strings.xml', null, 'strings'],
  ['android', 'values/id.xml', 'en', 'id'],
  ['android', 'checkout/de.xml', 'de', 'checkout'],
  ['apple-strings', 'de.lproj/Localizable.strings', 'de', 'default'],
  ['apple-strings', 'de.lproj/Localizable.stringsdict', 'de', 'default'],
  ['apple-strings', 'Base.lproj/Localizable.strings', 'en', 'default'],
  ['apple-strings', 'ios/App/Resources/de.lproj/InfoPlist.strings', 'de', 'InfoPlist'],
  ['apple-strings', 'checkout/pt-BR.lproj/Localizable.strings', 'pt-BR', 'checkout'],
  ['arb', 'lib/l10n/app_pt_BR.arb', 'pt-BR', 'default'],
  ['arb', 'app.arb', 'en', 'default'],
  ['properties', 'messages_de.properties', 'de', 'default'],
  ['properties', 'messages.properties', 'en', 'default'],
  ['properties', 'src/main/resources/messages_pt_BR.properties', 'pt-BR', 'default'],
  ['properties', 'src/main/resources/messages.properties', 'en', 'default'],
  ['properties', 'src/main/resources/checkout_de.properties', 'de', 'checkout'],
  ['properties', 'src/main/resources/checkout.properties', 'en', 'checkout'],
  ['chrome', '_locales/de/messages.json', 'de', 'default'],
  ['chrome', 'src/_locales/pt_BR/messages.json', 'pt-BR', 'default'],
  ['php', 'de/messages.php', 'de', 'default'],
  ['php', 'resources/lang/de/validation.php', 'de', 'validation'],
  ['resx', 'Strings.de.resx', 'de', 'default'],
  ['resx', 'Strings.resx', 'en', 'default'],
  ['resx', 'Resources/Errors.de.resx', 'de', 'Errors'],
  ['resx', 'Resources/Errors.resx', 'en', 'Errors'],
  ['ini', 'locale_de.ini', 'de', 'default'],
  ['po', 'de.po', 'de', 'default'],
  ['po', 'locale/de/LC_MESSAGES/django.po', 'de', 'django'],
  ['po', 'locale/de/LC_MESSAGES/messages.po', 'de', 'default'],
  ['po', 'checkout/de.po', 'de', 'checkout'],
  ['pot', 'messages.pot', 'en', 'default'],
  ['pot', 'checkout/messages.pot', 'en', 'checkout'],
  ['pot', 'django.pot', 'en', 'django'],
  ['yaml-rails', 'config/locales/de.yml', 'de', 'default'],
  ['yaml-rails', 'config/locales/devise.de.yml', 'de', 'devise'],
  ['csv', 'checkout.csv', null, 'checkout'],
  ['csv', 'checkout/checkout.csv', null, 'checkout'],
  ['csv', 'de.csv', null, 'de'],
  ['xcstrings', 'Localizable.xcstrings', null, 'default'],
  ['xcstrings', 'checkout/Localizable.xcstrings', null, 'checkout'],
  ['ts-module', 'src/locales/de.ts', 'de', 'default'],
]
for (const [id, filename, locale, namespace] of laidOut) {
  const format = formatOf(id)
  test(`${filename} is ${locale} of ${namespace}, as ${id}`, { skip: !format }, () => {
    const found = detect(filename, format ?? json, known)
    assert.deepEqual([found.locale, found.namespace], [locale, namespace])
  })
}

describe('what an export calls its files is understood as it was meant', () => {
  const namespaces = ['default', 'checkout', 'lang', 'a/b', '..', 'de', 'messages_de', 'values']
  for (const format of formats as readonly Format[]) {
    test(format.id, () => {
      for (const name of namespaces) {
        for (const locale of known.locales) {
          const path = filePath(format, { name, isDefault: name === 'default' }, locale, 'en')
          const found = detect(path, format, { ...known, namespaces: new Set(namespaces) })
          const told = hasFilesByLocale(format) ? locale : format.isMultiLocale ? null : known.sourceLocale
          assert.deepEqual([found.locale, found.namespace], [told, name], path)
        }
      }
    })
  }
})

test('and what it calls one that comes alone, too', () => {
  for (const format of formats as readonly Format[]) {
    if (!hasFilesByLocale(format)) continue
    for (const locale of [...known.locales, 'fr']) {
      const found = detect(`${locale}.${format.extensions[0]}`, format, known)
      assert.deepEqual([found.locale, found.namespace, found.isAssumed], [locale, 'default', undefined], format.id)
    }
  }
})

const long: [title: string, filename: string][] = [
  ['20,000 dots', `${'.'.repeat(20_000)}en.json`],
  ['20,000 locales joined by dots', `${'en.'.repeat(20_000)}json`],
  ['20,000 folders', `${'a/'.repeat(20_000)}common/en.json`],
  ['20,000 folders named after a locale', `${'en/'.repeat(20_000)}common.json`],
]
for (const [title, filename] of long) {
  test(`${title} take no longer than others`, () => {
    const took = workOf(() => assert.equal(detect(filename, json, known).locale, 'en'))
    assert.ok(took < onThisMachine(50), `took ${took} ms`)
  })
}
