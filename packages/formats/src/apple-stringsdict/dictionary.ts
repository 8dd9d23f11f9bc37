import { pluralCategories } from '@parlance/checks'
import type { WriteOptions } from '../format.ts'
import { CATEGORIES, type PluralForms } from '../plural-message.ts'
import { contentOf, type XmlElement } from '../xml/element.ts'
import { plainText } from '../xml/pieces.ts'
import { type FormatPart, hasVariable, readFormat } from './format-text.ts'
import type { Member } from './property-list.ts'

export const FORMAT = 'NSStringLocalizedFormatKey'
export const RULE = 'NSStringFormatSpecTypeKey'
export const PLURAL_RULE = 'NSStringPluralRuleType'
export const VALUE_TYPE = 'NSStringFormatValueTypeKey'

/** What a string in a list says; undefined where it is none. */
export function textIn(text: string, { content, tag }: XmlElement): string | undefined {
  if (tag.name !== 'string') return undefined
  return plainText(contentOf(text, { content }))
}

/** The dictionary of one counted argument. */
export interface Counting {
  member: Member
  /** By category, as the file has them. */
  forms: ReadonlyMap<string, string>
  type: string | undefined
}

/** A text with counted arguments as a file has it. */
export interface Dictionary {
  format: { member: Member; parts: FormatPart[] }
  /** By argument. */
  counting: ReadonlyMap<string, Counting>
}

/** What is usable as the name of an argument in ICU. */
const ARGUMENT = /^[^\s{},'#]+$/

/** Undefined where it says more than one message can say: rules for devices or widths, counts within counts. */
export function dictionaryOf(text: string, { members = [] }: Member): Dictionary | undefined {
  const byName = new Map(members.map((member) => [member.name, member]))
  const member = byName.get(FORMAT)
  const format = member && textIn(text, member.value)
  if (!member || format === undefined) return undefined
  const parts = readFormat(format)
  const counting = new Map<string, Counting>()
  for (const part of parts) {
    if (typeof part === 'string') continue
    const own = byName.get(part.argument)
    const found = own && ARGUMENT.test(part.argument) ? countingOf(text, own) : undefined
    if (!found) return undefined
    counting.set(part.argument, found)
  }
  return { format: { member, parts }, counting }
}

function countingOf(text: string, member: Member): Counting | undefined {
  const forms = new Map<string, string>()
  let type: string | undefined
  for (const { name, value } of member.members ?? []) {
    const said = textIn(text, value)
    if (said === undefined || (name === RULE && said !== PLURAL_RULE)) return undefined
    if (name === VALUE_TYPE) type = said
    if (!CATEGORIES.includes(name)) continue
    if (hasVariable(said)) return undefined
    forms.set(name, said)
  }
  return forms.size > 0 ? { member, forms, type } : undefined
}

/** Names in a dictionary that are no forms of a count. */
export const strangersIn = ({ counting }: Dictionary): string[] =>
  [...counting.values()].flatMap(({ member }) =>
    (member.members ?? []).map(({ name }) => name).filter((name) => !isKnown(name)),
  )

const isKnown = (name: string) => name === RULE || name === VALUE_TYPE || CATEGORIES.includes(name)

/** Apple takes `zero` for nothing at all, also in languages that have no such category. */
const hasZero = (locale: string) => pluralCategories(locale, 'cardinal').includes('zero')

export function branchesOf({ forms }: Counting, locale: string): Map<string, string> {
  const zero = hasZero(locale) ? 'zero' : '=0'
  return new Map(Array.from(forms, ([category, form]) => [category === 'zero' ? zero : category, form]))
}

/** The forms that a file can have, in their order. Other exact numbers than 0 are left out, with a remark. */
export function writtenForms(
  key: string,
  { branches }: PluralForms,
  { locale, remark }: Pick<WriteOptions, 'locale' | 'remark'>,
): Map<string, string> {
  const [first, second] = hasZero(locale) ? ['zero', '=0'] : ['=0', 'zero']
  const zero = branches.get(first) ?? branches.get(second)
  const forms = new Map<string, string>()
  for (const category of CATEGORIES) {
    const form = category === 'zero' ? zero : branches.get(category)
    if (form !== undefined) forms.set(category, form)
  }
  const dropped = [...branches].filter(([branch, form]) =>
    branch === '=0' || branch === 'zero' ? form !== zero : branch.startsWith('='),
  )
  if (dropped.length > 0) {
    const message = `Left out, because Apple has no form for these numbers: ${dropped.map(([branch]) => branch).join(', ')}.`
    remark?.({ severity: 'warning', code: 'branch_dropped', key, message })
  }
  return forms
}
