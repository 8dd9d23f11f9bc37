import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScene } from '../../../../../test/factories.ts'
import { startService } from '../../../../../test/harness.ts'
import { lockWaiters } from '../../../../../test/lock-waiters.ts'
import { until } from '../../../../../test/until.ts'
import { sql } from '../../../../db/sql.ts'
import { transaction } from '../../../../db/transaction.ts'
import { PLENTY_MS } from '../../test/receivers.ts'
import { claimDeliveries } from '../claim.ts'
import { type Settled, settleDeliveries } from '../settle.ts'
import { type Admission, StartingGate } from '../starting-gate.ts'

// No worker runs here: what two of them do at the same time is done step by step.
const service = await startService({ webhookAllowNetworks: '127.0.0.0/8', webhookRetryDelays: [] })
const { owner, projectId } = await createScene(service)
const { clock, db, services } = service
const gate = new StartingGate(services)
const LEASE_MS = 15_000

async function createHook(): Promise<number> {
  const body = { name: 'Hook', url: 'http://127.0.0.1:9/', events: ['key.created'] }
  return (await service.ok(owner, 'createWebhook', { params: { projectId }, body })).id
}

async function claimTest(id: number) {
  await service.ok(owner, 'testWebhook', { params: { id } })
  return claim(id)
}

async function claim(webhookId: number) {
  const now = clock.now()
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  const all = await claimDeliveries(db, { now, leaseUntil, limit: 100, perWebhook: 100, busy: new Map(), after: 0 })
  return all.find((claimed) => claimed.webhookId === webhookId) ?? assert.fail('nothing to claim')
}

const remove = (id: number) => service.ok(owner, 'deleteWebhook', { params: { id } })
const readHook = (id: number) => service.ok(owner, 'getWebhook', { params: { id } })
const readDelivery = (id: number) => service.ok(owner, 'getDelivery', { params: { id } })

type Claimed = Awaited<ReturnType<typeof claim>>

const settle = (claimed: Claimed, status: Settled['status'], through = db) => {
  const { attempt, sentAt } = claimed
  const ended = { claimed, attempt, sentAt, status, errorMessage: null, dueAt: null, counts: true }
  return settleDeliveries(
    { ...services, db: through },
    [{ ...ended, httpStatus: 500, responseBody: status, durationMs: 1 }],
    clock.now(),
  )
}

test('who takes a few at a time goes on with the next webhook, however much waits for the first', async () => {
  const ids = [await createHook(), await createHook(), await createHook()]
  for (const id of ids) for (let n = 0; n < 3; n++) await service.ok(owner, 'testWebhook', { params: { id } })
  const taken: number[] = []
  const now = clock.now()
  for (let after = (ids[0] ?? 0) - 1; taken.length < 6; after = taken.at(-1) ?? 0) {
    const leaseUntil = new Date(now.getTime() + LEASE_MS)
    const claimed = await claimDeliveries(db, { now, leaseUntil, limit: 2, perWebhook: 20, busy: new Map(), after })
    taken.push(...claimed.map(({ webhookId }) => webhookId))
  }
  assert.deepEqual(
    taken,
    ids.flatMap((id) => [id, id]),
  )
  for (const id of ids) await remove(id)
})

test('what was claimed before DELETE answered does not pass afterwards', async () => {
  const id = await createHook()
  const claimed = await claimTest(id)
  await remove(id)
  assert.deepEqual(await gate.admit(claimed), { kind: 'lost' })
})

test('an attempt whose delivery others hold for a moment begins after that', async () => {
  const id = await createHook()
  const [held, free] = [await claimTest(id), await claimTest(id)]
  const begin = (admission: Admission) => admission.kind === 'admitted' && admission.begun()
  let later: Promise<Admission> | undefined
  await transaction(db, async (tx) => {
    // As who claims does that came too late: the row is locked before it is seen that somebody else has it.
    await tx.run(sql`select 1 from deliveries where id = ${held.id} for update`)
    later = gate.admit(held)
    const admission = await gate.admit(free)
    assert.equal(admission.kind, 'admitted')
    begin(admission)
  })
  const admission = await later
  assert.equal(admission?.kind, 'admitted')
  if (admission) begin(admission)
  await remove(id)
})

test('DELETE answers after the requests that were just leaving', async () => {
  const id = await createHook()
  const patient = new StartingGate(services, PLENTY_MS)
  const admission = await patient.admit(await claimTest(id))
  assert.ok(admission.kind === 'admitted')
  let isAnswered = false
  const removed = remove(id).then(() => {
    isAnswered = true
  })
  await until('DELETE to wait for the request', () => isAnswered || lockWaiters(db))
  assert.equal(isAnswered, false)
  admission.begun()
  await removed
})

test('a receiver that does not take the connection holds DELETE up for a moment only', async () => {
  const id = await createHook()
  const admission = await gate.admit(await claimTest(id))
  assert.equal(admission.kind, 'admitted')
  await remove(id)
})

test('a webhook switched off since the claim gets nothing, and the record stays that of the last attempt', async () => {
  const id = await createHook()
  const claimed = await claimTest(id)
  await service.ok(owner, 'updateWebhook', { params: { id }, body: { isActive: false } })
  assert.deepEqual(await gate.admit(claimed), { kind: 'unwanted', hindrance: 'The webhook was not active.' })
  assert.deepEqual([claimed.lastAttempt, claimed.lastSentAt], [1, null])
  await remove(id)
})

test('the secret is that of the moment', async () => {
  const id = await createHook()
  const claimed = await claimTest(id)
  const { secret } = await service.ok(owner, 'regenerateSecret', { params: { id } })
  const admission = await gate.admit(claimed)
  assert.ok(admission.kind === 'admitted')
  assert.equal(services.secrets.open(admission.secret), secret)
  admission.begun()
  await remove(id)
})

test('who comes so late that others may take over does not pass', async () => {
  const id = await createHook()
  const claimed = await claimTest(id)
  clock.advance(LEASE_MS - services.config.webhookTimeoutMs + 1)
  assert.deepEqual(await gate.admit(claimed), { kind: 'lost' })
  clock.advance(LEASE_MS)
  const again = await claim(id)
  assert.equal(again.attempt, claimed.attempt, 'it is the same attempt')
  assert.deepEqual(await gate.admit({ ...claimed, leaseUntil: new Date(claimed.leaseUntil.getTime() + LEASE_MS) }), {
    kind: 'lost',
  })
  const admission = await gate.admit(again)
  assert.ok(admission.kind === 'admitted')
  admission.begun()
  await remove(id)
})

for (const first of ['failed', 'success'] as const) {
  test(`of an attempt that was overtaken only the later one counts, the earlier having ended as ${first}`, async () => {
    const id = await createHook()
    const overtaken = await claimTest(id)
    clock.advance(LEASE_MS)
    const current = await claim(id)
    assert.equal(current.id, overtaken.id)
    await settle(overtaken, first)
    assert.deepEqual((await readHook(id)).consecutiveFailures, 0)
    assert.equal((await readDelivery(current.id)).status, 'pending')
    await settle(current, 'failed')
    await settle(overtaken, first)
    await settle(current, 'failed')
    assert.equal((await readHook(id)).consecutiveFailures, 1)
    assert.deepEqual((await readDelivery(current.id)).responseBody, 'failed')
    await remove(id)
  })
}

test('a webhook is deleted while attempts are settled, in whatever order they come', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, createHook))
  const claimed: Claimed[] = []
  for (const id of ids) for (let n = 0; n < 4; n++) claimed.push(await claimTest(id))
  // Whoever waits for the deadlock detector waits so long that no slow machine can be blamed.
  const connection = { ...db.connection, options: '-c deadlock_timeout=5min' }
  const patient = await startService({}, { db: { connection }, clock })
  const began = Date.now()
  const settling = claimed.toReversed().map((one) => settle(one, 'failed', patient.db))
  await Promise.all([...settling, ...ids.map((id) => patient.ok(owner, 'deleteWebhook', { params: { id } }))])
  assert.ok(Date.now() - began < 60_000, 'nobody waited for the deadlock detector')
  assert.deepEqual(await db.rows(sql`select 1 from deliveries where due_at is not null`), [])
})
