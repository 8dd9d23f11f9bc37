import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../../../../test/harness.ts'
import { lockWaiters } from '../../../../../test/lock-waiters.ts'
import { until } from '../../../../../test/until.ts'
import { sql } from '../../../../db/sql.ts'
import { type Transaction, transaction } from '../../../../db/transaction.ts'
import { createMemoryScene } from '../../test/memory-scene.ts'
import { lockMemory } from '../write-entries.ts'

const service = await startService()
const { createMemory, put, entries, owner, de } = await createMemoryScene(service)

const touch = (tx: Transaction, id: number | undefined) =>
  tx.run(sql`update memory_entries set target_text = target_text || '.' where id = ${id}`)

/** What an import does that comes to the second entry first, while `meanwhile` is asked for. */
async function importBackwards(tmId: number, meanwhile: () => Promise<unknown>) {
  const [first, second] = await entries(tmId)
  let attempts = 0
  let asked: Promise<unknown> = Promise.resolve()
  await transaction(service.services.db, async (tx) => {
    attempts++
    await lockMemory(tx, tmId)
    await tx.run(sql`
      update memory_locales set entries = entries where memory_id = ${tmId} and locale_id = ${de}`)
    await touch(tx, second?.id)
    asked = meanwhile()
    asked.catch(() => {})
    await until('the other to wait', () => lockWaiters(service.db))
    await touch(tx, first?.id)
  })
  await asked
  return attempts
}

const others: [name: string, call: (tmId: number) => Promise<unknown>, left: string[]][] = [
  [
    'replacing',
    (tmId) =>
      service.ok(owner, 'replaceInMemory', { params: { tmId }, body: { targetLocaleId: de, find: 'x', replace: 'y' } }),
    ['y1.', 'y2.'],
  ],
  [
    'deleting an entry',
    async (tmId) => {
      const [first] = await entries(tmId)
      await service.ok(owner, 'deleteMemoryEntry', { params: { tmId, entryId: first?.id ?? 0 } })
    },
    ['x2.'],
  ],
]

for (const [name, call, left] of others)
  test(`${name} while an import holds entries waits for it, and neither has to begin again`, async () => {
    const { id: tmId } = await createMemory()
    await put(tmId, '1', 'x1')
    await put(tmId, '2', 'x2')
    assert.equal(await importBackwards(tmId, () => call(tmId)), 1)
    assert.deepEqual(
      (await entries(tmId)).map(({ targetText }) => targetText),
      left,
    )
  })

test('a memory that is deleted while an import holds it is gone afterwards', async () => {
  const { id: tmId } = await createMemory()
  await put(tmId, '1', 'x1')
  await put(tmId, '2', 'x2')
  assert.equal(await importBackwards(tmId, () => service.ok(owner, 'deleteMemory', { params: { tmId } })), 1)
  await service.refused(owner, 'getMemory', { params: { tmId } }, 'notFound')
})
