import { pluralCategories } from '@parlance/checks'
import type { Entry } from '../entry.ts'
import { CATEGORIES, formsOf } from '../plural-message.ts'
import type { Said, Unsaid } from './convert.ts'

/** A text as it is stored. Of a plural in another syntax than ICU that is what stands in its branches. */
export function keptMembers(entry: Entry, locale: string): Said | Unsaid {
  const { key, value, isPlural = false, syntax } = entry
  const forms = isPlural && (syntax ?? 'icu') !== 'icu' ? formsOf(entry) : undefined
  // i18next looks for the bare name where it finds no form, and has a plugin for messages of ICU.
  if (!forms) return { members: [[key, value]], dropped: [] }
  const { type, branches } = forms
  const needed = new Set(pluralCategories(locale, type))
  const texts = new Map<string, string>()
  for (const category of CATEGORIES) {
    const text = branches.get(category) ?? (needed.has(category) ? branches.get('other') : undefined)
    if (text !== undefined) texts.set(category, text)
  }
  const none = branches.get('=0')
  if (none !== undefined && type === 'cardinal') texts.set('zero', none)
  const dropped = [...branches.keys()].filter(
    (branch) => branch.startsWith('=') && (branch !== '=0' || type === 'ordinal'),
  )
  const before = type === 'ordinal' ? 'ordinal_' : ''
  return { members: Array.from(texts, ([category, text]) => [`${key}_${before}${category}`, text]), dropped }
}
