import type { Connection } from './driver.ts'

const BATCH = 20_000

/** Puts texts into a memory behind the service's back. */
export async function loadMemory(client: Connection, memoryId: number, localeId: number, texts: readonly string[]) {
  for (let at = 0; at < texts.length; at += BATCH) {
    await client.query(
      `insert into memory_entries (memory_id, locale_id, source_text, target_text, created_at, updated_at)
       select $1, $2, text, text, now(), now() from unnest($3::text[]) as text`,
      [memoryId, localeId, texts.slice(at, at + BATCH)],
    )
  }
  await client.query('analyze memory_entries')
}
