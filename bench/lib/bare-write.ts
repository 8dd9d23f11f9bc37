import type { Bench } from './bench.ts'
import { openPool } from './driver.ts'

const UPSERT = {
  name: 'upsert',
  text: `insert into translations (project_id, key_id, locale_id, value, status, created_by, created_at, updated_at)
         values ($1, $2, $3, $4, 'not_reviewed', $5, now(), now())
         on conflict (key_id, locale_id) do update
           set value = excluded.value, status = excluded.status, updated_at = excluded.updated_at
         returning id`,
}

const RECORD = {
  name: 'record',
  text: `with counter as (update project_counters set seq = seq + 1 where project_id = $1 returning seq)
         insert into changes (project_id, seq, at, actor_type, actor_id, event, key_id, key_name, namespace,
                              translation_id, locale, after)
         select $1, seq, now(), 'user', $2, 'translation.updated', $3, $4, 'default', $5, $6, $7 from counter`,
}

/**
 * The least a write of a value can be: value, project counter and change in one transaction. It takes two round trips,
 * because the change names the value's id, and so holds the counter as briefly as can be: the last statement shares its
 * packet with COMMIT.
 */
export async function bareWriter(bench: Bench, locale: string, connections: number) {
  const pool = openPool(bench.database, connections)
  const found = await pool.query<{ id: string }>('select id from locales where code = $1', [locale])
  const localeId = found.rows[0]?.id

  async function write(projectId: number, keyId: string, key: string, value: string): Promise<void> {
    const client = await pool.connect()
    try {
      const [, upserted] = await Promise.all([
        client.query('begin'),
        client.query<{ id: string }>({ ...UPSERT, values: [projectId, keyId, localeId, value, bench.userId] }),
      ])
      const after = JSON.stringify({ value, status: 'not_reviewed' })
      await Promise.all([
        client.query({
          ...RECORD,
          values: [projectId, bench.userId, keyId, key, upserted.rows[0]?.id, locale, after],
        }),
        client.query('commit'),
      ])
    } finally {
      client.release()
    }
  }

  return { write, close: () => pool.end() }
}
