import type { Body, contract } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import { type Subject, subjectColumns } from './subjects.ts'

type Preview = Body<typeof contract.previewIssues>
export type PreviewedItem = Extract<Preview, { items: unknown }>['items'][number]
type OfKey = Extract<PreviewedItem, { keyId: number }>
export type OfText = Exclude<PreviewedItem, OfKey>

/** Null for a text that belongs to no key. */
type Place = { keyId: number; key: string; namespace: string; translationId: number | null } | null

/** A text that is not stored, and all that is asked about it to know what would be wrong with it. */
export interface PreviewedText extends Omit<Subject, 'translationId'> {
  place: Place
}

export interface NamedLocale {
  id: number
  code: string
  isSource: boolean
}

const isOfKey = (item: PreviewedItem): item is OfKey => 'keyId' in item

/** One for each item, in their order, in the languages that they name. */
export async function readPreviewed(
  db: Handle,
  access: ProjectAccess,
  sourceLocale: string,
  items: readonly PreviewedItem[],
  locales: readonly NamedLocale[],
  now: Date,
): Promise<PreviewedText[]> {
  const keys = await readKeys(db, access, items, locales, now)
  return items.map((item, at) => {
    const locale = locales[at] as NamedLocale
    if (!isOfKey(item)) return ofText(item, locale, sourceLocale)
    const { key, namespace, translationId, stored, ...subject } = keys.get(at) ?? missing()
    const { value } = item
    // What stays as it is stays outdated; what is new would be written after its source.
    const isOutdated = subject.isOutdated && value === stored
    return { ...subject, value, isOutdated, place: { keyId: item.keyId, key, namespace, translationId } }
  })
}

function missing(): never {
  throw fault('keyNotFound')
}

const ofText = (item: OfText, { id, code, isSource }: NamedLocale, sourceLocale: string): PreviewedText => ({
  keyId: 0,
  localeId: id,
  locale: code,
  value: item.value,
  source: isSource ? null : item.source,
  sourceLocale,
  syntax: item.syntax ?? null,
  isPlural: item.isPlural ?? false,
  lengthHint: charactersOf(item.lengthHint ?? null),
  isOutdated: false,
  isInconsistent: false,
  place: null,
})

/** As observations tell it; what says nothing about characters is nothing. */
function charactersOf(lengthHint: string | number | null): number | null {
  if (typeof lengthHint !== 'string') return lengthHint
  const [, characters] = /^([1-9]\d{0,6})ch$/.exec(lengthHint) ?? []
  return characters === undefined ? null : Number(characters)
}

interface KeyRow extends Omit<Subject, 'translationId' | 'value'> {
  at: number
  key: string
  namespace: string
  translationId: number | null
  stored: string | null
}

/** By the place of the item; those that name no living key of the project are missing. */
async function readKeys(
  db: Handle,
  { projectId, sourceLocaleId }: ProjectAccess,
  items: readonly PreviewedItem[],
  locales: readonly NamedLocale[],
  now: Date,
): Promise<Map<number, Omit<KeyRow, 'at'>>> {
  const named = items.flatMap((item, at) => (isOfKey(item) ? [{ at, keyId: item.keyId }] : []))
  if (named.length === 0) return new Map()
  const rows = await db.rows<KeyRow>(sql`
    select a.at, k.name as key, n.name as namespace, ${subjectColumns(sql`t.value`, now)}, t.value as stored,
           false as "isInconsistent"
    from unnest(
      ${named.map(({ at }) => at)}::int[], ${named.map(({ keyId }) => keyId)}::bigint[],
      ${named.map(({ at }) => locales[at]?.id)}::bigint[]
    ) as a (at, key_id, locale_id)
    join keys k on k.id = a.key_id and k.project_id = ${projectId} and k.deleted_at is null
    join namespaces n on n.id = k.namespace_id
    join locales l on l.id = a.locale_id
    join locales sl on sl.id = ${sourceLocaleId}
    left join translations t on t.key_id = k.id and t.locale_id = a.locale_id
    left join translations s
      on s.key_id = k.id and s.locale_id = ${sourceLocaleId} and a.locale_id <> ${sourceLocaleId}`)
  return new Map(rows.map(({ at, ...key }) => [at, key]))
}
