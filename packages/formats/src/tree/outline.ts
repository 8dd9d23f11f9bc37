/** What a scanner can tell of a value that holds no others. */
export type ScalarType = 'text' | 'number' | 'boolean' | 'null'

export interface Leaf {
  key: string
  type: ScalarType
  value: string
  from: number
  to: number
  branch: Branch
  /** Undefined where it came from another branch. */
  member?: Member
  /** Where the text itself stands, if the file only refers to it here. */
  origin?: number
}

export interface Member {
  name: string
  /** Of its name; in a list, of what announces it. */
  from: number
  /** Of the comments that are about it. */
  lead: number
  /** Behind its value. */
  to: number
  comma?: number | undefined
  /** What it holds. Neither, where a program would have to work it out. */
  leaf?: Leaf
  branch?: Branch
}

/** An object or a list of a file. */
export interface Branch {
  /** As names begin below it, without the last dot. */
  key: string
  isList: boolean
  locale?: string
  names: Set<string>
  /** What the names of its members begin with, or what is left of each of them when that alone is too long. */
  prefix: string
  isTooLong: boolean
  /** Its members are the forms of one plural. */
  isPlural: boolean
  /** What is said directly before its name. */
  comment?: string
  /** Members so far. */
  size: number
  from: number
  to: number
  /** It stands elsewhere in the file, and is only referred to here. */
  isShared: boolean
  /** Filled for those who patch. */
  members: Member[]
}

/** Where everything stands in a file that is to be patched, in the order of the file. */
export interface Outline {
  branches: Branch[]
  leaves: Leaf[]
}
