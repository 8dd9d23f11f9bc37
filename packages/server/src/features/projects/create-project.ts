import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { namedLocale } from '../../http/access.ts'
import { newSecret } from '../../http/secrets.ts'
import { implement } from '../../implement.ts'
import { deedOf, recordEntries } from '../audit/index.ts'
import { ensureLocales } from '../organizations/index.ts'
import { findProject, presentProject } from './project.ts'

const CDN_TOKEN_BYTES = 18

export const createProject = implement(contract.createProject, ({ db, address }, call) => {
  const { access, body, now } = call
  const codes = [body.sourceLocale, ...(body.locales ?? [])].map((sent) => namedLocale(access, sent))
  return transaction(db, async (tx) => {
    const { organizationId } = access
    const locales = await ensureLocales(tx, organizationId, codes)
    const project = await tx.one<{ id: number }>(sql`
      insert into projects (organization_id, name, source_locale_id, cdn_token, created_at, updated_at)
      values (${organizationId}, ${body.name}, ${locales[0]?.id}, ${newSecret(CDN_TOKEN_BYTES)}, ${now}, ${now})
      returning id`)
    await tx.run(sql`
      with counter as (insert into project_counters (project_id) values (${project.id})),
      languages as (
        insert into project_locales (project_id, locale_id, added_at)
        select ${project.id}::bigint, id, ${now}::timestamptz
        from unnest(${locales.map(({ id }) => id)}::bigint[]) as id)
      insert into namespaces (project_id, name, is_default, created_at, updated_at)
      values (${project.id}, 'default', true, ${now}, ${now})`)
    const subject = { type: 'project' as const, id: project.id, name: body.name }
    const details = { sourceLocale: codes[0], locales: locales.map(({ code }) => code) }
    await recordEntries(tx, deedOf(call), [{ event: 'project.created', subject, details }])
    return presentProject(await findProject(tx, project.id), address.cdnFor(call.request.raw))
  })
})
