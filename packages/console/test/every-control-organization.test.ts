import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startConsole } from './browser.ts'
import { Curious } from './curious.ts'
import { join, remember, shop } from './help-scene.ts'

const service = await startConsole()

test('every control of an organization does something, without a fault and without a refusal that is not explained', async () => {
  const person = await service.signUp('Ada')
  const params = { orgId: person.orgId }
  const scene = await shop(person, { 'cart.empty': { en: 'Your cart is empty', de: 'Leer' } })
  const tmId = await remember(person, scene, 'Your cart is empty', 'Dein Warenkorb ist leer')
  await remember(person, scene, 'Pay', 'Zahlen')
  await join(person, await service.signUp('Tim'))
  for (const email of ['eve@example.com', 'kim@example.com'])
    await person.api.createMember({ params, body: { email, role: 'viewer' } })
  const translations = [{ localeId: scene.localeId('de'), text: 'Korb' }]
  const cart = await person.api.createTerm({ params, body: { term: 'cart', translations } })
  await person.api.createTerm({ params, body: { term: 'basket', termType: 'forbidden' } })

  const organization = `/organizations/${person.orgId}`
  const page = await person.at(organization, { reducedMotion: 'reduce', permissions: ['clipboard-write'] })
  const curious = await Curious.at(page)
  await curious.visit(organization, undefined, 'header')
  const screens = [`/glossary?term=${cart.id}`, '/glossary', `/memories/${tmId}`, '/memories']
  for (const at of ['', '/members', '/languages', '/settings/audit', '/settings', ...screens])
    await curious.visit(`${organization}${at}`)
  assert.deepEqual(curious.faults, [])
})
