import { characterCount, endOfCharacters } from '@parlance/checks'

/** What one answer may hold of texts, in characters: some 10,000 tokens, which no agent chokes on. */
const ROOM = 40_000

/** How long each of so many texts may be, so that all of them together fit. A beginning is always shown. */
export const roomFor = (texts: number, most = 2000): number =>
  Math.max(80, Math.min(most, Math.floor(ROOM / Math.max(1, texts))))

export interface Cut {
  text: string | null
  /** In characters, where the text is only the beginning of the whole; else null. */
  cutFrom: number | null
}

/** The beginning of a text, and how long all of it is. */
export function cut(text: string | null, room: number): Cut {
  if (text === null) return { text, cutFrom: null }
  const end = endOfCharacters(text, room)
  return end === text.length ? { text, cutFrom: null } : { text: text.slice(0, end), cutFrom: characterCount(text) }
}

/** The same where it matters little what is left out. */
export function shortened(text: string, room: number): string
export function shortened(text: string | null, room: number): string | null
export function shortened(text: string | null, room: number): string | null {
  const { text: beginning, cutFrom } = cut(text, room)
  return cutFrom === null ? beginning : `${beginning}…`
}
