import type { Connection } from './driver.ts'

const KEYS = {
  name: 'plain keys',
  text: `select k.id, k.name, n.name as namespace, k.namespace_id, k.description, k.is_plural, k.character_limit,
                k.created_at, k.updated_at
         from keys k join namespaces n on n.id = k.namespace_id
         where k.project_id = $1 and k.deleted_at is null
         order by left(k.name, 256), k.name, k.id
         limit 51`,
}

const VALUES = {
  name: 'plain values',
  text: `select t.key_id, l.code, t.id, t.value, t.status, t.created_at, t.updated_at, t.created_by, t.updated_by,
                t.reviewed_by, t.reviewed_at
         from translations t
         join project_locales pl on pl.project_id = $1 and pl.locale_id = t.locale_id
         join locales l on l.id = t.locale_id
         where t.key_id = any($2::bigint[])`,
}

/**
 * The first page of keys as rows, by the two statements anybody would write, and how many values it has. Unlike the
 * product's own statement this does not change with the product: work that moves from the service into its SQL would
 * raise the product and that limit alike and look like progress.
 */
export async function readPlainPage(database: Connection, projectId: number): Promise<number> {
  const keys = await database.query<{ id: string }>({ ...KEYS, values: [projectId] })
  const ids = keys.rows.slice(0, 50).map(({ id }) => id)
  const values = await database.query({ ...VALUES, values: [projectId, ids] })
  return values.rows.length
}
