import type { Status } from '@parlance/contract'
import type { Change } from '../../changes/change.ts'
import { type Sql, sql } from '../../db/sql.ts'

/** The changes that tell of written values. */
export const changesOf = (written: Sql): Sql => sql`
  select w.id as position, case when w.is_new then 'translation.created' else 'translation.updated' end as event,
         w.key_id, w.key_name, n.name as namespace, w.id as translation_id, l.code as locale,
         case when not w.is_new then jsonb_build_object('value', w.old_value, 'status', w.old_status) end as before,
         jsonb_build_object('value', w.value, 'status', w.status) as after
  from (${written}) w
  join namespaces n on n.id = w.namespace_id
  join locales l on l.id = w.locale_id`

interface Written {
  id: number
  keyId: number
  isNew: boolean
  oldValue: string | null
  oldStatus: Status | null
  value: string | null
  status: Status
}

interface Named {
  key: string
  namespace: string
  locale: string
}

/** The same for one that is known here. */
export function changeOf(row: Written, given: Named | undefined): Change[] {
  if (!given) return []
  return [
    {
      event: row.isNew ? 'translation.created' : 'translation.updated',
      keyId: row.keyId,
      key: given.key,
      namespace: given.namespace,
      translationId: row.id,
      locale: given.locale,
      before: row.isNew ? null : { value: row.oldValue, status: row.oldStatus },
      after: { value: row.value, status: row.status },
    },
  ]
}
