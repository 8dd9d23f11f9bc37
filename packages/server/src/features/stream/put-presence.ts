import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { PRESENCE_CHANNEL } from '../../streams/presence.ts'
import { codeOnProject } from '../projects/index.ts'

/**
 * One statement looks, and tells every instance. Nothing but the notification is in its transaction, so it waits for no
 * disk: beside a write it would hold up everybody else's (see `changes/feed.ts`).
 */
export const putPresence = implement(contract.putPresence, async ({ db }, { access, body }) => {
  const { projectId, userId } = access
  const { keyId } = body
  const locale = body.locale === null ? null : codeOnProject(access, body.locale)
  const { hasKey, hasLocale } = await db.one<{ hasKey: boolean; hasLocale: boolean }>(sql`
    with found as (
      select u.name,
             ${keyId}::bigint is null or exists (
               select 1 from keys
               where id = ${keyId}::bigint and project_id = ${projectId}::bigint and deleted_at is null) as has_key,
             ${locale}::text is null or exists (
               select 1 from project_locales pl join locales l on l.id = pl.locale_id
               where pl.project_id = ${projectId}::bigint and l.code = ${locale}::text) as has_locale
      from users u where u.id = ${userId}::bigint
    ), told as (
      select pg_notify(${PRESENCE_CHANNEL}::text, json_build_object(
               'projectId', ${projectId}::bigint, 'userId', ${userId}::bigint, 'name', name,
               'keyId', ${keyId}::bigint, 'locale', ${locale}::text)::text)
      from found where has_key and has_locale
    )
    select has_key as "hasKey", has_locale as "hasLocale", (select count(*) from told) as told from found`)
  if (!hasKey) throw fault('keyNotFound')
  if (!hasLocale) throw fault('localeNotEnabled')
})
