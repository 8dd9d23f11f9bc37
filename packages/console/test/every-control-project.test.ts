import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startConsole } from './browser.ts'
import { Curious } from './curious.ts'
import { join, remember, shop } from './help-scene.ts'

const service = await startConsole()

async function chooseFile(page: Page): Promise<void> {
  if ((await page.getByRole('table', { name: 'Files' }).count()) > 0) return
  const buffer = Buffer.from('{"cart.empty":"Ganz leer","cart.new":"Neu"}')
  await page
    .getByLabel('Files', { exact: true })
    .setInputFiles([{ name: 'de.json', mimeType: 'application/json', buffer }])
  await page.getByRole('combobox', { name: 'Language of de.json' }).waitFor()
}

test('every control of a project does something, without a fault and without a refusal that is not explained', async () => {
  const person = await service.signUp('Ada')
  const scene = await shop(person, {
    'cart.empty': { en: 'Your cart is empty', de: 'Leer' },
    'cart.old': { en: 'Old' },
    'cart.older': { en: 'Older' },
    'cart.hello': { en: 'Hello {name}', de: 'Hallo' },
  })
  const params = { projectId: scene.projectId }
  for (const key of ['cart.old', 'cart.older'])
    await person.api.deleteKey({ params: { ...params, keyId: scene.idOf(key) } })
  await remember(person, scene, 'Your cart is empty', 'Dein Warenkorb ist leer')
  await join(person, await service.signUp('Tim'))
  await person.api.createNamespace({ params, body: { name: 'checkout' } })

  const project = `/projects/${scene.projectId}`
  const curious = await Curious.at(await person.at(project, { reducedMotion: 'reduce' }))
  await curious.visit(project, undefined, 'header')
  for (const at of ['', '/export', '/activity', '/trash', '/import']) await curious.visit(`${project}${at}`)
  await curious.visit(`${project}/import`, chooseFile)
  for (const section of ['types', 'deployments', 'checks', 'languages', 'namespaces', 'memories', 'general'])
    await curious.visit(`${project}/settings/${section}`)
  assert.deepEqual(curious.faults, [])
})
