import type { Pattern } from './pattern.ts'

/** Where something stands, both counted from 1. */
export interface Place {
  line: number
  column: number
}

/** Null: it may be any. Undefined: the default one. */
export type NamespaceName = string | null | undefined

/** A place where code asks for a text. */
export interface Use extends Place {
  namespace: NamespaceName
  /** Keys that will do, the first that is there. One of them must be; it is the last that is called missing. */
  ways: readonly Pattern[]
  /** Keys that are used if they are there, and that nobody is told about. */
  quiet?: readonly Pattern[]
  /** With one of these behind it, so is each of `ways`. */
  endings?: readonly `_${string}`[]
  /** Only asks whether there is one. */
  isOptional?: boolean
  /** The line where the whole expression begins. */
  from: number
}

/** What a comment says: keys like these are used. */
export interface Kept extends Place {
  pattern: string
}

/** A part that nobody here can read: it may ask for anything. */
export interface Unread extends Place {
  message: string
}

export const unreadIn = (language: string) => `A template in ${language} cannot be read: it may use any key.`

/** All that a file says of keys. */
export interface FileKeys {
  uses: Use[]
  kept: Kept[]
  unread: Unread[]
}
