import assert from 'node:assert/strict'
import { test } from 'node:test'
import i18next from 'i18next'
import HttpBackend from 'i18next-http-backend'
import { createCdnScene } from './cdn-scene.ts'

const { service, owner, base, projectId, token, createKey, deployed } = await createCdnScene()

test('i18next loads both layouts through its own backend, and counts with the plurals', async () => {
  const cdn = { format: 'i18next-v4', structure: 'nested' }
  await service.ok(owner, 'updateProject', { params: { projectId }, body: { cdn } })
  const files = { en: '{n, plural, one {# file} other {# files}}', de: '{n, plural, one {# Datei} other {# Dateien}}' }
  await createKey('list.files', files, { isPlural: true })
  await createKey('hello', { en: 'Hello {name}', de: 'Hallo {name}' })
  await createKey('pay', { en: 'Pay now', de: 'Jetzt zahlen' }, { namespace: 'checkout' })
  await deployed()

  const instance = i18next.createInstance()
  await instance.use(HttpBackend).init({
    lng: 'de',
    fallbackLng: 'en',
    ns: ['default', 'checkout'],
    defaultNS: 'default',
    interpolation: { escapeValue: false },
    backend: {
      reloadInterval: false,
      loadPath: (_languages: readonly string[], [namespace]: readonly string[]) =>
        `${base}/cdn/${token}/${namespace === 'default' ? '' : '{{ns}}/'}{{lng}}.json`,
    },
  })
  assert.equal(instance.t('hello', { name: 'Ada' }), 'Hallo Ada')
  assert.equal(instance.t('list.files', { count: 1 }), '1 Datei')
  assert.equal(instance.t('list.files', { count: 3 }), '3 Dateien')
  assert.equal(instance.t('pay', { ns: 'checkout' }), 'Jetzt zahlen')
  await instance.changeLanguage('en')
  assert.equal(instance.t('list.files', { count: 1 }), '1 file')
})
