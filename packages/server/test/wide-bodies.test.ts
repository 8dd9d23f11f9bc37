import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Body, contract } from '@parlance/contract'
import type { Received } from '../src/http/received.ts'
import { createApiKey, createScene } from './factories.ts'
import { startService } from './harness.ts'

// From the 20,001st name on, a large body has an object as a map of its own. Nobody outside must notice.

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const params = { projectId }
const builder = await createApiKey(service, owner, projectId, ['translations:write'])

const COUNTS = [20_000, 20_001]
const LARGE = 2 ** 20 + 1

const mapOf = <T>(count: number, member: T, name = 'n'): Record<string, T> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${name}${n}`, member]))
const lengthOf = (body: object) => JSON.stringify(body).length

for (const count of COUNTS) {
  describe(`${count} names`, () => {
    test('on a small route: what nobody asked for is passed over', async () => {
      const body = { ...mapOf(count, 0), key: `key-${count}` }
      assert.ok(lengthOf(body) < LARGE)
      const { key } = await service.ok(owner, 'createKey', { params, body })
      assert.equal(key, `key-${count}`)
    })

    test('on a small route: a map has all of them', async () => {
      const columnMapping = { ...mapOf(count - 2, 'gender', 'x'), Sprache: 'locale_code', Wort: 'term' }
      const content = Buffer.from(`Sprache,Wort\nen,term ${count}`).toString('base64')
      const body = { content, conflictStrategy: 'skip', columnMapping }
      assert.ok(lengthOf(body) < LARGE)
      const { imported } = await service.ok(owner, 'importGlossaryCsv', { params: { orgId }, body })
      assert.equal(imported, 1)
    })

    for (const [kind, value] of [
      ['small', 'x'],
      ['large', 'x'.repeat(60)],
    ] as const) {
      test(`on an import route, in a ${kind} body: keys, locales and namespaces have all of them`, async () => {
        const bodies = [
          { keys: count, body: { namespaces: { default: { en: mapOf(count, value) } } } },
          { keys: 1, body: { namespaces: { default: { ...mapOf(count, {}, value), en: { a: value } } } } },
          { keys: 1, body: { namespaces: { ...mapOf(count, {}, value), default: { en: { a: value } } } } },
          { keys: 1, body: { ...mapOf(count, value), namespaces: { default: { en: { a: value } } } } },
        ]
        for (const { keys, body } of bodies) {
          assert.equal(lengthOf(body) >= LARGE, kind === 'large')
          const { stats } = await service.ok(builder, 'validateCliImport', { params, body })
          assert.equal(stats.totalKeys, keys)
        }
      })
    }

    test('on an import route: where a text belongs they are refused by the name of the field', async () => {
      const at = (member: unknown) => ({ namespaces: { default: { en: { a: member } } } })
      const body = at(mapOf(count, 'x'.repeat(60)))
      assert.ok(lengthOf(body) >= LARGE)
      const meta = { field: 'namespaces.default.en.a' }
      await service.refused(builder, 'validateCliImport', { params, body }, 'validationError', meta)
    })
  })
}

test('no handler can take a wide map for an object', () => {
  type Sent = Received<Body<typeof contract.commitCliImport>>['namespaces']
  const misused = (namespaces: Sent) => {
    // @ts-expect-error: it has no members by name
    namespaces['default']
    // @ts-expect-error: it is no record
    const record: Record<string, unknown> = namespaces
    // @ts-expect-error: nor are the maps in it
    const byKey: Record<string, string> | undefined = namespaces.get('default')?.get('en')
    return [record, byKey]
  }
  assert.equal(typeof misused, 'function')
})

interface Schema {
  properties?: Record<string, Schema>
  additionalProperties?: Schema
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  type?: string
  'x-wide'?: true
}

test('where large bodies are taken, every map is wide and every place is described', () => {
  const faults = (schema: Schema, path: string): string[] => [
    ...(schema.type || schema.anyOf || schema.enum ? [] : [`${path} may be anything`]),
    ...(schema.additionalProperties && !schema['x-wide'] ? [`${path} is no wide map`] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => faults(field, `${path}.${name}`)),
    ...[schema.additionalProperties, schema.items, ...(schema.anyOf ?? [])].flatMap((part) =>
      part ? faults(part, `${path}[]`) : [],
    ),
  ]
  const large = Object.values(contract).filter((entry) => 'bodyLimit' in entry && entry.bodyLimit >= LARGE)
  assert.ok(large.length > 5)
  for (const { name, ...entry } of large)
    assert.deepEqual('body' in entry ? faults(entry.body as Schema, name) : [], [])
})
