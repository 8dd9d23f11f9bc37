import type { Entry } from '../entry.ts'
import type { WriteOptions } from '../format.ts'
import { i18nextMembers, type Member } from './convert.ts'
import { keptMembers } from './keep.ts'

/** The names of a key in a file and their texts. What cannot be said is remarked on. */
export type MembersOf = (entry: Entry, options: WriteOptions) => readonly Member[]

const REASONS = {
  unsayable: { code: 'value_not_convertible', message: 'i18next cannot say this, so it was left as an ICU message.' },
  invalid: { code: 'syntax_error', message: 'This is no valid ICU message, so it was left as it is.' },
} as const

/** What i18next cannot say stays as it is. */
export const toldMembers: MembersOf = (entry, options) => {
  const { locale, remark, placeholders = 'convert' } = options
  const said = placeholders === 'keep' ? keptMembers(entry, locale) : i18nextMembers(entry, locale)
  const { key, value } = entry
  if (typeof said === 'string') {
    remark?.({ severity: 'warning', key, ...REASONS[said] })
    return [[key, value]]
  }
  if (said.dropped.length > 0) tellDropped(key, said.dropped, options)
  return said.members
}

export function tellDropped(key: string, branches: readonly string[], { remark }: WriteOptions): void {
  const message = `Left out, because i18next has no form for these numbers: ${branches.join(', ')}.`
  remark?.({ severity: 'warning', code: 'branch_dropped', key, message })
}

/** A name that was made for a plural is also that of another key. */
export function tellWayGiven(key: string, name: string, winner: string, { remark }: WriteOptions): void {
  const message = `Its form "${name}" is left out: the text of the key "${winner}" stands there.`
  remark?.({ severity: 'warning', code: 'key_not_representable', key, message })
}
