import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startConsole } from './browser.ts'
import { Curious } from './curious.ts'
import { shop } from './help-scene.ts'
import { startReceiver } from './webhook-receiver.ts'

const receiver = await startReceiver()
const service = await startConsole({ WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', WEBHOOK_RETRY_DELAYS: '0,0,0,0' })

test('every control of what programs have to do with a project does something: jobs, files, webhooks, API keys', async () => {
  const person = await service.signUp('Ada')
  const { projectId } = await shop(person, {
    'cart.empty': { en: 'Your cart is empty', de: 'Leer' },
    'cart.hello': { en: 'Hello {name}', de: 'Hallo' },
  })
  const { api } = person
  const params = { projectId }
  const webhooks: number[] = []
  for (const name of ['Chat', 'Build']) {
    const hook = await api.createWebhook({ params, body: { name, url: receiver.url, events: ['key.created'] } })
    webhooks.push(hook.id)
    await api.createApiKey({ params, body: { name, scopes: ['translations:read'] } })
  }
  receiver.answerWith(500)
  await api.testWebhook({ params: { id: webhooks[0] ?? 0 } })
  await api.deployCdn({ params })
  await api.deployCdn({ params })

  const project = `/projects/${projectId}`
  const curious = await Curious.at(await person.at(project, { reducedMotion: 'reduce' }))
  for (const at of ['/jobs', '/files', `/webhooks/${webhooks[0]}`, '/webhooks', '/api-keys'])
    await curious.visit(`${project}${at}`)
  assert.deepEqual(curious.faults, [])
})
