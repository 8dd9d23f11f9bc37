import type { Scenario } from '../lib/bench.ts'
import { type Connection, connected } from '../lib/driver.ts'
import { LoopWatch } from '../lib/event-loop.ts'
import type { HttpClient } from '../lib/http.ts'
import { type Figure, times } from '../lib/report.ts'

const KEYS = 10_000
const ROUNDS = 5
const TARGET = { of: 'ratio', is: '≤', value: 2.5 } as const

interface Batch {
  path: string
  body: (round: number) => Record<string, unknown>
  /** The update that the batch cannot do without; $1 are the keys. */
  bare: string
  /** Puts back what was taken away, outside the measurement. */
  undo?: string
}

const scenario: Scenario = {
  summary: `batches of ${KEYS.toLocaleString('en')} keys, against the bare update and the bare insert of the changes`,
  async run(bench, name) {
    const [projectId = 0] = await bench.createProjects(1, KEYS)
    const client = await bench.client()
    const figures = await connected(bench.database, async (database) => {
      const places = await client.json<{ id: number }>('POST', `/v1/projects/${projectId}/namespaces`, {
        name: 'other',
      })
      const { rows } = await database.query<{ id: string }>('select id from keys where project_id = $1', [projectId])
      const keyIds = rows.map(({ id }) => Number(id))
      const found: Figure[] = []
      for (const [title, batch] of Object.entries(batches(places.id))) {
        const loop = new LoopWatch()
        const measured = await loop.during(bench.service, () => measure(client, database, projectId, keyIds, batch))
        found.push(...times(name, title, measured, TARGET), ...loop.figures(name, title))
      }
      return found
    })
    client.close()
    return figures
  },
}

export default scenario

const ofGerman = `locale_id = (select pl.locale_id from project_locales pl join locales l on l.id = pl.locale_id
  where l.code = 'de' and pl.project_id = (select project_id from keys where id = ($1::bigint[])[1]))`

const batches = (otherId: number): Record<string, Batch> => ({
  status: {
    path: 'status',
    body: (round) => ({ localeCode: 'de', status: round % 2 ? 'not_reviewed' : 'translated' }),
    bare: `update translations set status = case when status = 'translated' then 'not_reviewed' else 'translated' end,
             updated_at = now() where key_id = any($1::bigint[]) and ${ofGerman}`,
    undo: `update translations set value = 'Hallo' where value is null and key_id = any($1::bigint[]) and ${ofGerman}`,
  },
  move: {
    path: 'namespace',
    body: () => ({ targetNamespaceId: otherId }),
    bare: `update keys set namespace_id = ${otherId}, updated_at = now() where id = any($1::bigint[])`,
    undo: `update keys k set namespace_id = n.id from namespaces n
           where n.project_id = k.project_id and n.is_default and k.id = any($1::bigint[])`,
  },
  clear: {
    path: 'clear',
    body: () => ({ localeCodes: ['de'] }),
    bare: `update translations set value = null, status = 'not_translated', updated_at = now()
           where key_id = any($1::bigint[]) and ${ofGerman}`,
    undo: `update translations set value = 'Hallo', status = 'translated' where key_id = any($1::bigint[]) and ${ofGerman}`,
  },
  delete: {
    path: 'delete',
    body: () => ({}),
    bare: 'update keys set deleted_at = now() where id = any($1::bigint[])',
    undo: 'update keys set deleted_at = null where id = any($1::bigint[])',
  },
})

const RECORD = `
  with counter as (update project_counters set seq = seq + $2 where project_id = $1 returning seq - $2 as base)
  insert into changes (project_id, seq, at, actor_type, actor_id, event, key_id, key_name, namespace, before, after)
  select $1, base + row_number() over (), now(), 'user', 1, 'key.updated', k.id, k.name, 'default', '{"status": "a"}',
         '{"status": "b"}'
  from counter, keys k where k.id = any($3::bigint[])`

async function measure(
  client: HttpClient,
  database: Connection,
  projectId: number,
  keyIds: number[],
  { path, body, bare, undo }: Batch,
) {
  const product: number[] = []
  const limit: number[] = []
  const clean = async () => {
    if (undo) await database.query(undo, [keyIds])
    await database.query('vacuum analyze keys, translations, changes')
  }
  for (let round = 0; round < ROUNDS; round++) {
    await clean()
    const text = JSON.stringify({ keyIds, ...body(round) })
    product.push(await timed(() => client.ok('POST', `/v1/projects/${projectId}/keys/batch/${path}`, text)))
    await clean()
    limit.push(
      await timed(async () => {
        await database.query('begin')
        await database.query(bare, [keyIds])
        await database.query(RECORD, [projectId, keyIds.length, keyIds])
        await database.query('commit')
      }),
    )
  }
  await clean()
  await database.query('update project_counters set keys = $2 where project_id = $1', [projectId, keyIds.length])
  const sorted = (times: number[]) => ({ milliseconds: times.sort((a, b) => a - b), rates: [] })
  return { product: sorted(product), limit: sorted(limit) }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
