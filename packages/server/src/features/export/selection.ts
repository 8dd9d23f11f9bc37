import type { Status } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { chosenLocales } from '../projects/index.ts'

/** What a request asks for. An empty list asks for everything, like none. */
export interface Asked {
  keyIds?: number[]
  localeCodes?: string[]
  namespaces?: string[]
  statuses?: Status[]
  includeEmpty?: boolean
}

export interface SelectedLocale {
  id: number
  code: string
}

export interface SelectedNamespace {
  id: number
  name: string
  isDefault: boolean
  /** How many keys are selected in it. */
  keyCount: number
}

/** What it comes to in the project, for this caller. */
export interface Selection {
  locales: SelectedLocale[]
  namespaces: SelectedNamespace[]
  /** It comes to one, or only one was named, which may not be there. */
  isOneNamespace: boolean
  keyIds: number[] | undefined
  statuses: Status[] | undefined
  includeEmpty: boolean
}

export async function select(db: Handle, access: ProjectAccess, asked: Asked): Promise<Selection> {
  const { chosen: locales } = await chosenLocales(db, access, asked.localeCodes)
  const namespaces = await selectNamespaces(db, access.projectId, asked)
  return {
    locales,
    namespaces,
    isOneNamespace: namespaces.length === 1 || new Set(asked.namespaces).size === 1,
    keyIds: asked.keyIds,
    statuses: asked.statuses?.length ? asked.statuses : undefined,
    includeEmpty: asked.includeEmpty === true,
  }
}

/** The default one first. Of chosen keys, only the namespaces they are in. */
async function selectNamespaces(db: Handle, projectId: number, { namespaces, keyIds }: Asked) {
  const byName = namespaces?.length ? sql`and n.name = any(${namespaces}::text[])` : sql``
  const found = await db.rows<SelectedNamespace>(sql`
    select n.id, n.name, n.is_default as "isDefault",
           (select count(*) from keys k
            where k.namespace_id = n.id and k.deleted_at is null ${amongKeys(keyIds)}) as "keyCount"
    from namespaces n
    where n.project_id = ${projectId} and n.deleted_at is null ${byName}
    order by not n.is_default, n.name`)
  return keyIds ? found.filter(({ keyCount }) => keyCount > 0) : found
}

export const amongKeys = (keyIds: number[] | undefined) => (keyIds ? sql`and k.id = any(${keyIds}::bigint[])` : sql``)
