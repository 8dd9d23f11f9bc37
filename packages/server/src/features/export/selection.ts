import type { Status } from '@parlance/contract'
import { type Format, hasFilesByLocale } from '@parlance/formats'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { wrongField } from '../../http/errors.ts'
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
  source: SelectedLocale
  /** Whether texts in the source language may be seen, and what concerns all languages. */
  sees: { source: boolean; everything: boolean }
  namespaces: SelectedNamespace[]
  keyIds: number[] | undefined
  statuses: Status[] | undefined
  includeEmpty: boolean
}

/** How a refusal calls an item of a list. */
type FieldOf = (list: 'localeCodes' | 'namespaces', at: number) => string

/** A name that the project does not have is refused: a build could mistake what came without it for all there is. */
export async function select(
  db: Handle,
  access: ProjectAccess,
  asked: Asked,
  fieldOf: FieldOf = (list, at) => `${list}.${at}`,
): Promise<Selection> {
  const { chosen, visible, source, unknown } = await chosenLocales(db, access, asked.localeCodes)
  if (unknown >= 0)
    throw wrongField(
      fieldOf('localeCodes', unknown),
      `The project does not have the language \`${asked.localeCodes?.[unknown]}\`.`,
    )
  const found = await findNamespaces(db, access.projectId, asked)
  const known = new Set(found.map(({ name }) => name))
  const missing = asked.namespaces?.findIndex((name) => !known.has(name)) ?? -1
  if (missing >= 0)
    throw wrongField(
      fieldOf('namespaces', missing),
      `The project does not have the namespace \`${asked.namespaces?.[missing]}\`.`,
    )
  const namespaces = asked.keyIds ? found.filter(({ keyCount }) => keyCount > 0) : found
  return {
    locales: chosen,
    source: { id: access.sourceLocaleId, code: source?.code ?? '' },
    sees: { source: visible.some(({ isSource }) => isSource), everything: access.localeCodes === null },
    namespaces,
    keyIds: asked.keyIds,
    statuses: asked.statuses?.length ? asked.statuses : undefined,
    includeEmpty: asked.includeEmpty === true,
  }
}

/** Chosen keys in one language are one file, whatever their namespaces; unless its format holds all languages. */
export const isOneFile = ({ keyIds, locales }: Selection, { isMultiLocale }: Format) =>
  keyIds !== undefined && locales.length === 1 && !isMultiLocale

/**
 * What of it goes into files of a format. A template is for no language: it is written once, of all keys, for which the
 * source language stands if it was chosen.
 */
export function selectedFor(format: Format, selection: Selection): Selection {
  if (format.isMultiLocale || hasFilesByLocale(format)) return selection
  const { locales, source } = selection
  const [first = source] = locales
  return { ...selection, locales: [locales.find(({ id }) => id === source.id) ?? first], includeEmpty: true }
}

/** The default one first. */
function findNamespaces(db: Handle, projectId: number, { namespaces, keyIds }: Asked) {
  const byName = namespaces?.length ? sql`and n.name = any(${namespaces}::text[])` : sql``
  return db.rows<SelectedNamespace>(sql`
    select n.id, n.name, n.is_default as "isDefault",
           (select count(*) from keys k
            where k.namespace_id = n.id and k.deleted_at is null ${amongKeys(keyIds)}) as "keyCount"
    from namespaces n
    where n.project_id = ${projectId} and n.deleted_at is null ${byName}
    order by not n.is_default, n.name`)
}

export const amongKeys = (keyIds: number[] | undefined) => (keyIds ? sql`and k.id = any(${keyIds}::bigint[])` : sql``)
