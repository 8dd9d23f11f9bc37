import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { startConsole } from './browser.ts'
import { shop } from './help-scene.ts'

/** Stands in for LibreTranslate. */
let asked = 0
const machine = createServer((request, response) => {
  request.resume().on('end', () => {
    asked++
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ translatedText: ['Dein Korb hat nichts'] }))
  })
})
await new Promise<void>((resolve) => machine.listen(0, '127.0.0.1', resolve))
after(() => machine.close())

const service = await startConsole({
  MT_PROVIDER: 'libretranslate',
  MT_URL: `http://127.0.0.1:${(machine.address() as AddressInfo).port}`,
})

test('47 a machine suggests by itself where nothing is written, elsewhere when it is asked', async () => {
  const person = await service.signUp()
  const scene = await shop(person, {
    'cart.empty': { en: 'Your cart is empty' },
    'cart.total': { en: 'Your total', de: 'Deine Summe' },
  })
  const page = await person.at(scene.address('cart.empty'))
  const suggestions = page.getByRole('list', { name: 'Suggestions' })
  await suggestions.getByText('Dein Korb hat nichts').waitFor()
  await suggestions.getByText('Machine').waitFor()
  await page.getByRole('button', { name: 'Use suggestion 1' }).click()
  await page.getByRole('textbox', { name: 'German value' }).getByText('Dein Korb hat nichts').waitFor()
  const askedBefore = asked
  await page.goto(scene.address('cart.total'))
  const ask = page.getByRole('button', { name: 'Ask the machine' })
  await ask.waitFor()
  assert.equal(asked, askedBefore)
  await ask.click()
  await suggestions.getByText('Dein Korb hat nichts').waitFor()
})
