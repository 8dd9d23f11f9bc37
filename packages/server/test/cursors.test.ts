import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Contract, contract, type Entry, type RouteName } from '@parlance/contract'
import { sql } from '../src/db/sql.ts'
import { fileOf } from '../src/features/import/test/import-scene.ts'
import { createScene, register } from './factories.ts'
import { startService } from './harness.ts'

const service = await startService({ webhookAllowNetworks: '127.0.0.0/8' })
const { owner, orgId, project, projectId } = await createScene(service)
for (let n = 0; n < 2; n++) await register(service)
const params = { projectId }
for (const name of ['Two needles', 'Three needles'])
  await service.ok(owner, 'createProject', { params: { orgId }, body: { name, sourceLocale: 'en' } })
for (const name of ['needle', 'pin', 'needles'])
  await service.ok(owner, 'createMember', { params: { orgId }, body: { email: `${name}@example.com`, role: 'viewer' } })
const de = project.locales.find(({ code }) => code === 'de')?.id ?? 0

/** Time stands still while all of it is made, so that every time is shared. */
const value = { value: 'Text', status: 'translated' }
const keyIds: number[] = []
for (const name of ['a needle', 'b needle', 'c needle', 'd needle'])
  keyIds.push((await service.ok(owner, 'createKey', { params, body: { key: name, translations: { de: value } } })).id)
const keyId = keyIds[0] ?? 0
await service.db.run(sql`
  insert into issues (id, project_id, key_id, locale_id, check_id, severity, params, message, detected_at)
  select 'iss_' || key_id || ' ' || check_id, ${projectId}::bigint, key_id, ${de}::bigint, check_id, severity, '{}', '', now()
  from unnest(${keyIds}::bigint[]) as key_id
  cross join (values ('blank', 'error'), ('edge_space', 'warning')) as c (check_id, severity)`)
const gone = ['gone needle', 'gone pin', 'lost needle', 'lost pin']
for (const key of gone) {
  const { id } = await service.ok(owner, 'createKey', { params, body: { key } })
  await service.ok(owner, 'deleteKey', { params: { projectId, keyId: id } })
}
const files = [fileOf('de.json', { 'a needle': 'Neu', 'b needle': 'Neu', 'c needle': 'Alt', 'd needle': 'Alt' })]
const { validationId } = await service.ok(owner, 'validateImport', {
  params,
  query: { conflicts: 'paged' },
  body: { files },
})
await service.ok(owner, 'updateKey', { params: { projectId, keyId }, body: { description: 'Changed' } })
for (const term of ['Cart', 'cart', 'CART', 'cArt', 'cARt'])
  await service.ok(owner, 'createTerm', { params: { orgId }, body: { term } })
for (const name of ['one', 'two', 'three'])
  await service.ok(owner, 'createMemory', { params: { orgId }, body: { name, sourceLocaleId: project.sourceLocaleId } })
const { tms } = await service.ok(owner, 'listMemories', { params: { orgId } })
const tmId = tms[0]?.id ?? 0
for (const sourceText of ['some text', 'some more', 'some other']) {
  const body = { sourceText, targetText: 'Text', targetLocaleId: de }
  await service.ok(owner, 'putMemoryEntry', { params: { tmId }, body })
}
await service.db.run(sql`update memory_entries set source_project_id = ${projectId} where memory_id = ${tmId}`)
const hook = { name: 'Hook', url: 'http://127.0.0.1:9/', events: ['key.created'] }
const { id: webhookId } = await service.ok(owner, 'createWebhook', { params, body: hook })
await service.ok(owner, 'updateProject', { params, body: { name: 'Another name' } })
for (let n = 0; n < 3; n++) await service.ok(owner, 'testWebhook', { params: { id: webhookId } })

await service.ok(owner, 'machineTranslateKeys', { params, body: { keyIds: [keyId], targetLocaleCodes: ['de', 'fr'] } })
for (let n = 0; n < 3; n++) await service.ok(owner, 'deployCdn', { params })

// What would be found, if somebody looked: three in each German value, of which two differ in what they tell alone.
await service.db.run(sql`
  insert into issues (id, project_id, key_id, locale_id, check_id, severity, branch, params, message, detected_at)
  select key_id || check_id || number, ${projectId}, key_id, ${de}, check_id, severity, null,
         jsonb_build_object('number', number), '', now()
  from unnest(${keyIds}::bigint[]) as key_id,
       (values ('numbers', 'warning', '10'), ('numbers', 'warning', '11'), ('tag_missing', 'error', '1'))
         as found (check_id, severity, number)`)

interface List {
  params: Record<string, number | string>
  /** Each of them leaves at least two rows. */
  filters: Record<string, unknown>[]
  /** Others that mean the same, by their place in the list above. */
  alike?: Record<number, Record<string, unknown>>
  /** It begins anew where a cursor was not issued by it. */
  ignores?: true
}

const lists: Partial<Record<RouteName, List>> = {
  listKeys: {
    params,
    filters: [
      {},
      { search: 'needle' },
      { namespaceIds: [project.defaultNamespaceId] },
      { statuses: ['translated', 'not_reviewed'], localeCodes: ['de'] },
      { statuses: ['translated'], localeCodes: ['de'] },
      { localeCodes: ['de', 'fr'] },
      { search: 'needle', searchIn: ['key', 'description'] },
      { keyIds },
      { keyIds: keyIds.slice(1) },
      { updatedSince: '2000-01-01T00:00:00Z' },
      { updatedUntil: '2100-01-01T00:00:00Z' },
      { updatedBy: [owner.userId] },
      { hasComments: false },
      { isPlural: false },
      { observed: false },
      { sourceChanged: false },
      { issues: ['blank', 'edge_space'] },
      { issues: ['any'], localeCodes: ['de'] },
      { issueSeverities: ['error', 'warning'] },
      { issues: ['any'], issueSeverities: ['error'] },
    ],
    alike: {
      0: { search: '', searchIn: ['description'], includeContext: true },
      1: { search: 'needle', searchIn: 'value,key' },
      3: { statuses: 'not_reviewed,translated,translated', localeCodes: 'DE' },
      5: { localeCodes: ['FR', 'de', 'fr'] },
      6: { search: 'needle', searchIn: 'description,key,key' },
      7: { keyIds: keyIds.toReversed().join() },
      9: { updatedSince: '2000-01-01T01:00:00.000+01:00' },
      16: { issues: 'edge_space,blank,blank', includeIssues: true },
      17: { issues: 'blank,any', localeCodes: 'DE' },
      18: { issueSeverities: 'warning,error' },
    },
  },
  listProjects: {
    params: { orgId },
    filters: [{}, { search: 'NEEDLE' }],
    alike: { 0: { search: '', includeStats: true } },
  },
  listMembers: { params: { orgId }, filters: [{}, { search: 'Needle' }], alike: { 0: { search: '' } } },
  listUsers: { params: {}, filters: [{}, { search: 'person' }], alike: { 0: { search: '' } } },
  listActivity: {
    params,
    filters: [
      {},
      { keyId },
      { locale: 'de' },
      { actorId: owner.userId },
      { events: ['key.created', 'key.deleted'] },
      { namespaceId: project.defaultNamespaceId },
      { since: '2000-01-01T00:00:00Z' },
      { until: '2100-01-01T00:00:00Z' },
    ],
    alike: {
      2: { locale: 'DE' },
      4: { events: 'key.deleted,key.created,key.created' },
      6: { since: '2000-01-01T01:00:00.000+01:00' },
      7: { until: '2099-12-31T23:00:00-01:00' },
    },
  },
  listIssues: {
    params,
    filters: [
      {},
      { checks: ['numbers', 'urls'] },
      { severities: ['warning'] },
      { localeCodes: ['de'] },
      { namespaceIds: [project.defaultNamespaceId] },
      { keyIds },
      { keyIds: keyIds.slice(1) },
      { state: 'all' },
    ],
    alike: {
      0: { checks: '', state: 'open' },
      1: { checks: 'urls,numbers,numbers' },
      3: { localeCodes: 'DE' },
      5: { keyIds: keyIds.toReversed().join() },
    },
  },
  listDeletedKeys: {
    params,
    filters: [{}, { search: 'needle' }, { search: 'gone' }],
    alike: { 0: { search: '' } },
  },
  listTypes: {
    params,
    filters: [{}, { search: 'needle' }, { hasParams: false }],
    alike: { 0: { search: ' ' }, 1: { search: ' needle ' } },
  },
  listImportConflicts: {
    params: { projectId, validationId },
    filters: [{}, { filename: 'de.json' }, { search: 'neu' }, { search: 'Alt' }],
    alike: { 0: { search: '' } },
  },
  listTerms: { params: { orgId }, filters: [{}, { search: 'cart' }, { search: 'car' }, { termType: 'preferred' }] },
  listMemories: { params: { orgId }, filters: [{}], ignores: true },
  listMemoryEntries: {
    params: { tmId },
    filters: [{}, { search: 'some' }, { search: 'text' }, { targetLocaleId: de }, { sourceProjectId: projectId }],
    ignores: true,
  },
  listAudit: {
    params: { orgId },
    filters: [
      {},
      { actorId: owner.userId },
      { events: ['project.updated', 'project.created'] },
      { since: '2000-01-01T00:00:00Z' },
      { until: '2100-01-01T00:00:00Z' },
    ],
    alike: {
      2: { events: 'project.created,project.updated' },
      3: { since: '2000-01-01T01:00:00.000+01:00' },
    },
  },
  listMachineTranslationJobs: { params, filters: [{}] },
  listDeploys: { params, filters: [{}] },
  listDeliveries: { params: { id: webhookId }, filters: [{}, { status: 'pending' }] },
}

/** Jobs, members and conflicts are called otherwise. */
type Row = { id: number; jobId: number; userId: number; keyId: number; key: string }

async function page(name: RouteName, query: Record<string, unknown>) {
  const request = { params: lists[name]?.params, query } as never
  const body = (await service.ok(owner, name, request)) as unknown as Record<string, unknown>
  const rows = Object.values(body).find(Array.isArray) as Row[]
  const { nextCursor } = { ...body, ...(body['pagination'] as object) } as { nextCursor: string | null }
  return { ids: rows.map(({ id, jobId, userId, keyId, key }) => id ?? jobId ?? userId ?? keyId ?? key), nextCursor }
}

async function walk(name: RouteName, query: Record<string, unknown>): Promise<number[]> {
  const found: number[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { ids, nextCursor } = await page(name, { ...query, limit: 2, ...(cursor ? { cursor } : {}) })
    found.push(...ids)
    cursor = nextCursor
  }
  return found
}

const isPaged = ({ query }: Entry) => Object.hasOwn((query as { properties?: object })?.properties ?? {}, 'cursor')

describe('14.1 a cursor', () => {
  test('is looked at here for every list that has one', () => {
    const paged = (Object.values(contract) as Entry[]).filter(isPaged).map(({ name }) => name)
    assert.deepEqual(paged.toSorted(), Object.keys(lists).toSorted())
  })

  for (const [list, { params, filters, alike = {}, ignores }] of Object.entries(lists)) {
    const name = list as keyof Contract
    test(`of ${name} belongs to the filters it was issued for`, async () => {
      for (const [at, filter] of filters.entries()) {
        const { ids, nextCursor } = await page(name, { ...filter, limit: 1 })
        assert.ok(nextCursor, `${JSON.stringify(filter)} leaves too little`)
        for (const same of [filter, alike[at] ?? filter]) {
          const next = await page(name, { ...same, limit: 1, cursor: nextCursor })
          assert.ok(next.ids.length === 1 && !ids.includes(next.ids[0] ?? 0))
        }
        for (const other of filters.filter((one) => one !== filter)) {
          const query: Record<string, unknown> = { ...other, limit: 1, cursor: nextCursor }
          if (ignores) assert.deepEqual((await page(name, query)).ids, (await page(name, { ...other, limit: 1 })).ids)
          else await service.refused(owner, name, { params, query } as never, 'invalidCursor')
        }
      }
    })

    test(`of ${name} neither skips nor repeats rows that share what they are sorted by`, async () => {
      const orders = name === 'listKeys' ? ['key', 'createdAt', 'updatedAt'].flatMap(bothWays) : [{}]
      for (const query of filters.flatMap((filter) => orders.map((order) => ({ ...filter, ...order })))) {
        const all = (await page(name, { ...query, limit: 100 })).ids
        assert.deepEqual(await walk(name, query), all)
        assert.equal(new Set(all).size, all.length)
      }
    })
  }
})

function bothWays(sortBy: string) {
  return ['asc', 'desc'].map((sortOrder) => ({ sortBy, sortOrder }))
}
