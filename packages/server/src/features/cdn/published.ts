import { sql } from '../../db/sql.ts'
import type { ProjectAccess } from '../../http/access.ts'
import type { Services } from '../../services.ts'
import { isBehind } from './behind.ts'
import { inLocales } from './deploys.ts'
import { publicPath } from './file-address.ts'
import { fileColumns } from './publications.ts'

interface Row {
  token: string
  defaultNamespace: string
  publishedAt: Date | null
  deployId: number | null
  isBehind: boolean
  namespace: string | null
  file: string
  /** Null: there are no files. */
  locale: string | null
  size: number
}

/** What is published of a project, as far as somebody may see it; all of one deploy, since one statement reads it. */
export async function readPublished({ db }: Services, { projectId, localeCodes }: ProjectAccess, cdnUrl: string) {
  const rows = await db.rows<Row>(sql`
    with state as materialized (
      select p.cdn_token as token, c.published_at, c.deploy_id, ${isBehind(localeCodes)} as is_behind,
             (select n.name from namespaces n where n.project_id = p.id and n.is_default) as default_namespace
      from projects p
      left join cdn_publications c on c.project_id = p.id
      left join cdn_deploys d on d.id = c.deploy_id
      where p.id = ${projectId}
    )
    select s.token, s.default_namespace as "defaultNamespace", s.published_at as "publishedAt",
           s.deploy_id as "deployId", s.is_behind as "isBehind", ${fileColumns}, f.locale, f.size
    from state s
    left join cdn_files f
      on f.deploy_id = s.deploy_id and f.encoding = 'identity' and ${inLocales(sql`f.locale`, localeCodes)}
    order by f.namespace nulls first, f.locale collate "C", f.file collate "C"`)
  const [first] = rows
  return {
    publishedAt: first?.publishedAt?.toISOString() ?? null,
    deployId: first?.deployId ?? null,
    isBehind: first?.isBehind ?? true,
    files: rows.flatMap((row) => presentFile(row, cdnUrl) ?? []),
  }
}

function presentFile({ token, defaultNamespace, namespace, file, locale, size: bytes }: Row, cdnUrl: string) {
  if (locale === null) return undefined
  const path = publicPath({ namespace, file })
  return { path, url: `${cdnUrl}/${token}/${path}`, bytes, locale, namespace: namespace ?? defaultNamespace }
}
