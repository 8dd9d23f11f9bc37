import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { startService } from '../../../../../test/harness.ts'
import { sql } from '../../../../db/sql.ts'
import { casePattern } from '../case-pattern.ts'

const service = await startService()

test('every text that a search is found in matches its pattern, and the pattern is always one', async () => {
  const character = fc.constantFrom(...'aAkKiIzZ09 .*+?()[]{}|^$\\-_%"\'<&\t\n保存ファ😀\u0301\u0307', 'İ', '\u212a')
  const some = fc.string({ unit: character, minLength: 1, maxLength: 4 })
  const any = fc.string({ unit: character, maxLength: 3 })
  const cases = fc.sample(fc.tuple(some, any, any, fc.constantFrom('toUpperCase', 'toLowerCase', 'toString')), 3_000)
  const made = cases.flatMap(([search, before, behind, form]) => {
    const pattern = casePattern(search)
    return pattern === undefined ? [] : [{ search, pattern, text: before + search[form as 'toString']() + behind }]
  })
  assert.ok(made.length > 1_000)
  const missed = await service.db.rows(sql`
    select search, pattern, text
    from unnest(${made.map(({ search }) => search)}::text[], ${made.map(({ pattern }) => pattern)}::text[],
                ${made.map(({ text }) => text)}::text[]) as t (search, pattern, text)
    where position(folded(search) in folded(text)) > 0 and text !~ pattern`)
  assert.deepEqual(missed, [])
})

test('letters with other forms have none', () => {
  for (const search of ['ä', 'на', 'ß', 'σ', 'aé']) assert.equal(casePattern(search), undefined)
})
