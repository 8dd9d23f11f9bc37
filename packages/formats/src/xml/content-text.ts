import { plainText } from './pieces.ts'

/** Longer content is too long as a text, however it is spelled. */
const LONGEST = 2 ** 20
/** Still too long. */
const KEPT = 2 ** 18

/** What the content of an element says, or the beginning of what nobody can store; see `plainText`. */
export const contentText = (xml: string, characterOf?: (tag: string) => string | undefined) =>
  xml.length > LONGEST ? xml.slice(0, KEPT) : plainText(xml, characterOf)
