import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../../../../test/harness.ts'
import { onThisMachine } from '../../../../../test/this-machine.ts'
import { sql } from '../../../../db/sql.ts'
import { createMemoryScene } from '../../test/memory-scene.ts'
import { findEqualTexts } from '../equal-texts.ts'

const ENTRIES = 2_500
const TEXTS = 1_000
/** It takes 40; without the right index it took 17,000. */
const FOUND_WITHIN_MS = 2_000

test('a thousand texts are found at once in a memory that was filled a moment ago', async () => {
  const service = await startService()
  const { createMemory, assign, projectId, en, de } = await createMemoryScene(service)
  const { id } = await createMemory()
  await assign({ tmId: id })
  await service.db.run(sql`
    insert into memory_entries (memory_id, locale_id, source_text, target_text, created_at, updated_at)
    select ${id}, ${de}, 'Text ' || n, 'Satz ' || n, now(), now() from generate_series(1, ${ENTRIES}::int) as n`)
  const texts = Array.from({ length: TEXTS }, (_, n) => ({ text: ` Text  ${2 * n + 1} `, key: 'any' }))
  const began = performance.now()
  const found = await findEqualTexts(service.db, { projectId, sourceLocaleId: en, targetLocaleId: de }, [
    ...texts,
    { text: 'Nobody said this', key: 'any' },
  ])
  const took = performance.now() - began
  assert.deepEqual(found, [...texts.map((_, n) => `Satz ${2 * n + 1}`), null])
  assert.ok(took < onThisMachine(FOUND_WITHIN_MS), `${took} ms`)
})
