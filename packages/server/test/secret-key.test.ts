import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { verifyWebhook } from '@parlance/sdk'
import type { Config } from '../src/config.ts'
import type { Database } from '../src/db/pool.ts'
import { type Sql, sql } from '../src/db/sql.ts'
import { listen } from '../src/features/webhooks/test/receivers.ts'
import { resealAll, sealedColumns } from '../src/reseal.ts'
import { Resealer } from '../src/resealer.ts'
import { boxOf } from '../src/secret-box.ts'
import { startWorkers } from '../src/workers.ts'
import { createScene } from './factories.ts'
import { atEnd, startService, type TestService } from './harness.ts'
import { until } from './until.ts'

/** Without a secret.key, which would be one more key. */
const dataDir = mkdtempSync(join(tmpdir(), 'parlance-keys-'))
atEnd(async () => rmSync(dataDir, { recursive: true }))

const OLD = 'the key that everything was sealed with'
const NEW = 'the key that everything is to be sealed with'

/** A running instance, beside others of the same database; `stop` ends its work. */
async function instance(keys: Partial<Config>, beside?: TestService) {
  const service = await startService({ webhookAllowNetworks: '127.0.0.0/8', dataDir, ...keys }, beside)
  const told: string[] = []
  const note = (_details: object, message: string) => void told.push(message)
  // The workers of a service say to its log what an operator reads.
  Object.assign(service.services.log, { info: note, warn: note, error: note })
  const workers = startWorkers(service.services)
  atEnd(() => workers.close())
  return { ...service, told, stop: () => workers.close() }
}

/** A receiver that believes what is signed with the secret it was given, and answers 400 to anything else. */
async function receiver() {
  const believes = { url: '', secret: '', messages: 0 }
  const server = createServer(async (request, response) => {
    const signature = String(request.headers['x-tms-signature'])
    const genuine = await verifyWebhook(believes.secret, signature, await buffer(request)).catch(() => undefined)
    if (genuine) believes.messages++
    response.writeHead(genuine ? 204 : 400).end()
  })
  believes.url = `http://127.0.0.1:${await listen(server)}/`
  return believes
}

const sealedOf = async (service: TestService) =>
  (await service.db.rows<{ secret: Buffer }>(sql`select secret from webhooks order by id`)).map(({ secret }) => secret)

function allOpen(sealed: Buffer[], key: string): boolean {
  const box = boxOf([key])
  try {
    for (const secret of sealed) assert.match(box.open(secret), /^whsec_/)
    return true
  } catch {
    return false
  }
}

const SAID = /^secrets are sealed with SECRET_KEY; SECRET_KEY_PREVIOUS can go/

test('SECRET_KEY changes on one instance after the other, and every receiver goes on believing what it is sent', async () => {
  const one = await instance({ secretKey: OLD, secretKeyPrevious: NEW })
  const other = await instance({ secretKey: OLD, secretKeyPrevious: NEW }, one)
  const { owner, projectId } = await createScene(one)
  const params = { projectId }
  const hooks = await Promise.all([1, 2, 3].map(receiver))
  const create = async (service: TestService, hook: Awaited<ReturnType<typeof receiver>>) => {
    const body = { name: 'Hook', url: hook.url, events: ['key.created' as const] }
    hook.secret = (await service.ok(owner, 'createWebhook', { params, body })).secret
  }
  for (const hook of hooks.slice(0, 2)) await create(one, hook)
  const writeAndHear = async (service: TestService, key: string) => {
    const before = hooks.map(({ messages }) => messages)
    await service.ok(owner, 'createKey', { params, body: { key } })
    const heard = () => hooks.every(({ secret, messages }, at) => secret === '' || messages === (before[at] ?? 0) + 1)
    await until(`all to believe what tells of ${key}`, heard)
  }
  await writeAndHear(one, 'before')

  await one.stop()
  const oneAnew = await instance({ secretKey: NEW, secretKeyPrevious: OLD }, one)
  await until('the first to have sealed all', async () => allOpen(await sealedOf(one), NEW))
  for (let n = 0; n < 10; n++) await writeAndHear(oneAnew, `with two keys ${n}`)
  // The instance that still has the old key seals with it.
  await create(other, hooks[2] ?? assert.fail())
  assert.equal(allOpen(await sealedOf(one), NEW), false)
  await writeAndHear(other, 'told to the third')

  await other.stop()
  const otherAnew = await instance({ secretKey: NEW, secretKeyPrevious: OLD }, one)
  await until('the last to say that it is done', () => otherAnew.told.some((line) => SAID.test(line)))
  assert.ok(allOpen(await sealedOf(one), NEW))
  await oneAnew.stop()
  await otherAnew.stop()
  const last = await instance({ secretKey: NEW }, one)
  await writeAndHear(last, 'with the new key alone')
  assert.deepEqual(
    last.told.filter((line) => line.includes('secret')),
    [],
    'there is nothing left to say',
  )
})

test('a secret that changes while all are sealed anew stays what it was changed to, among more than one batch', async () => {
  const service = await startService({ secretKey: OLD })
  const { projectId, owner } = await createScene(service)
  const [old, now] = [boxOf([OLD]), boxOf([NEW, OLD])]
  await service.db.run(sql`
    insert into webhooks (uuid, project_id, name, url, events, is_active, secret, created_by, created_at, updated_at)
    select 'wh_' || n, ${projectId}, '', '', '{}', false, ${old.seal('whsec_1')}, ${owner.userId}, now(), now()
    from generate_series(1, 1201) as n`)
  const written = now.seal('whsec_2')
  const { db } = service
  const readAndWrite = {
    ...db,
    run: (query: Sql) => db.run(query),
    async rows<R>(query: Sql) {
      const rows = await db.rows<R>(query)
      await db.run(sql`update webhooks set secret = ${written} where uuid = 'wh_1'`)
      return rows
    },
  } as Database
  assert.deepEqual(await resealAll(readAndWrite, now), { count: 1200, unreadable: [] })
  assert.ok(allOpen(await sealedOf(service), NEW))
  assert.equal(boxOf([NEW]).open((await sealedOf(service))[0] as Buffer), 'whsec_2')
  assert.deepEqual(await resealAll(service.db, now), { count: 0, unreadable: [] }, 'nothing is sealed a second time')
})

test('what no key opens is told, and stops nothing', async () => {
  const service = await startService({ secretKey: NEW, secretKeyPrevious: OLD, dataDir })
  const { projectId, owner } = await createScene(service)
  for (const key of ['a key that nobody has kept anywhere else', OLD]) {
    await service.db.run(sql`
      insert into webhooks (uuid, project_id, name, url, events, is_active, secret, created_by, created_at, updated_at)
      values (${key}, ${projectId}, '', '', '{}', false, ${boxOf([key]).seal('whsec_1')}, ${owner.userId}, now(), now())`)
  }
  const told: unknown[] = []
  const log = { ...service.services.log, info: () => {}, warn: (...said: unknown[]) => void told.push(said) }
  const resealer = new Resealer({ ...service.services, log })
  await until('it to be told', () => told.length > 0)
  await resealer.close()
  assert.deepEqual(told, [
    [
      { count: 1, secrets: ['webhooks.secret of 1'] },
      'some secrets were sealed under keys that are not here: regenerate them',
    ],
  ])
  assert.ok(allOpen((await sealedOf(service)).slice(1), NEW))
})

test('every column of bytes holds hashes, a file, a public key, or what is sealed anew', async () => {
  const service = await startService()
  const found = await service.db.rows<{ name: string }>(sql`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = current_schema() and data_type = 'bytea' and column_name !~ 'hash$' order by 1`)
  assert.deepEqual(
    found.map(({ name }) => name).filter((name) => !sealedColumns.includes(name)),
    ['cdn_blobs.bytes', 'instance.cursor_secret', 'passkeys.public_key'],
  )
})
