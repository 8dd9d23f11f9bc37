import type { Handle } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'

export async function defaultNamespaceOf(db: Handle, projectId: number): Promise<string> {
  const found = await db.row<{ name: string }>(
    sql`select name from namespaces where project_id = ${projectId} and is_default and deleted_at is null`,
  )
  return found?.name ?? 'default'
}
