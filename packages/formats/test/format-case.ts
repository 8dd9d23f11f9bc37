import type { Arbitrary } from 'fast-check'
import type { Entry } from '../src/entry.ts'
import type { WriteOptions } from '../src/format.ts'
import type { Remark } from '../src/remark.ts'

/** A file and what it says. It is read and must give the entries, and these are written and must give the text. */
export interface FormatCase {
  title: string
  /** In UTF-8, or the bytes of what is something else. */
  text: string | Uint8Array
  entries: Entry[]
  /** English, flat and minified when left out. */
  options?: Partial<WriteOptions>
  /** For files that nobody would write so, and for entries that a file cannot give back. */
  only?: 'read' | 'write'
  remarks?: Pick<Remark, 'severity' | 'code' | 'key'>[]
}

/** A file that exists, what a project has by now, and what becomes of the file. */
export interface PatchCase {
  title: string
  base: string | Uint8Array
  /** The whole of the project, in any order. */
  entries: Entry[]
  text: string | Uint8Array
  options?: Partial<WriteOptions>
  remarks?: Pick<Remark, 'severity' | 'code' | 'key'>[]
}

/** What `cases.ts` of a format exports. */
export interface FormatCases {
  cases: FormatCase[]
  unreadable: UnreadableCase[]
  patches?: PatchCase[]
  /**
   * Any entries that the format can hold, written for English: they must come back as they are, patched or not. Left
   * out: any names and texts.
   */
  arbitrary?: Arbitrary<Entry[]>
}

/** A file that is none of its format. */
export interface UnreadableCase {
  title: string
  text: string | Uint8Array
  code: Remark['code']
}
