import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { Registry } from 'prom-client'
import { createApiKey, createScene } from '../../../../test/factories.ts'
import { startService, type TestService } from '../../../../test/harness.ts'
import { mailThrough } from '../../../../test/mail-server.ts'
import { until } from '../../../../test/until.ts'
import { Database } from '../../../db/pool.ts'
import { streamsOf } from '../../stream/test/reader.ts'
import { createWebhookScene } from '../../webhooks/test/webhook-scene.ts'
import { watchDatabase } from '../watch-database.ts'

const ROOT = new URL('../../../../../../', import.meta.url)
const path = (name: string) => new URL(`deploy/${name}`, ROOT).pathname
const RULES = path('prometheus/alerts.yml')

const scene = await createWebhookScene({ webhookRetryDelays: [] })
const { service, owner, projectId } = scene

async function measure({ app }: TestService = service): Promise<string> {
  const { statusCode, body } = await app.inject({ url: '/metrics' })
  assert.equal(statusCode, 200)
  return body
}

/** The value of one series; undefined when it is not told. */
async function told(series: string, from: TestService = service): Promise<number | undefined> {
  const line = (await measure(from)).split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}

test('attempts to deliver are counted by what became of the delivery', async () => {
  const { id } = await scene.createHook(['key.created'])
  const { id: gone } = await scene.createHook(['key.created'], 500)
  await scene.settled((await scene.test(id)).id, 'success')
  await scene.settled((await scene.test(gone)).id, 'failed')
  await until('both to be counted', async () => (await told('webhook_attempts_total{result="failed"}')) === 1)
  assert.equal(await told('webhook_attempts_total{result="success"}'), 1)
})

test('texts of imports are counted once they are committed, and not again for a repeated request', async () => {
  const build = await createApiKey(service, owner, projectId, ['translations:write'])
  const namespaces = { default: { en: { title: 'Cart', empty: 'Empty' } } }
  const body = { namespaces, options: { conflictResolution: 'fail', idempotencyKey: 'build-7' } }
  for (let sent = 0; sent < 2; sent++) {
    const { success } = await service.ok(build, 'commitCliImport', { params: { projectId }, body })
    assert.ok(success)
    assert.equal(await told('import_rows_total{source="cli"}'), 2)
  }
})

test('streams are counted while they are open', async () => {
  const streams = await streamsOf(service)
  const reader = await streams.open(owner, `/projects/${projectId}/keys/events`)
  assert.equal(await told('open_streams'), 1)
  reader.close()
  await until('the stream to be gone', async () => (await told('open_streams')) === 0)
})

test('what waits is told with its age, as the database has it', async () => {
  // No worker runs here.
  const waiting = await startService(mailThrough('smtp://127.0.0.1:9'))
  const { owner, orgId, projectId } = await createScene(waiting)
  const body = { name: 'Build', url: 'https://93.184.216.34/', events: ['key.created'] }
  const { id } = await waiting.ok(owner, 'createWebhook', { params: { projectId }, body })
  await waiting.ok(owner, 'testWebhook', { params: { id } })
  await waiting.ok(owner, 'createMember', { params: { orgId }, body: { email: 'ann@example.com', role: 'viewer' } })
  await waiting.ok(owner, 'deployCdn', { params: { projectId } })
  waiting.clock.advance(600_000)
  assert.equal(await told('webhook_deliveries_overdue_seconds', waiting), 600)
  assert.equal(await told('webhook_deliveries_waiting{status="pending"}', waiting), 1)
  assert.equal(await told('webhook_deliveries_waiting{status="retrying"}', waiting), 0)
  assert.equal(await told('jobs_unfinished{kind="cdn_deploy",state="waiting"}', waiting), 1)
  assert.equal(await told('jobs_overdue_seconds{kind="cdn_deploy"}', waiting), 600)
  assert.equal(await told('mails_waiting', waiting), 1)
  assert.equal(await told('mails_oldest_seconds', waiting), 600)
  assert.equal(await told('database_up', waiting), 1)
  assert.ok(((await told('database_size_bytes', waiting)) ?? 0) > 1_000_000)
})

test('without a database nothing is told of it but that', async () => {
  const log = { ...service.services.log, warn() {} }
  const db = new Database({ connectionString: 'postgresql://nobody@localhost/none?host=/nowhere' }, log)
  const registry = new Registry()
  watchDatabase(registry, { db, clock: service.clock, log })
  const lines = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  assert.deepEqual(lines, ['database_up 0'])
  await db.close()
})

describe('the dashboard and the alerts', () => {
  /** What the expressions ask for: names that are neither labels nor functions nor words of the language. */
  const namesIn = (expression: string) =>
    expression
      .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b(by|without|on|ignoring)\s*\([^)]*\)|\b(and|or|unless)\b/g, ' ')
      .match(/\b[a-z_][a-z0-9_]*\b(?!\s*\()/g) ?? []

  const dashboard = readFileSync(path('grafana/parlance.json'), 'utf8')
  const rules = readFileSync(RULES, 'utf8')
  const expressions = [
    ...Array.from(dashboard.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g), ([, text]) => JSON.parse(text ?? '') as string),
    ...Array.from(dashboard.matchAll(/label_values\((\w+)/g), ([, name]) => name ?? ''),
    ...Array.from(rules.matchAll(/^ *expr: (.+)$/gm), ([, text]) => text ?? ''),
  ]

  test('ask only for what the service tells', async () => {
    const types = [...(await measure()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    )
    // Prometheus says by itself whether it was answered.
    const known = new Set([...types, 'up'])
    assert.ok(expressions.length > 30)
    const unknown = expressions.flatMap(namesIn).filter((name) => !known.has(name))
    assert.deepEqual(unknown, [])
  })

  test('are seven alerts, each with a summary and a description', () => {
    for (const part of ['- alert: ', 'for: ', 'severity: ', 'summary: ', 'description: ']) {
      assert.equal(rules.split(part).length - 1, 7, part)
    }
  })
})

describe('promtool', { skip: spawnSync('promtool', ['--version']).status !== 0 }, () => {
  const promtool = (args: string[], input?: string) => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8', input })
    assert.equal(status, 0, `${stdout}${stderr}`)
  }

  test('accepts the names and the help of all metrics', async () => promtool(['check', 'metrics'], await measure()))

  test('accepts the alerts, which come and go as they should', () => {
    promtool(['check', 'rules', RULES])
    promtool(['test', 'rules', path('prometheus/alerts.test.yml')])
  })
})
