import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Database } from '../src/db/pool.ts'
import { greet } from '../src/greeting.ts'
import { createScene } from './factories.ts'
import { startService } from './harness.ts'

const service = await startService()
const { config, db, log } = service.services

test('tells where the service is, and how to make the first account as long as there is none', async (t) => {
  const said = t.mock.method(console, 'log', () => {})
  const words = () => said.mock.calls.flatMap(({ arguments: given }) => given).join('\n')
  await greet(service.services)
  assert.match(words(), new RegExp(`listening on ${config.publicUrl} `))
  assert.match(words(), new RegExp(`curl .* ${config.publicUrl}/v1/auth/register`))
  said.mock.resetCalls()
  await createScene(service)
  await greet(service.services)
  assert.match(words(), new RegExp(`listening on ${config.publicUrl} `))
  assert.doesNotMatch(words(), /curl/)
})

test('does without the database when that has just gone away', async (t) => {
  t.mock.method(console, 'log', () => {})
  const gone = new Database(db.connection, log)
  await gone.close()
  await greet({ ...service.services, db: gone })
})
