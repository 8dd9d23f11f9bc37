import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { endOfCharacters, isLonger } from '@parlance/checks'
import { limits } from '@parlance/contract/limits'

const KEPT = 720
const DIGITS = 32
/** To hash longer ones takes longer than a step may. */
export const LONGEST_NAME = 2 ** 20
/** Too long for a key, so that whoever adds the entry tells it as an error. */
const OF_LONGEST = 2 ** 12

/** Longer names do not fit into the data of a format; a hash tells them apart. */
export const LONGEST_KEPT_NAME = 2_000
/** A hash of a beginning that all names of a branch share is worked out for each of them, so it must not take long. */
export const LONGEST_PREFIX = 4_096

/**
 * The key under which a name of a file is stored. One that is too long is cut, and told from others by a hash of all of
 * it: gettext takes whole paragraphs for names. The family of formats keeps the whole name (`formatData.po.name`).
 */
export function storedKey(name: string): string {
  if (!isLonger(name, limits.keyName)) return name
  if (name.length > LONGEST_NAME) return name.slice(0, OF_LONGEST)
  const hash = bytesToHex(sha256(new TextEncoder().encode(name)))
  return `${name.slice(0, endOfCharacters(name, KEPT))}#${hash.slice(0, DIGITS)}`
}

export const shortened = (name: string) => `${name.slice(0, endOfCharacters(name, limits.keyName))}…`

/** The name that a file of this family has for a key. */
export function nameOfKey(
  key: string,
  formatData: Readonly<Record<string, unknown>> | undefined,
  family: string,
): string {
  const own = formatData?.[family]
  const name = typeof own === 'object' && own !== null ? (own as { name?: unknown }).name : undefined
  // A key may have been renamed since: only the name it stands for counts.
  return typeof name === 'string' && storedKey(name) === key ? name : key
}
