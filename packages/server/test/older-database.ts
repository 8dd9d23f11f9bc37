import { MIGRATIONS } from '../src/db/migrate.ts'
import { Database } from '../src/db/pool.ts'
import { sql } from '../src/db/sql.ts'
import { readSqlFiles } from '../src/db/sql-files.ts'
import { atEnd, createDatabase } from './harness.ts'

/** A database as the service left it that knew no later migration than the given one. */
export async function databaseUpTo(last: string): Promise<Database> {
  const db = new Database(await createDatabase('template0'), console, 1)
  atEnd(() => db.close())
  await db.pool.query(`create table schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  for (const { name, text, checksum } of await readSqlFiles(MIGRATIONS)) {
    if (name.slice(0, 4) > last) break
    await db.pool.query(text)
    await db.run(sql`insert into schema_migrations (name, checksum) values (${name}, ${checksum})`)
  }
  return db
}

/** The same with a project in English and German that has no keys yet. */
export async function shopUpTo(last: string): Promise<Database> {
  const db = await databaseUpTo(last)
  await db.pool.query(`
    insert into organizations (name, created_at, updated_at) values ('Acme', now(), now());
    insert into users (email, name, password_hash, created_at, updated_at)
      values ('ada@example.com', 'Ada', 'hash', now(), now());
    insert into locales (organization_id, code, name)
      select id, code, code from organizations, unnest('{en,de}'::text[]) as code;
    insert into projects (organization_id, name, source_locale_id, cdn_token, created_at, updated_at)
      select o.id, 'Shop', l.id, 'token', now(), now() from organizations o, locales l where l.code = 'en';
    insert into namespaces (project_id, name, is_default, created_at, updated_at)
      select id, 'default', true, now(), now() from projects`)
  return db
}
