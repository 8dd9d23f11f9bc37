import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../src/db/sql.ts'
import { createScene } from './factories.ts'
import { Dice } from './fuzz-values.ts'
import { startService } from './harness.ts'
import { PublishedReaders } from './published.ts'
import { killAll, type RunningService, signal, startProcess } from './running-service.ts'
import { until } from './until.ts'

const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 2 ** 32)
const NAMESPACES = 30
const DEPLOYS = 8

const dir = mkdtempSync(join(tmpdir(), 'parlance-instances-'))
after(async () => {
  await killAll(dir)
  rmSync(dir, { recursive: true, force: true })
})

const service = await startService()
const { owner, projectId, project } = await createScene(service)
const params = { projectId }
for (let at = 0; at < NAMESPACES; at++) {
  const translations = Object.fromEntries(['en', 'de'].map((code) => [code, { value: '0', status: 'translated' }]))
  await service.ok(owner, 'createKey', { params, body: { key: 'version', namespace: `n${at}`, translations } })
}

const { host, database } = service.db.connection as { host: string; database: string }
const startInstance = (name: string) =>
  startProcess({
    DATABASE_URL: `postgresql://parlance@localhost/${database}?host=${encodeURIComponent(host)}`,
    DATA_DIR: join(dir, name),
    SECRET_KEY: 'the same on all instances, as it has to be',
  })

const completed = async () =>
  (
    await service.db.row<{ n: number }>(sql`
    select count(*) as n from changes where event = 'cdn_deploy.completed'`)
  )?.n ?? 0

test(`two instances publish as one, also when one dies in the middle (CRASH_SEED=${SEED})`, async (t) => {
  const dice = new Dice(SEED)
  const instances: RunningService[] = [await startInstance('a'), await startInstance('b')]
  const addresses = Array.from({ length: NAMESPACES }, (_, at) => [
    `${project.cdnToken}/n${at}/en.json`,
    `${project.cdnToken}/n${at}/de.json`,
  ]).flat()
  const readers = new PublishedReaders(
    instances.map(({ url }) => url),
    addresses,
  )
  let version = 0
  /** Every text of the project becomes the next number, in one statement, and is deployed. */
  const deploy = async () => {
    await service.db.run(sql`update translations set value = ${String(++version)} where project_id = ${projectId}`)
    const response = await fetch(`${dice.pick(instances).url}/api/v1/projects/${projectId}/cdn/deploy`, {
      method: 'POST',
      headers: { cookie: owner.cookie },
    })
    assert.equal(response.status, 202)
  }
  const published = () => until(`deploy ${version}`, async () => (await completed()) === version, 30_000)

  await deploy()
  await published()
  const stop = new AbortController()
  const reading = Array.from({ length: 4 }, () => readers.readUntil(stop.signal, new Dice(dice.below(2 ** 32))))
  for (let round = 0; round < DEPLOYS; round++) {
    await deploy()
    await published()
  }

  // The one that runs the job dies, and the other takes it over when the lease is out.
  await deploy()
  await sleep(dice.below(60))
  const [victim] = instances
  assert.ok(victim)
  await signal(victim.child, 'SIGKILL')
  await published()
  instances[0] = await startInstance('a')
  readers.bases = instances.map(({ url }) => url)
  await deploy()
  await published()

  stop.abort()
  await Promise.all(reading)
  assert.deepEqual(await readers.readAll(), [version])
  readers.assertOneRegister()
  t.diagnostic(`${readers.count} files read during ${version} deploys`)
  assert.ok(readers.count > 200)
})
