import type { Account } from './browser.ts'
import { join, remember, shop } from './help-scene.ts'

/** A shop with at least one of everything that a screen can show. */
export async function shopWithAll(person: Account, translator: Account) {
  const { api, orgId } = person
  const scene = await shop(person, {
    'cart.empty': { en: 'Your cart is empty', de: 'Dein Warenkorb ist leer', ar: 'سلتك فارغة' },
    'cart.hello': { en: 'Hello {name}', de: 'Hallo' },
    'cart.new': { en: 'New' },
    'cart.old': { en: 'Old' },
  })
  const params = { projectId: scene.projectId }
  await api.deleteKey({ params: { ...params, keyId: scene.idOf('cart.old') } })
  await api.createNamespace({ params, body: { name: 'help' } })
  await join(person, translator)
  await translator.api.createKeyComment({
    params: { ...params, keyId: scene.idOf('cart.empty') },
    body: { text: 'Is it a basket?', locale: 'de' },
  })
  await api.createMember({ params: { orgId }, body: { email: 'late@example.com', role: 'viewer' } })
  const tmId = await remember(person, scene, 'Your cart is empty', 'Dein Warenkorb ist leer')
  const term = await api.createTerm({
    params: { orgId },
    body: { term: 'cart', termType: 'forbidden', translations: [{ localeId: scene.localeId('de'), text: 'Korb' }] },
  })
  return { ...scene, orgId, tmId, termId: term.id, ...(await programsOf(person, scene.projectId)) }
}

/** What programs have to do with a project: a webhook that nobody listens to, an API key, code that runs, two deploys. */
async function programsOf({ api }: Account, projectId: number) {
  const params = { projectId }
  const hook = { name: 'Chat', url: 'http://127.0.0.1:9/', events: ['key.created' as const] }
  const { id: webhookId } = await api.createWebhook({ params, body: hook })
  const { id: deliveryId } = await api.testWebhook({ params: { id: webhookId } })
  await api.createApiKey({ params, body: { name: 'CI', scopes: ['translations:read'] } })
  await api.putDeployment({ params: { ...params, name: 'web' }, body: { keys: [] } })
  await api.deployCdn({ params })
  for (const end = Date.now() + 20_000; Date.now() < end; ) {
    const { deploys } = await api.listDeploys({ params })
    if (deploys.every(({ state }) => state === 'completed')) break
  }
  await api.deployCdn({ params })
  return { webhookId, deliveryId }
}
