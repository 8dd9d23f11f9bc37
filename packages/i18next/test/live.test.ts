import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../../server/test/until.ts'
import { startApplication, startScene } from './scene.ts'

const scene = await startScene()
await scene.createNamespace('shop')
await scene.write('cart.title', { en: 'Your cart', de: 'Ihr Wagen' })
await scene.write('pay', { en: 'Pay' }, 'shop')
await scene.write('cart.items', { en: '{count, plural, one {# item} other {# items}}' }, 'default', true)
const { dev } = await scene.companion()

describe('an application with a companion', () => {
  test('shows what is there now, published or not', async () => {
    const { t } = await startApplication({ dev }, { ns: ['translation', 'shop'] })
    assert.equal(t('cart.title'), 'Your cart')
    assert.equal(t('shop:pay'), 'Pay')
    assert.equal(t('cart.items', { count: 2 }), '2 items')
    assert.equal(t('cart.title', { lng: 'xx' }), 'Your cart')
  })

  test('shows a change within a second, without a reload', async () => {
    const application = await startApplication({ dev }, { ns: ['translation', 'shop'], preload: ['de'] })
    let told = 0
    application.on('loaded', () => void told++)
    await scene.write('cart.title', { de: 'Warenkorb' })
    const began = performance.now()
    await until('the new text', () => application.t('cart.title', { lng: 'de' }) === 'Warenkorb')
    assert.ok(performance.now() - began < 1000)
    assert.ok(told > 0)
    await scene.write('pay', { en: 'Pay now' }, 'shop')
    await until('the text of another namespace', () => application.t('shop:pay') === 'Pay now')
    assert.equal(application.t('cart.title'), 'Your cart')
  })

  test('forgets a key that was deleted', async () => {
    await scene.write('old', { en: 'Old' })
    const application = await startApplication({ dev })
    assert.equal(application.t('old'), 'Old')
    const { id } = await scene.service.ok(scene, 'getKey', { params: { namespace: 'default', key: 'old' } })
    await scene.service.ok(scene.owner, 'deleteKey', { params: { projectId: scene.projectId, keyId: id } })
    await until('the key to be gone', () => application.t('old') === 'old')
    assert.equal(application.t('cart.title'), 'Your cart')
  })

  test('gets what changed before its stream was open', async () => {
    await scene.write('early', { en: 'One' })
    const starting = startApplication({ dev })
    await scene.write('early', { en: 'Two' })
    const application = await starting
    await until('the newer text', () => application.t('early') === 'Two')
  })

  test('asks React to listen to texts that come, and keeps what it listened to', async () => {
    const { options } = await startApplication({ dev }, { react: { bindI18nStore: 'removed' } as object })
    assert.deepEqual(options.react, { bindI18nStore: 'removed added' })
  })
})
