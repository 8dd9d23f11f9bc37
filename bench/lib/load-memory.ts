import type { Connection } from './driver.ts'

const BATCH = 20_000

const SEARCH_INDEX = 'memory_entries_search'

/** Puts texts into a memory behind the service's back. The index of trigrams is made at the end, which is much faster. */
export async function loadMemory(client: Connection, memoryId: number, localeId: number, texts: readonly string[]) {
  const { rows } = await client.query(`select pg_get_indexdef($1::regclass) as made`, [SEARCH_INDEX])
  await client.query(`drop index ${SEARCH_INDEX}`)
  for (let at = 0; at < texts.length; at += BATCH) {
    await client.query(
      `insert into memory_entries (memory_id, locale_id, source_text, target_text, created_at, updated_at)
       select $1, $2, text, text, now(), now() from unnest($3::text[]) as text`,
      [memoryId, localeId, texts.slice(at, at + BATCH)],
    )
  }
  await client.query(`set maintenance_work_mem = '512MB'`)
  await client.query(rows[0].made)
  // Here, because it would come by itself in the middle of what is measured.
  await client.query('vacuum analyze memory_entries')
}
