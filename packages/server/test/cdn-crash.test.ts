import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Dice } from './fuzz-values.ts'
import { PublishedReaders } from './published.ts'
import { killAll, killProcesses, processesOf, signal, startProcess } from './running-service.ts'
import { until } from './until.ts'

const ROUNDS = process.env['PARLANCE_TEST_FULL'] === '1' ? 40 : 2
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 2 ** 32)
const NAMESPACES = 40
/** About as long as a deploy takes. */
const LONGEST_LIFE_MS = 250
/** Some more than the 55 ms that a switch is announced before it is made. */
const LONGEST_SWITCH_MS = 120

const dataDir = mkdtempSync(join(tmpdir(), 'parlance-cdn-crash-'))
after(async () => {
  await killAll(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
})

test(`kill -9 in a deploy, and in publishing one again, ${ROUNDS} times (CRASH_SEED=${SEED})`, async (t) => {
  const dice = new Dice(SEED)
  let service = await startProcess({ DATA_DIR: dataDir })
  let cookie = ''
  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(service.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    cookie ||= response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
    assert.ok(response.ok, `${path} answered ${response.status}`)
    return (await response.json()) as T
  }
  const account = { email: 'a@example.com', password: 'correct horse battery', name: 'A' }
  const { organizations } = await send<{ organizations: { id: number }[] }>('POST', '/v1/auth/register', account)
  const created = { name: 'P', sourceLocale: 'en' }
  const project = await send<{ id: number; cdnToken: string }>(
    'POST',
    `/v1/organizations/${organizations[0]?.id}/projects`,
    created,
  )
  const path = `/v1/projects/${project.id}`
  const { key } = await send<{ key: string }>('POST', `${path}/api-keys`, {
    name: 'writer',
    scopes: ['translations:read', 'translations:write'],
  })
  let version = 0
  const write = async () => {
    version++
    for (let at = 0; at < NAMESPACES; at++) {
      const translations = { en: { value: String(version), status: 'translated' } }
      const response = await fetch(`${service.url}/v1/keys/`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ key: 'version', namespace: `n${at}`, translations }),
      })
      assert.ok(response.ok)
    }
  }
  const addresses = Array.from({ length: NAMESPACES }, (_, at) => `${project.cdnToken}/n${at}/en.json`)
  const readers = new PublishedReaders([service.url], addresses)
  const eventsSince = async (seq: number) => {
    const { activity } = await send<{ activity: { id: number; event: string }[] }>('GET', `${path}/activity?limit=10`)
    return activity.filter(({ id }) => id > seq).flatMap(({ event }) => (event.startsWith('cdn_') ? [event] : []))
  }

  await write()
  await send('POST', `${path}/cdn/deploy`)
  await until('the first deploy', async () => (await eventsSince(0)).includes('cdn_deploy.completed'))
  let broken = 0
  for (let round = 1; round <= ROUNDS; round++) {
    await write()
    const { activity } = await send<{ activity: { id: number }[] }>('GET', `${path}/activity?limit=1`)
    const before = activity[0]?.id ?? 0
    await send('POST', `${path}/cdn/deploy`)
    await sleep(dice.below(LONGEST_LIFE_MS))
    if (round % 3 === 0) killProcesses(processesOf(dataDir))
    await signal(service.child, 'SIGKILL')
    service = await startProcess({ DATA_DIR: dataDir })
    readers.bases = [service.url]
    const versions = await readers.readAll()
    assert.ok(versions.every((seen) => seen === version || seen === version - 1))
    if (!versions.includes(version)) broken++
    await until(
      'the next start to finish the deploy',
      async () => (await eventsSince(before)).includes('cdn_deploy.completed'),
      5_000,
    )
    assert.deepEqual(await eventsSince(before), ['cdn_deploy.completed', 'cdn_deploy.started'], 'each once')
    assert.deepEqual(await readers.readAll(), [version])
    readers.assertOneRegister()
  }
  t.diagnostic(`${ROUNDS} rounds, ${broken} deploys broken off and finished by the next start`)

  // The same while one of the last two deploys is published again: each holds one number in all of its files.
  const { deploys } = await send<{ deploys: { id: number }[] }>('GET', `${path}/cdn/deploys?limit=2`)
  const numbers = new Map(deploys.map(({ id }, at) => [id, version - at]))
  const again = new PublishedReaders([service.url], addresses)
  let switched = 0
  for (let round = 1; round <= ROUNDS; round++) {
    const { deployId: before } = await send<{ deployId: number }>('GET', `${path}/cdn`)
    const target = deploys.find(({ id }) => id !== before)?.id ?? 0
    const publish = `${path}/cdn/deploys/${target}/publish`
    const asked = fetch(service.url + publish, { method: 'POST', headers: { cookie } }).catch(() => undefined)
    // Once just after the answer, which has to hold.
    await (round === 1 ? asked : sleep(dice.below(LONGEST_SWITCH_MS)))
    if (round % 3 === 0) killProcesses(processesOf(dataDir))
    await signal(service.child, 'SIGKILL')
    const isAnswered = (await asked)?.status === 200
    service = await startProcess({ DATA_DIR: dataDir })
    again.bases = [service.url]
    const { deployId } = await send<{ deployId: number }>('GET', `${path}/cdn`)
    assert.deepEqual(await again.readAll(), [numbers.get(deployId)], 'all of one deploy, which is told')
    assert.ok(deployId === target || !isAnswered, 'what was answered is there')
    if (deployId === target) switched++
    await send('POST', publish)
    assert.deepEqual(await again.readAll(), [numbers.get(target)])
  }
  t.diagnostic(`${ROUNDS} rounds of publishing again, ${switched} of them switched before the kill`)
})
