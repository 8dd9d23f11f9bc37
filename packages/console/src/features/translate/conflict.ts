/** A version of a value, as the service tells it. */
export interface Version {
  value: string | null
  /** Null: there is no value. */
  updatedAt: string | null
}

/** What becomes of a text that was typed over `base`, now that the service has `current`. */
export type Verdict =
  /** Nothing has happened meanwhile. */
  | 'unchanged'
  /** It was written anew with the text that was typed over: mine goes on from there. */
  | 'rebase'
  /** They wrote what I wrote: there is nothing left to save. */
  | 'same'
  /** They wrote something that I have not seen. A person decides. */
  | 'conflict'

/** No text and an empty one look alike, so nobody is asked to choose between them. */
export const isSameText = (a: string | null, b: string | null) => (a ?? '') === (b ?? '')

export function judge(base: Version, mine: string, current: Version): Verdict {
  if (current.updatedAt === base.updatedAt || isOlder(current, base)) return 'unchanged'
  return judgeChanged(base, mine, current)
}

/** The same where the service itself says that it was changed. */
export function judgeChanged(base: Version, mine: string, current: Version): Exclude<Verdict, 'unchanged'> {
  if (isSameText(current.value, mine)) return 'same'
  return isSameText(current.value, base.value) ? 'rebase' : 'conflict'
}

/** Times of one value never repeat and never go back: an earlier one is an answer that was overtaken. */
function isOlder(current: Version, base: Version): boolean {
  if (base.updatedAt === null) return false
  return current.updatedAt === null || Date.parse(current.updatedAt) < Date.parse(base.updatedAt)
}
