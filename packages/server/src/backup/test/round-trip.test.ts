import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { verifyWebhook } from '@parlance/sdk'
import { createAccessScene } from '../../../test/access-scene.ts'
import { atEnd, startService } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../db/sql.ts'
import { receivedKey, streamsOf } from '../../features/stream/test/reader.ts'
import { listen } from '../../features/webhooks/test/receivers.ts'
import { startWorkers } from '../../workers.ts'
import { contentOf, folder, hosted, KEY, PASSPHRASE, succeed, urlOf } from './scene.ts'

const files = folder()
const config = { secretKey: KEY, dataDir: join(files, 'here'), webhookAllowNetworks: '127.0.0.0/8' }
const service = await startService(config)
const scene = await createAccessScene(service)
const { owner, projectId, orgId } = scene
const params = { projectId }

const believed: string[] = []
let secret = ''
const receiver = createServer(async (request, response) => {
  const body = await buffer(request)
  const isGenuine = await verifyWebhook(secret, String(request.headers['x-tms-signature']), body).then(
    Boolean,
    () => false,
  )
  if (isGenuine) believed.push((JSON.parse(body.toString()) as { deliveryId: string }).deliveryId)
  response.writeHead(isGenuine ? 204 : 400).end()
})
const url = `http://127.0.0.1:${await listen(receiver)}/`

/** Texts that a careless copy would break. */
const HARD = [
  'a\tb',
  'a\nb\r\n',
  '\\.',
  '\\N',
  '\\',
  '',
  ' ',
  '"',
  'İstanbul Σίσυφος',
  '😀\u2028',
  '\\.\n\\.',
  'null',
  '{a}',
]

/** Tables with columns that are worked out, bytes, lists, JSON, triggers, numbers of their own, or none. */
const PECULIAR =
  'keys memory_entries terms cdn_blobs cdn_files audit_entries deliveries delivery_data memory_locales jobs projects instance told_changes'.split(
    ' ',
  )

/** Something in most tables. */
async function fill(): Promise<void> {
  for (const make of [
    scene.makeTerm,
    scene.makeWebhook,
    scene.makeFailedDelivery,
    scene.makeTwins,
    scene.makeDeletedKey,
    scene.makeMemoryEntry,
    scene.makeProgress,
    scene.makeDeployment,
    scene.makeTranslationJob,
    scene.makeDeploy,
    scene.makeNamespace,
  ])
    await make()
  await scene.makeIssue(true)
  await scene.makeComment(owner)
  for (const [at, value] of HARD.entries()) {
    const translations = {
      en: { value, status: 'not_reviewed' as const },
      de: { value: `${value}${at}`, status: 'translated' as const },
    }
    await service.ok(owner, 'createKey', { params, body: { key: `hard ${at} ${value}`, translations } })
  }
  await service.ok(owner, 'putPreferences', { body: { theme: value } as never })
}
const value = '\\x5c\t'

test('everything comes back, from an outside database into an embedded one and out again, row by row', async () => {
  await fill()
  const hook = await service.ok(owner, 'createWebhook', {
    params,
    body: { name: 'Hook', url, events: ['key.created'] },
  })
  secret = hook.secret
  const workers = startWorkers(service.services)
  await service.ok(owner, 'createKey', { params, body: { key: 'told before' } })
  await until('it to be told', () => believed.length === 1)
  await service.ok(owner, 'deployCdn', { params })
  await until('it to be published', async () =>
    service.db.row(sql`select 1 from cdn_publications where project_id = ${projectId}`),
  )
  const checked = sql`
    select 1 from issue_positions p join project_counters c using (project_id) where c.project_id = ${projectId} and p.seq = c.seq`
  await until('all to be checked', () => service.db.row(checked))
  await workers.close()
  // Written and not yet sent.
  await service.ok(owner, 'createKey', { params, body: { key: 'told after' } })

  const { told } = await service.db.one<{ told: number }>(sql`
    select seq as told from project_counters where project_id = ${projectId}`)
  const env = { SECRET_KEY: KEY, BACKUP_PASSPHRASE: PASSPHRASE, DATA_DIR: config.dataDir }
  const before = await contentOf(service.db)
  const said = await succeed('backup', [join(files, 'one')], { ...env, DATABASE_URL: urlOf(service.db.connection) })
  assert.match(
    said,
    /^\S+one: \d+ rows of \d+ tables, \d+ bytes, \d+ ms\.\nThe key that opens .* under BACKUP_PASSPHRASE\..*\n$/,
  )
  assert.equal(statSync(join(files, 'one')).mode & 0o777, 0o600)

  const inside = { BACKUP_PASSPHRASE: PASSPHRASE, DATA_DIR: join(files, 'inside') }
  assert.match(
    await succeed('restore', [join(files, 'one')], inside),
    /^Restored \d+ rows of \d+ tables, as they were at 20/,
  )
  assert.match(await succeed('backup', [join(files, 'two')], inside), /: \d+ rows of \d+ tables/)

  const last = await hosted()
  const there = {
    SECRET_KEY: 'another key, which this place has had for long',
    BACKUP_PASSPHRASE: PASSPHRASE,
    DATA_DIR: join(files, 'there'),
  }
  await succeed('restore', [join(files, 'two')], { ...there, DATABASE_URL: last.url })
  const after = await contentOf(last.db)
  assert.notEqual(after.rows['webhooks'], before.rows['webhooks'], 'secrets are sealed with the key of the new place')
  for (const { rows } of [before, after]) delete rows['webhooks']
  assert.deepEqual(after, before)
  for (const table of PECULIAR)
    assert.notEqual((after.rows[table] as { count: number }).count, 0, `${table} has no rows`)

  const restored = await startService(
    { ...config, secretKey: there.SECRET_KEY, dataDir: there.DATA_DIR },
    { db: last.db, clock: service.clock },
  )
  const again = startWorkers(restored.services)
  atEnd(() => again.close())
  await until('what was not yet sent to be sent', () => believed.length === 2)
  const { id } = await restored.ok(owner, 'createKey', { params, body: { key: 'told there' } })
  await until('the receiver to believe the restored service', () => believed.length === 3)
  assert.equal(new Set(believed).size, 3, 'nothing that was told is told again')
  const { open } = await streamsOf(restored)
  const from = (id: number) => open(owner, `/projects/${projectId}/keys/events`, { 'last-event-id': String(id) })
  const resumed = await from(told)
  await receivedKey(resumed, 'told there')
  assert.equal(resumed.events[0]?.id, String(told + 1), 'whoever comes back reads on')
  const ahead = await from(told + 1000)
  await until('whoever has seen what is lost to begin anew', () => ahead.events[0]?.event === 'reset')
  for (const reader of [resumed, ahead]) reader.close()
  const { data } = await restored.ok(owner, 'listKeys', { params, query: { limit: 100 } })
  const texts = new Map(data.map(({ key, translations }) => [key, translations]))
  for (const [at, text] of HARD.entries()) assert.equal(texts.get(`hard ${at} ${text}`)?.['en']?.value, text)
  const newest = await last.db.one<{ id: number }>(sql`select max(id) as id from keys where id <> ${id}`)
  assert.ok(id > newest.id, 'ids go on')
  const { organizations } = await restored.ok(owner, 'listOrganizations')
  assert.equal(organizations[0]?.id, orgId, 'who was signed in still is')
})
