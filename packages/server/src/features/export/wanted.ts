import type { Status } from '@parlance/contract'
import { nothing, type Sql, sql } from '../../db/sql.ts'
import { convertsValues, type Shape } from './shape.ts'

/** What files of some formats say of a value beside its text, under names that no field of an entry has. */
export interface WantedFields {
  keyDescription?: string | null
  keyLimit?: number | null
  valueStatus?: Status
  sourceText?: string | null
  /** As JSON. */
  keyData?: string | null
}

/** How that is read of a key `k` and its value `t`. What no file will say is not even looked up. */
export interface Wanted {
  columns: Sql
  joins: Sql
  /** The columns again, where all that was read of a value is called `v`. */
  ofValue: Sql
}

/** A name that was cut has 720 characters, a sign and 32 digits. */
const SHORTEST_CUT = 752

export const nothingElse: Wanted = { columns: nothing, joins: nothing, ofValue: nothing }

export const statusOfValues: Wanted = {
  columns: sql`, coalesce(t.status, 'not_translated') as "valueStatus"`,
  joins: nothing,
  ofValue: sql`, v."valueStatus"`,
}

export function wantedFor(
  shape: Pick<Shape, 'format' | 'placeholders'>,
  { source }: { source: { id: number } },
): Wanted {
  const { hasDescriptions, hasStatuses, needs = [] } = shape.format
  const isConverted = convertsValues(shape)
  const fields: [isWanted: boolean, column: Sql, ofValue: Sql, join?: Sql][] = [
    [hasDescriptions, sql`, k.description as "keyDescription"`, sql`, v."keyDescription"`],
    [hasStatuses, statusOfValues.columns, statusOfValues.ofValue],
    [needs.includes('characterLimit'), sql`, k.character_limit as "keyLimit"`, sql`, v."keyLimit"`],
    [
      isConverted || needs.includes('source'),
      sql`, s.value as "sourceText"`,
      sql`, v."sourceText"`,
      sql`left join translations s on s.key_id = k.id and s.locale_id = ${source.id}`,
    ],
    [
      isConverted || needs.includes('formatData'),
      sql`, f.data::text as "keyData"`,
      sql`, v."keyData"`,
      sql`left join key_format_data f on f.key_id = k.id`,
    ],
    // Joined, it would be read of all keys, of which hardly one has such a name.
    [
      needs.includes('names') && !isConverted,
      sql`, case when octet_length(k.name) > ${SHORTEST_CUT}
              then (select f.data::text from key_format_data f where f.key_id = k.id) end as "keyData"`,
      sql`, v."keyData"`,
    ],
  ]
  const wanted = fields.filter(([isWanted]) => isWanted)
  return {
    columns: joined(wanted.map(([, column]) => column)),
    ofValue: joined(wanted.map(([, , ofValue]) => ofValue)),
    joins: joined(wanted.map(([, , , join = nothing]) => join)),
  }
}

const joined = (parts: readonly Sql[]) => parts.reduce((all, part) => sql`${all} ${part}`, nothing)

export const sizeOfWanted = ({ keyDescription, sourceText, keyData }: WantedFields) =>
  (keyDescription?.length ?? 0) + (sourceText?.length ?? 0) + (keyData?.length ?? 0)
