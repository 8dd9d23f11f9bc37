import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { shopUpTo } from '../../../test/older-database.ts'
import { migrate } from '../../db/migrate.ts'
import { sql } from '../../db/sql.ts'
import { contentOf, folder, outside, succeed, urlOf } from './scene.ts'

const files = folder()
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Rows that later migrations work over, in tables whose columns and indexes stand on functions. */
const FILL = `
  insert into memberships (organization_id, user_id, role, joined_at, created_at) select o.id, u.id, 'owner', now(), now() from organizations o, users u;
  insert into keys (project_id, namespace_id, name, created_by, created_at, updated_at)
    select project_id, id, named, 1, now(), now() from namespaces, unnest('{cart,İstanbul,"a\\\\tb"}'::text[]) as named;
  insert into translations (project_id, key_id, locale_id, value, status, created_by, created_at, updated_at)
    select k.project_id, k.id, l.id, l.code || ' ' || k.name, 'translated', 1, now(), now() from keys k, locales l;
  insert into comments (translation_id, text, author_id, created_at) select id, 'Too long', 1, now() from translations;
  insert into changes (project_id, seq, at, actor_type, actor_id, event, key_id, translation_id, key_name, namespace, locale, after)
    select t.project_id, t.id, now(), 'user', 1, 'translation.created', k.id, t.id, k.name, 'default', l.code, jsonb_build_object('value', t.value)
    from translations t join keys k on k.id = t.key_id join locales l on l.id = t.locale_id;
  insert into project_counters (project_id, seq, keys) select 1, count(*), 3 from changes;
  insert into memories (organization_id, name, source_locale_id, is_shared, auto_populate, only_approved, created_at, updated_at)
    values (1, 'Memory', 1, false, true, false, now(), now());
  insert into memory_entries (memory_id, locale_id, source_text, target_text, created_at, updated_at)
    select 1, 2, text, text, now(), now() from unnest('{"Σίσυφος  twice",İ,plain}'::text[]) as text`

test('a backup of an older version is what that version would have become', async () => {
  for (const last of ['0020', '0039']) {
    const older = await shopUpTo(last)
    const filling =
      last < '0031'
        ? FILL
        : FILL.replace('translation_id, text', 'key_id, locale_id, text').replace(
            "select id, 'Too",
            "select key_id, locale_id, 'Too",
          )
    await older.pool.query(filling)
    const file = join(files, last)
    const env = { DATA_DIR: join(files, 'data'), SECRET_KEY: 'x'.repeat(32) }
    await succeed('backup', [file], { ...env, DATABASE_URL: urlOf(older.connection) })
    const restored = await outside()
    await succeed('restore', [file], { ...env, DATABASE_URL: restored.url })
    await migrate(older)
    // Drawn for everybody who is there, in each database by itself.
    for (const db of [restored.db, older]) await db.run(sql`update users set passkey_handle = ${NOBODY}`)
    assert.deepEqual(await contentOf(restored.db), await contentOf(older), `from ${last}`)
    const { rows } = await contentOf(older)
    for (const table of ['keys', 'translations', 'comments', 'changes', 'memory_entries'])
      assert.notEqual((rows[table] as { count: number }).count, 0)
  }
})
