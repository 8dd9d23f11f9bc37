/** One language of a unit. What the file does not tell is left out. */
export interface TmxSegment {
  /** As the file spells it. */
  lang: string
  text: string
  usageCount?: number
  createdAt?: Date
  changedAt?: Date
  lastUsedAt?: Date
  author?: string
  /** Written by us alone, where the name does not tell: the account of the author, or that there is none. */
  authorId?: number | null
  /** Written by us alone. */
  projectId?: number
}

export interface TmxUnit {
  segments: TmxSegment[]
  context: string | null
}

/** The property that carries the context key. Where XML cannot hold the key, it is written as a JSON string. */
export const CONTEXT = 'x-context'
export const CONTEXT_AS_JSON = 'x-context-json'

/**
 * What TMX has no place for, in properties of our own that other tools pass over. Ids mean something only where they come
 * from, which is what the origin in the header tells. Milliseconds are those of creation, change and last use.
 */
export const ORIGIN = 'x-parlance-origin'
export const AUTHOR = 'x-parlance-author'
export const PROJECT = 'x-parlance-project'
export const MILLISECONDS = 'x-parlance-ms'

/** Characters that XML 1.0 cannot hold travel as empty inline elements of a type that names them (`x-u+1b`). */
export const characterType = (code: number) => `x-u+${code.toString(16)}`
const CHARACTER_TYPE = /^x-u\+([\da-f]{1,6})$/

export function characterOf(type: string | undefined): string {
  const code = Number.parseInt(CHARACTER_TYPE.exec(type ?? '')?.[1] ?? '0', 16)
  return isForbidden(code) ? String.fromCodePoint(code) : ''
}

export const isForbidden = (code: number) =>
  (code > 0 && code < 0x20 && code !== 0x9 && code !== 0xa && code !== 0xd) || code === 0xfffe || code === 0xffff
