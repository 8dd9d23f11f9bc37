import { endOfCharacters, isLonger } from '@parlance/checks'
import { limits } from '@parlance/contract/limits'

/** A description as long as one may be. Whoever cuts says so with a remark. */
export function cutDescription(description: string): { description: string; isCut: boolean } {
  if (!isLonger(description, limits.keyDescription)) return { description, isCut: false }
  return { description: description.slice(0, endOfCharacters(description, limits.keyDescription)), isCut: true }
}
