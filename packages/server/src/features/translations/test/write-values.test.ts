import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { characterCount } from '@parlance/checks'
import { limits } from '@parlance/contract'
import fc from 'fast-check'
import { createScene } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import type { Author } from '../../../changes/author.ts'
import { sql } from '../../../db/sql.ts'
import { transaction } from '../../../db/transaction.ts'
import { type ValueToWrite, writeValues, writeValuesFrom } from '../write-values.ts'

const service = await startService()
const { owner, project, projectId } = await createScene(service)
const params = { projectId }
const localeOf = (code: string) => {
  const { id } = project.locales.find((locale) => locale.code === code) ?? assert.fail()
  return { localeId: id, locale: code }
}
const by: Author = {
  projectId,
  sourceLocaleId: project.sourceLocaleId,
  actor: { type: 'user', id: owner.userId },
  userId: owner.userId,
  at: service.clock.now(),
}

let names = 0
async function createKey(characterLimit: number | null, de?: string) {
  const translations = de === undefined ? {} : { de: { value: de, status: 'translated' } }
  const body = { key: `key ${++names}`, ...(characterLimit === null ? {} : { characterLimit }), translations }
  const { id, key } = await service.ok(owner, 'createKey', { params, body })
  return { keyId: id, key, namespace: 'default' }
}
type Key = Awaited<ReturnType<typeof createKey>>
const german = (key: Key, value: string): ValueToWrite => ({ ...key, ...localeOf('de'), value })
const write = (...values: ValueToWrite[]) => transaction(service.db, (tx) => writeValues(tx, by, values))
const tooLong = ({ keyId, key }: Key, limit: number, actual: number) => ({
  reason: 'too_long',
  limit,
  actual,
  keyId,
  key,
  locale: 'de',
})
const stored = async (...keys: Key[]) => {
  const rows = await service.db.rows<{ keyId: number; value: string }>(sql`
    select key_id as "keyId", value from translations where key_id = any(${keys.map(({ keyId }) => keyId)}::bigint[])`)
  return keys.map(({ keyId }) => rows.find((row) => row.keyId === keyId)?.value)
}
const told = async ({ keyId }: Key) => {
  const { activity } = await service.ok(owner, 'listActivity', { params, query: { keyId } })
  return activity.filter(({ locale }) => locale !== null).length
}

describe('writeValues', () => {
  test('writes what fits, and returns the rest row by row, in its order', async () => {
    const [none, old, fits, bare] = [
      await createKey(3),
      await createKey(3, 'old'),
      await createKey(3),
      await createKey(null),
    ]
    const { written, refused } = await write(
      german(old, 'longer'),
      german(fits, '🦜🦜🦜'),
      german(none, '🦜🦜🦜🦜'),
      german(bare, 'as long as it likes'),
    )
    assert.deepEqual(refused, [tooLong(old, 3, 6), tooLong(none, 3, 4)])
    assert.deepEqual(
      written.map(({ keyId }) => keyId),
      [fits.keyId, bare.keyId],
    )
    assert.deepEqual(await stored(none, old, fits, bare), [undefined, 'old', '🦜🦜🦜', 'as long as it likes'])
    assert.deepEqual([await told(none), await told(old), await told(fits)], [0, 1, 1])
  })

  test('holds every text to the limit of all, whatever its key allows', async () => {
    const keys = [await createKey(null), await createKey(Number.MAX_SAFE_INTEGER)] as const
    const longest = 'é'.repeat(limits.value)
    for (const key of keys) {
      assert.deepEqual((await write(german(key, `${longest}é`))).refused, [
        tooLong(key, limits.value, limits.value + 1),
      ])
      assert.deepEqual((await write(german(key, longest))).refused, [])
    }
    assert.deepEqual(await stored(...keys), [longest, longest])
  })

  test('leaves a text alone that it is not given, and clears one for null', async () => {
    const key = await createKey(null, 'a text')
    await service.db.run(sql`update keys set character_limit = 1 where id = ${key.keyId}`)
    const { written, refused } = await write({ ...key, ...localeOf('de'), status: 'not_reviewed' })
    assert.deepEqual([refused, written[0]?.value, written[0]?.status], [[], 'a text', 'not_reviewed'])
    await write({ ...key, ...localeOf('de'), value: null })
    assert.deepEqual(await stored(key), [null])
  })
})

test('writeValuesFrom writes what fits of a query, and returns the rest', async () => {
  const [long, fits] = [await createKey(3, 'old'), await createKey(3)]
  const source = sql`
    select key_id, ${localeOf('de').localeId}::bigint as locale_id, value, null::text as status
    from (values (${long.keyId}::bigint, 'longer'), (${fits.keyId}::bigint, 'fit')) as v (key_id, value)`
  const { changes, ...outcome } = await transaction(service.db, (tx) => writeValuesFrom(tx, by, source))
  assert.equal(changes?.fromId, changes?.toId)
  assert.deepEqual(outcome, { created: 1, updated: 0, refused: [tooLong(long, 3, 6)] })
  assert.deepEqual(await stored(long, fits), ['old', 'fit'])
})

test('the database counts characters as everybody does', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 12 }).filter((made) => !made.includes('\0'))
  const samples = fc.sample(fc.tuple(text, fc.option(fc.integer({ min: 1, max: 12 }), { freq: 5 })), 2_000)
  const answers = await service.db.rows<{ exceeded: number | null; length: number }>(sql`
    select exceeded_limit(text, "limit") as exceeded, char_length(text) as length
    from unnest(${samples.map(([sample]) => sample)}::text[], ${samples.map(([, limit]) => limit)}::bigint[])
      with ordinality as s (text, "limit", position)
    order by position`)
  for (const [at, [sample, limit]] of samples.entries()) {
    const length = characterCount(sample)
    const exceeded = limit !== null && length > limit ? limit : null
    assert.deepEqual(answers[at], { exceeded, length }, JSON.stringify([sample, limit]))
  }
})
