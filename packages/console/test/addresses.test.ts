import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startConsole } from './browser.ts'

const service = await startConsole()

test('76 an unknown address says "Not found"; /v1/… answers JSON as before', async () => {
  const person = await service.signUp()
  const page = await person.at('/projects/1/no-such-screen')
  await page.getByRole('heading', { name: 'Not found' }).waitFor()
  const answer = await fetch(`${service.url}/v1/no-such-route`, { headers: { accept: 'text/html' } })
  assert.equal(answer.status, 404)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
})
