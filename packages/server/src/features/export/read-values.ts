import type { Syntax } from '@parlance/contract'
import type { Snapshot } from '../../db/snapshot.ts'
import { nothing, type Sql, sql } from '../../db/sql.ts'
import { amongKeys, type SelectedLocale, type SelectedNamespace, type Selection } from './selection.ts'
import { nothingElse, sizeOfWanted, type Wanted, type WantedFields } from './wanted.ts'

export interface ExportedValue extends WantedFields {
  /** Where its locale stands among those asked for. */
  position: number
  key: string
  value: string
  isPlural: boolean
  syntax: Syntax | null
}

/** The values of one locale and namespace, those of a file. */
export interface ValuesOfFile {
  locale: SelectedLocale
  namespace: SelectedNamespace
  values: AsyncGenerator<ExportedValue[], void, void>
}

/** A namespace with no more rows than this is read by one query for all its locales, a larger one by one for each. */
const SMALL = 20_000

/** What is read, beyond the texts, and of which of them. */
export interface Reading {
  /** A condition on a key `k` and its value `t`. */
  only?: Sql
  wanted?: Wanted
}

/** All files of a selection in a fixed order, empty ones too. They must be read one after the other, each to its end. */
export function* readFiles(
  snapshot: Snapshot,
  selection: Selection,
  { only = nothing, wanted = nothingElse }: Reading = {},
): Generator<ValuesOfFile, void, void> {
  for (const namespace of selection.namespaces) {
    const isSmall = namespace.keyCount * selection.locales.length <= SMALL
    for (const locales of isSmall ? [selection.locales] : selection.locales.map((locale) => [locale])) {
      const groups = new Groups(readValues(snapshot, selection, namespace, locales, { only, wanted }))
      for (const [at, locale] of locales.entries()) yield { locale, namespace, values: groups.upTo(at + 1) }
    }
  }
}

/** Hands out the rows of one query file by file. */
class Groups {
  readonly #source: AsyncGenerator<ExportedValue[], void, void>
  #rest: ExportedValue[] = []

  constructor(source: AsyncGenerator<ExportedValue[], void, void>) {
    this.#source = source
  }

  async *upTo(position: number): AsyncGenerator<ExportedValue[], void, void> {
    while (true) {
      if (this.#rest.length === 0) {
        const { value, done } = await this.#source.next()
        if (done) return
        this.#rest = value
      }
      const next = this.#rest.findIndex((row) => row.position > position)
      const mine = next < 0 ? this.#rest : this.#rest.slice(0, next)
      this.#rest = next < 0 ? [] : this.#rest.slice(next)
      if (mine.length > 0) yield mine
      if (next >= 0) return
    }
  }
}

const sizeOf = (row: ExportedValue) => row.key.length + row.value.length + sizeOfWanted(row)

function readValues(
  snapshot: Snapshot,
  selection: Selection,
  namespace: SelectedNamespace,
  locales: SelectedLocale[],
  { only, wanted }: Required<Reading>,
  order: Sql = sql`l.position, k.name`,
) {
  return snapshot.groups<ExportedValue>(
    sql`
    select l.position::int, k.name as key, coalesce(t.value, '') as value, k.is_plural as "isPlural", k.syntax
           ${wanted.columns}
    from unnest(${locales.map(({ id }) => id)}::bigint[]) with ordinality as l (id, position)
    cross join keys k
    ${joinValues(selection)} ${wanted.joins}
    where k.namespace_id = ${namespace.id} and k.deleted_at is null ${amongKeys(selection.keyIds)}
      ${ofStatus(selection)} ${only}
    order by ${order}`,
    sizeOf,
  )
}

/** The values of a namespace in all languages, key by key. */
export const readTable = (
  snapshot: Snapshot,
  selection: Selection,
  namespace: SelectedNamespace,
  { only = nothing, wanted = nothingElse }: Reading = {},
) => readValues(snapshot, selection, namespace, selection.locales, { only, wanted }, sql`k.name, l.position`)

/**
 * The keys of all namespaces in one file: outside the default one, their names begin with their namespace. A name can be
 * met by several so. It stays with the key of the default namespace, which is called so by itself, or else with the
 * oldest; the others are lost, and told.
 */
export async function* readAsOneFile(
  snapshot: Snapshot,
  selection: Selection,
  locale: SelectedLocale,
  wanted: Wanted = nothingElse,
  lost: (key: string) => void = () => {},
): AsyncGenerator<ExportedValue[], void, void> {
  const groups = snapshot.groups<ExportedValue>(
    sql`
    select 1 as position, (case when n.is_default then k.name else n.name || '.' || k.name end) collate "C" as key,
           coalesce(t.value, '') as value, k.is_plural as "isPlural", k.syntax ${wanted.columns}
    from (select ${locale.id}::bigint as id) l
    cross join keys k
    join namespaces n on n.id = k.namespace_id
    ${joinValues(selection)} ${wanted.joins}
    where n.id = any(${selection.namespaces.map(({ id }) => id)}::bigint[]) and k.deleted_at is null
      ${amongKeys(selection.keyIds)} ${ofStatus(selection)}
    order by key, not n.is_default, k.id`,
    sizeOf,
  )
  let last: string | undefined
  const isFirst = ({ key }: ExportedValue) => {
    const isNew = key !== last
    last = key
    if (!isNew) lost(key)
    return isNew
  }
  for await (const group of groups) {
    const first = group.filter(isFirst)
    if (first.length > 0) yield first
  }
}

/** An empty value is no value. */
const joinValues = ({ includeEmpty }: Selection) =>
  includeEmpty
    ? sql`left join translations t on t.key_id = k.id and t.locale_id = l.id`
    : sql`join translations t on t.key_id = k.id and t.locale_id = l.id and t.value <> ''`

const ofStatus = ({ statuses }: Selection) =>
  statuses ? sql`and coalesce(t.status, 'not_translated') = any(${statuses}::text[])` : sql``
