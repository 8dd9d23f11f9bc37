import { contract, type FormatId } from '@parlance/contract'
import { type Format, formats, hasFilesByLocale } from '@parlance/formats'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { wrongField } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { deedOf, differences, recordEntries } from '../audit/index.ts'
import { findProject, presentProject } from './project.ts'

export const updateProject = implement(contract.updateProject, ({ db, address }, call) =>
  transaction(db, async (tx) => {
    const { access, body, now } = call
    const { name = null, cdn = {} } = body
    const { format = null, structure = null } = cdn
    if (format !== null) assertPublishable(format)
    const statuses = cdn.statuses === undefined ? sql`cdn_statuses` : sql`${cdn.statuses}::text[]`
    const changed = await tx.row<{ before: object; after: { name: string } }>(sql`
      update projects p
      set name = sent.name, cdn_format = sent.format, cdn_structure = sent.structure, cdn_statuses = sent.statuses,
          updated_at = ${now}
      from (
        select id, coalesce(${name}, name) as name, coalesce(${format}, cdn_format) as format,
               coalesce(${structure}, cdn_structure) as structure, ${statuses} as statuses,
               jsonb_build_object('name', name, 'format', cdn_format, 'structure', cdn_structure,
                                  'statuses', cdn_statuses) as before
        from projects where id = ${access.projectId} for no key update
      ) sent
      where p.id = sent.id
        and (p.name, p.cdn_format, p.cdn_structure, p.cdn_statuses)
            is distinct from (sent.name, sent.format, sent.structure, sent.statuses)
      returning sent.before, to_jsonb(sent) - 'id' - 'before' as after`)
    if (changed) {
      const subject = { type: 'project' as const, id: access.projectId, name: changed.after.name }
      const details = differences(changed.before, changed.after) ?? {}
      await recordEntries(tx, deedOf(call), [{ event: 'project.updated', subject, details }])
    }
    return presentProject(await findProject(tx, access.projectId), address.cdnFor(call.request.raw))
  }),
)

/** Published files are addressed by their language. */
function assertPublishable(id: FormatId): void {
  const format: Format | undefined = formats.find((one) => one.id === id)
  if (!format || !hasFilesByLocale(format))
    throw wrongField('cdn.format', '`cdn.format` must be a format that has one file for each language.')
}
