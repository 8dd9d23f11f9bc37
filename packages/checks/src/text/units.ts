import type { Syntax } from '@parlance/contract/syntaxes'
import { type Part, readMessage } from './message.ts'
import { messageUnits, type Plural } from './message-units.ts'
import { placeholdersIn } from './placeholders.ts'
import { Unit } from './unit.ts'

/** A value taken apart, as all checks see it. */
export interface TakenApart {
  units: readonly Unit[]
  plurals: readonly Plural[]
}

/**
 * What a text is as a message: its parts, `plain` where it has nothing of one (most have not), `broken` where it is none.
 * Nothing is a message in another syntax than ICU, plurals aside, whose values are messages in every syntax.
 */
export type ReadText = readonly Part[] | 'plain' | 'broken'

export function readText(text: string, syntax: Syntax, isPlural: boolean): ReadText {
  if ((syntax !== 'icu' && !isPlural) || !/[{}']/.test(text)) return 'plain'
  return readMessage(text) ?? 'broken'
}

/** A text that is no message is one text as it stands. */
export const takeApart = (text: string, read: ReadText, syntax: Syntax): TakenApart =>
  typeof read === 'string' ? asItStands(text, syntax) : messageUnits(text, read, syntax)

function asItStands(text: string, syntax: Syntax): TakenApart {
  const placeholders = syntax === 'icu' ? [] : placeholdersIn(text, syntax)
  return { units: [new Unit(null, text, placeholders, [])], plurals: [] }
}
