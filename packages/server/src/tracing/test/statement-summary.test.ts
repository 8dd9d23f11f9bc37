import assert from 'node:assert/strict'
import { test } from 'node:test'
import { summaryOf } from '../statement-summary.ts'

const CASES: [text: string, summary: string][] = [
  ['select 1 as up', 'SELECT'],
  ['select id, name from keys where id = any($1::bigint[])', 'SELECT keys'],
  ['\n    insert into changes (seq) select n from generate_series(1, $1) n', 'INSERT changes'],
  [
    'with ours as (select id from deliveries for update skip locked) update deliveries set due_at = $1',
    'UPDATE deliveries',
  ],
  ['select d.* from deliveries d for update of d', 'SELECT deliveries'],
  ['with gone as (delete from sessions where id = $1 returning id) select count(*) from gone', 'DELETE sessions'],
  ['insert into a (b) values ($1) on conflict (b) do update set c = 1', 'INSERT a'],
  ['select id from keys where name = $1 for no key update', 'SELECT keys'],
  ['select set_config($1, $2, true)', 'SELECT set_config'],
  ['select * from put_value($1, $2)', 'SELECT put_value'],
  ['begin; set local plan_cache_mode = force_generic_plan', 'BEGIN'],
  ['commit', 'COMMIT'],
  ['fetch 20 from reading', 'FETCH'],
]

for (const [text, summary] of CASES) test(summary, () => assert.equal(summaryOf(text), summary))

test('the same statement has the same summary, however often it is asked for', () => {
  assert.equal(summaryOf('select name from people'), summaryOf('select name from people'))
})
