import type { ChangeEvent } from '@parlance/contract'
import type { Sql } from '../db/sql.ts'

/** A fact about a project. `before` and `after` hold what differs, null where there is no such side. */
export interface Change {
  event: ChangeEvent
  keyId?: number
  key?: string
  namespace?: string
  translationId?: number
  locale?: string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

/** The numbers of changes that belong together, both ends included. */
export interface ChangeRange {
  fromId: number
  toId: number
}

/** Facts made by the database itself: statements that write, and a query over what they returned. */
export interface Facts {
  /** Common table expressions, without WITH. */
  from: Sql
  /** Columns: position, event, key_id, key_name, namespace, translation_id, locale, before, after. */
  select: Sql
  /** What the statements refused, if they may: rows that come back as they are. */
  refused?: Sql
}
