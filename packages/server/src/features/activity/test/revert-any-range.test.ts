import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '@parlance/contract'
import fc from 'fast-check'
import { createApiKey, createScene } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { expectedKeys, type KeyState, type Snapshot, seen, takeSnapshot } from './undo-model.ts'

const RUNS = process.env['PARLANCE_TEST_FULL'] === '1' ? 600 : 30
const SCOPES: Scope[] = ['translations:read', 'translations:write', 'translations:delete']

const service = await startService()
const { owner, orgId } = await createScene(service)

/** Names are few, so that they are taken, given up and taken again. */
const name = fc.constantFrom('a', 'b', 'c')
const namespace = fc.constantFrom('default', 'shop', 'blog')
const locale = fc.constantFrom('en', 'de', 'fr')
const value = fc.constantFrom('', 'x', 'Hi {who}', 'a longer text')
const syntax = fc.constantFrom(null, 'icu' as const, 'printf' as const)
const at = fc.nat(8)

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('create' as const), name, namespace, locale, value }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('put' as const), at, locale, value }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('status' as const), at, locale }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('rename' as const), at, name }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), at, namespace }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('describe' as const), at, description: fc.constantFrom(null, 'd', 'e') }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('limit' as const), at, limit: fc.constantFrom(null, 1, 8) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('syntax' as const), at, syntax }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restore' as const), at }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('batch' as const), what: fc.constantFrom('clear', 'delete', 'move') }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drop namespace' as const), namespace }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rename namespace' as const), namespace, to: namespace }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('import' as const),
      namespace,
      texts: fc.dictionary(name, value, { minKeys: 1, noNullPrototype: true }),
      deleteOrphans: fc.boolean(),
      syntax,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('revert' as const), at, length: fc.nat(6) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function newProject() {
  const body = { name: 'P', sourceLocale: 'en', locales: ['de', 'fr'] }
  const { id: projectId } = await service.ok(owner, 'createProject', { params: { orgId }, body })
  const builder = await createApiKey(service, owner, projectId, SCOPES)
  return { projectId, params: { projectId }, builder }
}
type Project = Awaited<ReturnType<typeof newProject>>

/** Does what can be done of it: whatever is refused has changed nothing. */
async function take({ projectId, params, builder }: Project, step: Step, now: Snapshot): Promise<void> {
  const keys = [...now.keys.values()]
  const key: KeyState | undefined = 'at' in step ? keys[step.at % Math.max(keys.length, 1)] : undefined
  const space = [...now.namespaces.values()].find(
    ({ name, lives }) => lives && 'namespace' in step && name === step.namespace,
  )
  const keyIds = keys.map(({ id }) => id)
  const ofKey = { params: { projectId, keyId: key?.id ?? 1 } }
  const patch = (body: object) => service.call(owner, 'updateKey', { ...ofKey, body })
  const ofSpace = { params: { projectId, namespaceId: space?.id ?? 1 } }
  switch (step.do) {
    case 'create': {
      const status = step.value === '' ? 'not_translated' : 'translated'
      const translations = { [step.locale]: { value: step.value, status } }
      const body = { key: step.name, namespace: step.namespace, translations } as never
      return void (await service.call(owner, 'createKey', { params, body }))
    }
    case 'put': {
      const query = { namespace: now.namespaces.get(key?.namespaceId ?? 0)?.name ?? '' }
      const body = { locale: step.locale, value: step.value }
      return void (await service.call(owner, 'putValue', { params: { projectId, key: key?.name ?? 'a' }, query, body }))
    }
    case 'status': {
      const body = { keyIds: [key?.id ?? 1], localeCode: step.locale, status: 'translated' as const }
      return void (await service.call(owner, 'batchSetStatus', { params, body }))
    }
    case 'rename':
      return void (await patch({ key: step.name }))
    case 'move':
      return void (await patch({ namespaceId: space?.id ?? 1 }))
    case 'describe':
      return void (await patch({ description: step.description }))
    case 'limit':
      return void (await patch({ characterLimit: step.limit }))
    case 'syntax':
      return void (await patch({ syntax: step.syntax }))
    case 'delete':
      return void (await service.call(owner, 'deleteKey', ofKey))
    case 'restore':
      return void (await service.call(owner, 'restoreKey', ofKey))
    case 'batch': {
      const some = { keyIds: keyIds.slice(0, 3).concat(1) }
      const target = [...now.namespaces.values()].findLast(({ lives }) => lives)?.id ?? 1
      if (step.what === 'clear')
        await service.call(owner, 'batchClearValues', { params, body: { ...some, localeCodes: ['en', 'de'] } })
      else if (step.what === 'delete') await service.call(owner, 'batchDeleteKeys', { params, body: some })
      else await service.call(owner, 'batchMoveKeys', { params, body: { ...some, targetNamespaceId: target } })
      return
    }
    case 'drop namespace':
      return void (await service.call(owner, 'deleteNamespace', ofSpace))
    case 'rename namespace':
      return void (await service.call(owner, 'updateNamespace', { ...ofSpace, body: { name: `${step.to}s` } }))
    case 'import': {
      const options = {
        conflictResolution: 'keep_local' as const,
        createNamespaces: true,
        deleteOrphans: step.deleteOrphans,
      }
      const namespaces = { [step.namespace]: { en: step.texts, fr: step.texts } }
      const keys = { [step.namespace]: { a: { syntax: step.syntax }, b: {} } }
      return void (await service.call(builder, 'commitCliImport', { params, body: { namespaces, options, keys } }))
    }
    case 'revert': {
      const fromId = Math.max(1, now.seq - step.at)
      const body = { fromId, toId: Math.min(now.seq, fromId + step.length) }
      return void (await service.call(owner, 'revertActivity', { params, body }))
    }
  }
}

const run = fc.record({ steps: fc.array(step, { minLength: 2, maxLength: 14 }), from: fc.nat(), length: fc.nat() })

test('12.17 any range of any changes is taken back as a plain model says, and taking that back brings everything back', async () => {
  await fc.assert(
    fc.asyncProperty(run, async ({ steps, from, length }) => {
      const project = await newProject()
      const { params } = project
      const look = () => takeSnapshot(service, project.projectId)
      const snapshots = [await look()]
      for (const step of steps) {
        await take(project, step, snapshots.at(-1) as Snapshot)
        snapshots.push(await look())
      }
      const first = 1 + (from % steps.length)
      const last = first + (length % (steps.length - first + 1))
      const [before, now] = [snapshots[first - 1] as Snapshot, snapshots.at(-1) as Snapshot]
      const range = { fromId: before.seq + 1, toId: (snapshots[last] as Snapshot).seq }
      if (range.toId < range.fromId) return
      const promised = await service.ok(owner, 'revertActivity', { params, body: { ...range, dryRun: true } })
      assert.deepEqual(await look(), now, 'a dry run writes nothing')
      const done = await service.ok(owner, 'revertActivity', { params, body: range })
      const expected = expectedKeys(snapshots, first, last)
      assert.deepEqual(seen(await look()), seen({ keys: expected }))
      assert.deepEqual({ ...done, changes: null }, promised)
      assert.equal(done.changes === null, done.reverted === 0)
      if (!done.changes) return assert.deepEqual(await look(), now)
      const again = await service.ok(owner, 'revertActivity', { params, body: done.changes })
      assert.deepEqual(again.skipped, [])
      assert.deepEqual(seen(await look()), seen(now))
    }),
    { numRuns: RUNS },
  )
})
