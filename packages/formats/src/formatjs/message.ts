import type { Entry } from '../entry.ts'
import type { NewValue } from '../json/json-style.ts'
import type { TextIn } from '../json/key-places.ts'
import { aboutEntry } from '../json/told-data.ts'
import { textMember } from '../json/told-text.ts'

export const FAMILY = 'formatjs'
const TEXT = 'defaultMessage'

/** The text of an object that is a message and no branch. */
export const messageIn: TextIn = (object) => textMember(object, TEXT)

interface Message {
  value: NewValue
  /** Whether there is anything to say that a text alone would not. */
  isTold: boolean
}

/** How a file says an entry where messages are objects. */
export function messageOf(entry: Entry): Message {
  const about = aboutEntry(entry, FAMILY, TEXT)
  return { value: Object.fromEntries([[TEXT, entry.value], ...about]), isTold: about.length > 0 }
}

/** In an object around it, a text of this name would make a message of that. */
export const isMisread = (name: string) => name.endsWith(`.${TEXT}`)
