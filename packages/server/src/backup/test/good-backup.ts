import { join } from 'node:path'
import { sql } from '../../db/sql.ts'
import { boxOf } from '../../secret-box.ts'
import { folder, KEY, outside, PASSPHRASE, succeed } from './scene.ts'

/** A database with a webhook, and a backup of it that is as it should be. */
export async function makeGoodBackup() {
  const files = folder()
  const good = join(files, 'good')
  const source = await outside('parlance')
  const env = {
    DATABASE_URL: source.url,
    SECRET_KEY: KEY,
    BACKUP_PASSPHRASE: PASSPHRASE,
    DATA_DIR: join(files, 'data'),
  }
  await source.db.pool.query(`
    insert into organizations (name, created_at, updated_at) select 'Org ' || n, now(), now() from generate_series(1, 300) n;
    insert into users (email, name, created_at, updated_at) values ('ada@example.com', 'Ada', now(), now());
    insert into locales (organization_id, code, name) values (1, 'en', 'English');
    insert into projects (organization_id, name, source_locale_id, cdn_token, created_at, updated_at)
      values (1, 'Shop', 1, 'token', now(), now())`)
  await source.db.run(sql`
    insert into webhooks (uuid, project_id, name, url, events, is_active, secret, created_by, created_at, updated_at)
    values ('w', 1, 'Hook', 'https://example.com', '{}', true, ${boxOf([KEY]).seal('whsec_right')}, 1, now(), now())`)
  await succeed('backup', [good], env)
  return { files, good, source, env }
}
