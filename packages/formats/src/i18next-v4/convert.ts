import {
  type DateElement,
  type MessageFormatElement,
  type NumberElement,
  type PluralElement,
  parse,
  type TimeElement,
  TYPE,
} from '@formatjs/icu-messageformat-parser'
import { pluralCategories } from '@parlance/checks'
import type { Entry } from '../entry.ts'
import { I18NEXT_STYLES } from './styles.ts'

/** A name in the file and the text under it. */
export type Member = [name: string, text: string]

export interface Said {
  members: Member[]
  /** Branches of exact numbers that i18next has no name for: it shows the category of these numbers instead. */
  dropped: string[]
}

/** Why a message stays as it is: i18next has no words for it, or it is no message at all. */
export type Unsaid = 'unsayable' | 'invalid'

/**
 * An ICU message as i18next (JSON v4) says it: `{name}` is `{{name}}`, and a plural is one member for each category that
 * the locale has, because i18next shows the bare key where one is missing.
 */
export function i18nextMembers({ key, value, isPlural = false, syntax }: Entry, locale: string): Said | Unsaid {
  const asItIs: Said = { members: [[key, value]], dropped: [] }
  if (!isPlural && ((syntax ?? 'icu') !== 'icu' || !/[{}']/.test(value))) return asItIs
  const message = parseMessage(value)
  // Double braces are never ICU: such a text was written for i18next and says there what it says here.
  if (!message) return value.includes('{{') ? asItIs : 'invalid'
  const plural = findPlural(message)
  try {
    if (plural) return ofPlural(key, message, plural, locale)
    return { members: ofText(key, textOf(message, undefined), isPlural, locale), dropped: [] }
  } catch (error) {
    if (error instanceof Unsayable) return 'unsayable'
    throw error
  }
}

function ofPlural(key: string, message: MessageFormatElement[], plural: PluralElement, locale: string): Said {
  const branches = branchesOf(plural, locale)
  const exact = Object.keys(plural.options).filter((option) => option.startsWith('='))
  return {
    members: branches.map(({ suffix, branch }) => [`${key}_${suffix}`, textOf(message, { plural, branch })]),
    dropped: exact.filter((option) => !branches.some(({ branch }) => branch === option)),
  }
}

/** A plural key with a text that counts nothing has it in every category. */
const ofText = (key: string, text: string, isPlural: boolean, locale: string): Member[] =>
  isPlural ? pluralCategories(locale, 'cardinal').map((category) => [`${key}_${category}`, text]) : [[key, text]]

/** Tags are text to i18next, so they are text here. */
function parseMessage(text: string): MessageFormatElement[] | undefined {
  try {
    return parse(text, { ignoreTag: true })
  } catch {
    // No message; thousands of levels of nesting end here too, as a RangeError.
    return undefined
  }
}

const findPlural = (message: MessageFormatElement[]) =>
  message.find((element): element is PluralElement => element.type === TYPE.plural)

/** Which branch is taken: of a category or of an exact number. */
interface Choice {
  plural: PluralElement
  branch: string
}

function branchesOf(plural: PluralElement, locale: string): { suffix: string; branch: string }[] {
  const type = plural.pluralType ?? 'cardinal'
  const before = type === 'ordinal' ? 'ordinal_' : ''
  const categories = pluralCategories(locale, type).map((category) => ({ suffix: before + category, branch: category }))
  // i18next looks for `_zero` first when it counts nothing, whatever the categories of the language.
  if (type === 'ordinal' || !Object.hasOwn(plural.options, '=0')) return categories
  return [{ suffix: 'zero', branch: '=0' }, ...categories.filter(({ suffix }) => suffix !== 'zero')]
}

class Unsayable extends Error {}

function textOf(message: MessageFormatElement[], choice: Choice | undefined): string {
  return message.map((element) => textOfElement(element, choice)).join('')
}

function textOfElement(element: MessageFormatElement, choice: Choice | undefined): string {
  switch (element.type) {
    case TYPE.literal:
      return element.value
    case TYPE.pound:
      return '{{count}}'
    case TYPE.argument:
      return `{{${nameOf(element.value, choice)}}}`
    case TYPE.number:
    case TYPE.date:
    case TYPE.time:
      if (element.value === choice?.plural.value && !element.style) return '{{count}}'
      return `{{${nameOf(element.value, choice)}, ${formatOf(element)}}}`
    case TYPE.plural: {
      // A second one, also of the same number, would need a member for each pair of categories.
      if (element !== choice?.plural || element.offset) throw new Unsayable()
      const { options } = element
      const branch = Object.hasOwn(options, choice.branch) ? options[choice.branch] : options['other']
      return textOf(branch?.value ?? [], choice)
    }
    default:
      throw new Unsayable()
  }
}

/** i18next calls what it counts `count`, so beside it nothing else can be called so. */
function nameOf(argument: string, choice: Choice | undefined): string {
  if (argument === choice?.plural.value) return 'count'
  if (choice && argument === 'count') throw new Unsayable()
  return argument
}

/** The formatter of i18next that does what the style says. A skeleton has none. */
function formatOf({ type, style }: NumberElement | DateElement | TimeElement): string {
  if (typeof style === 'object' && style !== null) throw new Unsayable()
  if (type === TYPE.number && !style) return 'number'
  const kind = type === TYPE.number ? 'number' : type === TYPE.date ? 'date' : 'time'
  const format = I18NEXT_STYLES.get(`${kind}, ${style || 'medium'}`)
  if (format === undefined) throw new Unsayable()
  return format
}
