import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onThisMachine, workOf } from '../../../../../test/this-machine.ts'
import { detect } from '../detect.ts'

const known = { locales: new Set(['en', 'de', 'pt-BR', 'zh-Hant']), defaultNamespace: 'default' }

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
]

for (const [filename, locale, namespace, confidence] of cases) {
  test(`${filename} is ${locale} of ${namespace}`, () => {
    assert.deepEqual(detect(filename, known), { locale, namespace, confidence })
  })
}

const long: [title: string, filename: string][] = [
  ['20,000 dots', `${'.'.repeat(20_000)}en.json`],
  ['20,000 locales joined by dots', `${'en.'.repeat(20_000)}json`],
  ['20,000 folders', `${'a/'.repeat(20_000)}common/en.json`],
  ['20,000 folders named after a locale', `${'en/'.repeat(20_000)}common.json`],
]
for (const [title, filename] of long) {
  test(`${title} take no longer than others`, () => {
    const took = workOf(() => assert.equal(detect(filename, known).locale, 'en'))
    assert.ok(took < onThisMachine(50), `took ${took} ms`)
  })
}
