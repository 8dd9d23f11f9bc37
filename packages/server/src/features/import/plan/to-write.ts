import type { Change } from '../../../changes/change.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import { type Contested, type MappedFile, planned } from './plan.ts'
import type { SaidOfKeys } from './said-of-keys.ts'

/** Ids as PostgreSQL writes a list of them: a hundred thousand pass through without being looked at. */
export type IdList = string

export type Pair = Pick<Contested, 'keyId' | 'localeId'>

export interface Write {
  sessionId: string
  files: readonly MappedFile[]
  created: IdList
  /** Their parameters, and nobody else's change. */
  areAsksKnown?: boolean
  /** Conflicts in which the file has the last word. */
  accepted: readonly Pair[]
  /** Texts that are left out although nothing is in their way. */
  leftOut?: readonly Pair[]
  /** Keys to be removed for good: none of them is in the trash, and only who takes back the import brings them back. */
  removed: IdList
  /** What the import had to create before: namespaces, locales. */
  before: readonly Change[]
  /** The import has texts for all of them. */
  said?: SaidOfKeys
  /** Texts that are not called translated, whatever their files say. */
  faulty?: readonly Pair[]
}

/** What files bring in their own languages. */
export const toWrite = ({ sessionId, files, accepted, leftOut = [], faulty = [] }: Write): Sql => sql`
  select r.position, r.key_id, r.locale_id, r.value, case when f.key_id is null or r.told_status <> 'translated' then r.told_status end as status
  from (${planned(sessionId, files)}) r
  left join ${pairs(faulty)} as f (key_id, locale_id) on f.key_id = r.key_id and f.locale_id = r.locale_id
  left join ${pairs(accepted)} as a (key_id, locale_id) on a.key_id = r.key_id and a.locale_id = r.locale_id
  left join ${pairs(leftOut)} as o (key_id, locale_id) on o.key_id = r.key_id and o.locale_id = r.locale_id
  where (r.outcome in ('added', 'updated') and o.key_id is null)
    or (r.outcome = 'conflict' and a.key_id is not null)`

const pairs = (list: readonly Pair[]): Sql => sql`
  unnest(${`{${list.map(({ keyId }) => keyId).join(',')}}`}::bigint[],
         ${`{${list.map(({ localeId }) => localeId).join(',')}}`}::bigint[])`
