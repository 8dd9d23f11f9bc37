import type { Syntax } from '@parlance/contract/syntaxes'
import type { Placeholder } from './text/placeholder.ts'
import { placeholdersIn } from './text/placeholders.ts'
import { tagsIn } from './text/tag.ts'

/** A part of a text that a translator must not touch. */
export interface Untouched {
  text: string
  start: number
  /** `%s` and `{}` are the next one, whichever that is: with another before it, it would be another. */
  isByOrder: boolean
}

/** ICU texts may be of any program that never said so: i18next placeholders, those of printf, and tags that are not closed. */
const IN_MESSAGES = /\{\{[^{}]*\}\}|%(?:\d+\$)?[sd@]|%\(\w+\)[sd]|<\/?[a-z][^<>]*>/gi
/** Where the text is no ICU message, single braces are somebody's placeholders as well. */
const IN_OTHERS = new RegExp(`${IN_MESSAGES.source}|\\{[^{}]*\\}`, 'gi')

/** In a text of a message, without its quotes, or in one that is no message; in the order of the text. */
export function untouchedIn(text: string, syntax: Syntax, isInMessage: boolean): Untouched[] {
  if (syntax === 'icu') {
    const pattern = isInMessage ? IN_MESSAGES : IN_OTHERS
    return Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
      text: found,
      start: index,
      isByOrder: false,
    }))
  }
  const placeholders = placeholdersIn(text, syntax)
  const byOrder = new Set(placeholders.filter(goesByOrder).map(({ start }) => start))
  const spans = [...placeholders, ...tagsIn(text, placeholders)].sort((a, b) => a.start - b.start || b.end - a.end)
  let at = 0
  return spans.flatMap(({ start, end }) => {
    // What stands in a tag goes with it.
    if (start < at) return []
    at = end
    return [{ text: text.slice(start, end), start, isByOrder: byOrder.has(start) }]
  })
}

const goesByOrder = ({ name, spelled }: Placeholder) =>
  /^\d+$/.test(name) && /^(?:%(?!\d{1,3}\$|L?\d{1,2}$|\()|\{(?!\s*\w))/.test(spelled)
