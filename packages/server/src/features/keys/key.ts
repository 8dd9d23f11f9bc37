import type { Status } from '@parlance/contract'
import { presentValue, type ValueRow } from '../translations/index.ts'

export interface KeyRow {
  id: number
  key: string
  namespace: string
  namespaceId: number
  description: string | null
  isPlural: boolean
  characterLimit: number | null
  createdAt: Date
  updatedAt: Date
}

/** A value as the key list reads it, with its locale and its review. */
export interface ListedValueRow extends ValueRow {
  locale: string
  status: Status
  reviewedBy: number | null
  reviewedAt: Date | null
}

function presentMetadata(row: KeyRow) {
  return {
    id: row.id,
    key: row.key,
    namespace: row.namespace,
    namespaceId: row.namespaceId,
    description: row.description,
    isPlural: row.isPlural,
    characterLimit: row.characterLimit,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

// Locale codes are map keys chosen by users, so the map is built from entries: assigning `__proto__` would lose it.
const mapOf = <T>(entries: [string, T][]): Record<string, T> => Object.fromEntries(entries)

export const presentKey = (row: KeyRow, values: (ValueRow & { locale: string })[]) => ({
  ...presentMetadata(row),
  translations: mapOf(values.map((value) => [value.locale, presentValue(value)])),
})

export const presentListedKey = (row: KeyRow, values: ListedValueRow[]) => ({
  ...presentMetadata(row),
  translations: mapOf(
    values.map((value) => [
      value.locale,
      {
        ...presentValue(value),
        reviewedBy: value.reviewedBy,
        reviewedAt: value.reviewedAt?.toISOString() ?? null,
      },
    ]),
  ),
})
