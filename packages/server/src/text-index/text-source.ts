import type { Handle } from '../db/pool.ts'
import type { Changes, Match } from './engine/index.ts'
import type { Lengths } from './similarity.ts'

/** What changed up to a position; positions only grow. */
export interface Batch extends Changes {
  position: number
}

export interface Amount {
  texts: number
  /** Of few texts, that is; for many an average will do. */
  characters?: number
}

/** Texts in the database that an index can follow: all of them first, then what was committed after a position. */
export interface TextSource {
  /** Under which its index is kept. */
  readonly name: string
  /** How much there is of them, where it matters; 0 texts also where they are not to be indexed. */
  measure(db: Handle): Promise<Amount>
  read(db: Handle, after: number | undefined): AsyncGenerator<Batch>
}

/** A text as it is compared. */
export interface TextRow {
  id: number
  sourceText: string
}

/** A text that was found, with what its feature tells of it. */
export interface FoundRow {
  id: number
}

/** The same texts as a search sees them. */
export interface SearchedTexts<Row extends FoundRow> extends TextSource {
  /** What a search has found, as it is in the database now; what is gone is missing. */
  find(db: Handle, found: readonly Match[]): Promise<readonly Row[]>
  /** All of them, page by page. Those that do not have an admissible length may be left out. */
  pages(db: Handle, admissible: () => Lengths): AsyncGenerator<readonly TextRow[]>
}
