import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopeNames } from '@parlance/contract'
import { Secret, TOTP } from 'otpauth'
import { sql } from '../src/db/sql.ts'
import { type Transaction, transaction } from '../src/db/transaction.ts'
import { takeTurnOfMany } from '../src/features/projects/index.ts'
import { createApiKey, createScene, register } from './factories.ts'
import { nobody, startService } from './harness.ts'
import { lockWaiters } from './lock-waiters.ts'
import { until } from './until.ts'

// Who waits for whom: somebody holds a lock in the middle of their work, a request comes to wait for it, and what it took
// before must not be what they need next.

const service = await startService()
// The first account is the instance administrator: the one who sets limits.
const { owner, orgId, projectId } = await createScene(service)
const params = { projectId }

/** Holds what `hold` takes, lets `request` come to wait for it, and then does what must not wait in turn. */
async function meet<T>(
  hold: (tx: Transaction) => Promise<unknown>,
  request: () => Promise<T>,
  next: (tx: Transaction) => Promise<unknown>,
): Promise<T> {
  let answer: Promise<T> | undefined
  await transaction(service.db, async (tx) => {
    await hold(tx)
    answer ??= request()
    await until('the request to wait', () => lockWaiters(service.db))
    // Sooner than PostgreSQL finds a deadlock, which would be tried again and pass.
    await tx.run(sql`set local lock_timeout = '200ms'`)
    await next(tx)
  })
  return answer ?? assert.fail()
}

test('a webhook is switched off while somebody writes a value that it is told of', async () => {
  const body = { name: 'hook', url: 'https://93.184.216.34/hook', events: ['translation.updated' as const] }
  const { id } = await service.ok(owner, 'createWebhook', { params, body })
  const { isActive } = await meet(
    (tx) => tx.run(sql`update project_counters set seq = seq where project_id = ${projectId}`),
    () => service.ok(owner, 'updateWebhook', { params: { id }, body: { isActive: false } }),
    (tx) => tx.run(sql`select 1 from webhooks where id = ${id} for key share`),
  )
  assert.equal(isActive, false)
})

test('under a plan limit, one pushes a key and another creates one in the same new namespace', async () => {
  const builder = await createApiKey(service, owner, projectId, scopeNames)
  await service.ok(owner, 'updateOrganization', { params: { orgId }, body: { limits: { keys: 10 } } })
  const { namespace } = await meet(
    (tx) => tx.run(sql`select 1 from organizations where id = ${orgId} for no key update`),
    () => service.ok(builder, 'pushKey', { body: { key: 'pushed', namespace: 'new' } }),
    (tx) =>
      tx.run(sql`
        insert into namespaces (project_id, name, created_at, updated_at) values (${projectId}, 'new', now(), now())`),
  )
  assert.equal(namespace, 'new')
})

test('an import that removes what it does not name comes while somebody changes many keys', async () => {
  const scene = await createScene(service)
  const at = { params: { projectId: scene.projectId } }
  const builder = await createApiKey(service, scene.owner, scene.projectId, scopeNames)
  const keyIds: number[] = []
  for (const key of ['orphan', 'named'])
    keyIds.push((await service.ok(scene.owner, 'createKey', { ...at, body: { key } })).id)
  const [orphan, named] = keyIds
  const lock = (tx: Transaction, id = 0) => tx.run(sql`select 1 from keys where id = ${id} for no key update`)
  const { stats } = await meet(
    async (tx) => {
      await takeTurnOfMany(tx, scene.projectId)
      await lock(tx, named)
    },
    () =>
      service.ok(builder, 'commitCliImport', {
        ...at,
        body: {
          namespaces: { default: { en: { named: 'Named' } } },
          options: { conflictResolution: 'keep_local', deleteOrphans: true },
        },
      }),
    (tx) => lock(tx, orphan),
  )
  assert.deepEqual([stats.keysDeleted, stats.translationsCreated], [1, 1])
})

test('a revert comes while somebody changes many keys, and while a namespace is renamed', async () => {
  const scene = await createScene(service)
  const at = { params: { projectId: scene.projectId } }
  const keyIds: number[] = []
  for (const key of ['first', 'second'])
    keyIds.push((await service.ok(scene.owner, 'createKey', { ...at, body: { key, namespace: 'held' } })).id)
  const [first, second] = keyIds
  const { changes } = await service.ok(scene.owner, 'batchDeleteKeys', { ...at, body: { keyIds } })
  const body = changes ?? assert.fail()
  const lock = (tx: Transaction, id = 0) => tx.run(sql`select 1 from keys where id = ${id} for no key update`)
  const revert = () => service.ok(scene.owner, 'revertActivity', { ...at, body: { ...body, dryRun: false } })
  const { reverted } = await meet(
    async (tx) => {
      await takeTurnOfMany(tx, scene.projectId)
      await lock(tx, second)
    },
    revert,
    (tx) => lock(tx, first),
  )
  assert.equal(reverted, 2)
  const again = await meet(
    (tx) => tx.run(sql`select 1 from namespaces where project_id = ${scene.projectId} order by id for update`),
    revert,
    (tx) => lock(tx, first),
  )
  assert.deepEqual([again.reverted, again.changes], [0, null], 'they are back already')
})

test('a name and a limit of an organization, changed at once, are both kept', async () => {
  for (let round = 1; round <= 10; round++) {
    const change = (body: object) => service.ok(owner, 'updateOrganization', { params: { orgId }, body })
    await Promise.all([change({ name: `Name ${round}` }), change({ limits: { keys: 100 + round } })])
    const { name, limits } = await service.ok(owner, 'getOrganization', { params: { orgId } })
    assert.deepEqual([name, limits.keys], [`Name ${round}`, 100 + round])
  }
})

test('somebody signs in with a code while they change their second factor in another session', async () => {
  const person = await register(service)
  const { userId, email, password } = person
  const { secret } = await service.ok(person, 'beginSecondFactor')
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.clock.now().getTime() })
  const { recoveryCodes } = await service.ok(person, 'createSecondFactor', { body: { code } })
  const { body } = await service.call(nobody, 'login', { body: { email, password } })
  const { token } = (body as { meta: { token: string } }).meta
  const { user } = await meet(
    (tx) => tx.run(sql`select from users where id = ${userId} for no key update`),
    () => service.ok(nobody, 'completeLogin', { body: { token, code: recoveryCodes[0] ?? '' } }),
    (tx) => tx.run(sql`select from second_factors where user_id = ${userId} for update`),
  )
  assert.equal(user.id, userId)
})
