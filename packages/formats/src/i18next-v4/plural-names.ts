import { pluralCategories } from '@parlance/checks'
import type { Entry } from '../entry.ts'
import { CATEGORIES, pluralMessage } from '../plural-message.ts'

/** The texts of a file by their names. */
export type Texts = ReadonlyMap<string, string>

/** A key that a file has several names for. */
export interface PluralNames {
  key: string
  type: 'cardinal' | 'ordinal'
  /** By category, in the order of these; at the last one the key is read. */
  forms: ReadonlyMap<string, string>
}

/** The plural that a name is a form of. */
export type FindPlural = (name: string, texts: Texts, locale: string) => PluralNames | undefined

/** A key as the file says it, and all names that it says it by. */
export interface Joined {
  entry: Entry
  names: string[]
}

/** What a name stands for; undefined where the text is told at another name. */
export function joinedAt(name: string, texts: Texts, locale: string, find: FindPlural): Joined | undefined {
  const plural = find(name, texts, locale)
  if (!plural) return { entry: { key: name, value: texts.get(name) ?? '', syntax: 'i18next' }, names: [name] }
  const names = [...plural.forms.values()]
  if (names.at(-1) !== name) return undefined
  const branches = new Map<string, string>()
  for (const [category, form] of plural.forms)
    branches.set(branchOf(category, plural.type, locale), texts.get(form) ?? '')
  const { key, type } = plural
  const isEmpty = [...branches.values()].every((text) => text === '')
  const value = isEmpty ? '' : pluralMessage({ argument: 'count', type, branches })
  return { entry: { key, value, isPlural: true, syntax: 'i18next' }, names }
}

/** i18next shows `_zero` for nothing at all, also in languages that have no such category. */
const branchOf = (category: string, type: PluralNames['type'], locale: string) =>
  category === 'zero' && type === 'cardinal' && !pluralCategories(locale, type).includes('zero') ? '=0' : category

const SUFFIXED = /^(.+?)_(ordinal_)?(zero|one|two|few|many|other)$/s

/**
 * `k_one` and its like are one plural `k` where there is a `k_other` and nothing else is called `k`; any other suffix is
 * part of a name. Where a key is counted in both ways, the ordinals stay as they are.
 */
export const suffixedPlural: FindPlural = (name, texts) => {
  const [, key, ordinal = '', category] = SUFFIXED.exec(name) ?? []
  if (key === undefined || category === undefined || texts.has(key)) return undefined
  const prefix = `${key}_${ordinal}`
  if (!texts.has(`${prefix}other`) || (ordinal !== '' && texts.has(`${key}_other`))) return undefined
  const forms = new Map<string, string>()
  for (const some of CATEGORIES) if (texts.has(prefix + some)) forms.set(some, prefix + some)
  return { key, type: ordinal === '' ? 'cardinal' : 'ordinal', forms }
}
