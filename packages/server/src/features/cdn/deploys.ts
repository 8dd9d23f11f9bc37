import type { Handle } from '../../db/pool.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { CdnSettings, Warning } from './build-files.ts'
import { fileColumns } from './publications.ts'
import type { StoredFile } from './store-file.ts'

/** As many of a project can be looked at and published again; beyond them only the one that is published. */
const KEPT = 20

/** What a deploy built, ready to be published. */
export interface Deployment {
  files: StoredFile[]
  warnings: Warning[]
  warningCount: number
  /** The last change of the project that is in the files. */
  seq: number
}

/** Deploys are known from the moment they are asked for. */
export const addDeploys = (tx: Transaction, projectId: number, ids: readonly number[]) =>
  tx.run(sql`
    insert into cdn_deploys (id, project_id) select id, ${projectId} from unnest(${ids}::bigint[]) as id`)

/** What was built, beside its files. A job that an older version of the service has queued is known from here on. */
export async function writeDeploy(
  tx: Transaction,
  { id, projectId }: { id: number; projectId: number },
  { format, structure, statuses }: CdnSettings,
  { files, warnings, seq }: Deployment,
): Promise<void> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  await tx.run(sql`
    insert into cdn_deploys (id, project_id, seq, format, structure, statuses, files, bytes, warnings)
    values (${id}, ${projectId}, ${seq}, ${format}, ${structure}, ${statuses}::text[], ${files.length}, ${bytes},
            ${JSON.stringify(warnings)}::jsonb)
    on conflict (id) do update
      set seq = excluded.seq, format = excluded.format, structure = excluded.structure, statuses = excluded.statuses,
          files = excluded.files, bytes = excluded.bytes, warnings = excluded.warnings`)
  const rows = files.flatMap(({ hashes, ...file }) =>
    Object.entries(hashes).map(([encoding, hash]) => ({ ...file, encoding, hash })),
  )
  await tx.run(sql`
    insert into cdn_files (deploy_id, namespace, locale, file, media_type, encoding, hash, size)
    select ${id}, namespace, locale, file, media_type, encoding, decode(hash, 'hex'), size
    from unnest(
      ${rows.map(({ namespace }) => namespace)}::text[],
      ${rows.map(({ locale }) => locale)}::text[],
      ${rows.map(({ file }) => file)}::text[],
      ${rows.map(({ mediaType }) => mediaType)}::text[],
      ${rows.map(({ encoding }) => encoding)}::text[],
      ${rows.map(({ hash }) => hash)}::text[],
      ${rows.map(({ size }) => size)}::bigint[]
    ) as f (namespace, locale, file, media_type, encoding, hash, size)`)
}

/** The files of a deploy that is kept, as they were stored. */
export const readStoredFiles = async (db: Handle, deployId: number): Promise<StoredFile[]> => {
  const files = await db.rows<Omit<StoredFile, 'hashes'> & { hash: string }>(sql`
    select ${fileColumns}, f.locale, f.size, encode(f.hash, 'hex') as hash
    from cdn_files f where f.deploy_id = ${deployId} and f.encoding = 'identity'`)
  return files.map(({ hash, ...file }) => ({ ...file, hashes: { identity: hash } }))
}

/**
 * Those that have ended count; what waits or runs drives nothing out before it has come to something. The caller holds
 * the row of the publication, so nobody points to a deploy while it goes. Bytes that no kept deploy refers to any more are
 * removed by the sweeper.
 */
export const dropOldDeploys = (tx: Transaction, projectId: number) =>
  tx.run(sql`
    delete from cdn_deploys d
    where d.project_id = ${projectId}
      and d.id in (
        select e.id from cdn_deploys e join jobs j on j.id = e.id
        where e.project_id = ${projectId} and j.due_at is null
        order by e.id desc offset ${KEPT})
      and not exists (select 1 from cdn_publications c where c.project_id = d.project_id and c.deploy_id = d.id)`)

/** Of languages that somebody may see; null: all of them. */
export const inLocales = (column: Sql, localeCodes: readonly string[] | null): Sql =>
  localeCodes === null ? sql`true` : sql`${column} = any(${localeCodes}::text[])`
