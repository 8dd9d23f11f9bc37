import type { Entry } from '../src/entry.ts'
import type { WriteOptions } from '../src/format.ts'
import type { Remark } from '../src/remark.ts'

/** A file and what it says. It is read and must give the entries, and these are written and must give the text. */
export interface FormatCase {
  title: string
  text: string
  entries: Entry[]
  /** English, flat and minified when left out. */
  options?: Partial<WriteOptions>
  /** For files that nobody would write so, and for entries that a file cannot give back. */
  only?: 'read' | 'write'
  remarks?: Pick<Remark, 'severity' | 'code' | 'key'>[]
}

/** A file that is none of its format. */
export interface UnreadableCase {
  title: string
  text: string | Uint8Array
  code: Remark['code']
}
