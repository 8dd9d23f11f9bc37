import type { Entry } from '../entry.ts'
import type { WriteOptions } from '../format.ts'
import type { JsonDraft } from '../json/json-draft.ts'
import { CATEGORIES, formsOf } from '../plural-message.ts'
import { besideTexts } from './apple-data.ts'
import { memberOf } from './catalog.ts'
import { localizationOf, sorted, stringUnit, textsFor } from './localization.ts'
import { stateOf, statusOf } from './states.ts'
import type { Said } from './texts-of-key.ts'
import { PLAIN, type Unit, type Units } from './units.ts'

/** Brings a localization of a file up to date. */
export function editLocalization(draft: JsonDraft, said: Said, entry: Entry, remark: WriteOptions['remark']): void {
  const { localization, units, value = '' } = said
  if (!localization) return
  // A text may stand there that is no translation.
  if (entry.value === '' && said.status === 'not_translated') return
  const texts = value === entry.value ? textsIn(units) : wantedIn(said, entry, remark)
  const isSameKind = (units.plural !== undefined) !== texts.has(PLAIN)
  if (value !== entry.value && (!isSameKind || units.forms.size === 0)) {
    const fresh = localizationOf(texts, stateOf(entry), besideTexts(localization))
    draft.replace(localization, sorted(fresh))
    return
  }
  const hasNewStatus = said.status !== undefined && said.status !== entry.status
  for (const [category, text] of texts) {
    const unit = units.forms.get(category)
    if (unit) editUnit(draft, unit, text, entry, hasNewStatus)
    else if (units.plural)
      draft.insert(units.plural, { members: [[category, { stringUnit: stringUnit(text, stateOf(entry)) }]] })
  }
  for (const category of units.forms.keys()) {
    const form = texts.has(category) ? undefined : memberOf(units.plural, category)
    if (form) draft.remove(form)
  }
}

/** Whether the name of a key says in a program what an entry says, or more than that. */
export const isSaidBy = (said: Said, entry: Entry) =>
  entry.value === '' || entry.value === said.value || wantedIn(said, entry, undefined).get(PLAIN) === textOf(said.units)

const textOf = ({ forms }: Units) => forms.get(PLAIN)?.value.text

const textsIn = ({ forms }: Units) => new Map(Array.from(forms, ([category, { value }]) => [category, value.text]))

/** The texts that a localization should have, in forms or in one as it has them now where both say the same. */
function wantedIn({ units, locale }: Said, entry: Entry, remark: WriteOptions['remark']): Map<string, string> {
  const { forms, plural } = units
  if (entry.value === '') return new Map(Array.from(forms.keys(), (category) => [category, '']))
  const isPlural = entry.isPlural || (plural !== undefined && formsOf(entry) !== undefined)
  const texts = textsFor({ ...entry, isPlural }, locale, remark)
  const other = texts.get('other')
  if (!plural && other !== undefined && texts.size === 1) return new Map([[PLAIN, other]])
  // The form for all other numbers was said by the last one that there is.
  const last = CATEGORIES.findLast((category) => forms.has(category))
  if (plural && last !== 'other' && other === forms.get(last ?? '')?.value.text) texts.delete('other')
  return texts
}

/** What has a state that nobody knows keeps it. */
function editUnit(draft: JsonDraft, unit: Unit, text: string, entry: Entry, hasNewStatus: boolean): void {
  const isNew = unit.value.text !== text
  if (isNew) draft.replace(unit.value, text)
  const before = statusOf(unit.state)
  const state = memberOf(unit.node, 'state')
  if ((isNew || hasNewStatus) && state && before && entry.status && before !== entry.status)
    draft.replace(state, stateOf(entry))
}
