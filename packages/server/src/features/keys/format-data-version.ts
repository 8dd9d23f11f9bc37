import { type Sql, sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'

/** Told by whoever writes format data, after everything else that is locked. */
export const countFormatData = (tx: Transaction, projectId: number) =>
  tx.run(sql`
    insert into format_data_versions as v (project_id, version) values (${projectId}, 1)
    on conflict (project_id) do update set version = v.version + 1`)

export const formatDataVersion = (projectId: number): Sql => sql`
  coalesce((select version from format_data_versions where project_id = ${projectId}), 0)`
