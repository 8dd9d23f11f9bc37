import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startConsole } from './browser.ts'
import { Curious } from './curious.ts'
import { join } from './help-scene.ts'

// One of its own: whoever is first in it runs it.
const service = await startConsole({})

test('every control of an account and of the instance does something, without a fault and without a refusal that is not explained', async () => {
  const admin = await service.signUp('Ada')
  const tim = await service.signUp('Tim')
  await join(tim, admin)
  const signIn = () =>
    fetch(`${service.url}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: admin.email, password: admin.password }),
    })
  for (const answer of await Promise.all([signIn(), signIn()])) assert.equal(answer.status, 200)

  const page = await admin.at('/', { reducedMotion: 'reduce' })
  const curious = await Curious.at(page)
  for (const section of [
    'profile',
    'password',
    'linked',
    'signing-in',
    'devices',
    'organizations',
    'appearance',
    'keyboard',
  ])
    await curious.visit(`/account/${section}`)
  await curious.visit('/instance/users?q=Tim')
  // Before there is a project.
  await curious.visit('/')
  assert.deepEqual(curious.faults, [])
})
