import { type MessageFormatElement, type PluralElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { pluralCategories } from '@parlance/checks'
import type { Entry } from '../entry.ts'

/** A name in the file and the text under it. */
type Member = [name: string, text: string]

/**
 * An ICU message as i18next (JSON v4) says it: `{name}` is `{{name}}`, and a plural is one member for each category that
 * the locale has, because i18next shows the bare key where one is missing. Undefined where i18next cannot say it.
 */
export function i18nextMembers({ key, value, isPlural = false, syntax = 'icu' }: Entry, locale: string) {
  if (!isPlural && (syntax !== 'icu' || !/[{}']/.test(value))) return [[key, value]] satisfies Member[]
  const message = parseMessage(value)
  if (!message) return undefined
  const plural = findPlural(message)
  try {
    return plural ? ofPlural(key, message, plural, locale) : ofText(key, textOf(message, undefined), isPlural, locale)
  } catch (error) {
    if (error instanceof Unsayable) return undefined
    throw error
  }
}

const ofPlural = (key: string, message: MessageFormatElement[], plural: PluralElement, locale: string): Member[] =>
  branchesOf(plural, locale).map(({ suffix, branch }) => [
    `${key}_${suffix}`,
    textOf(message, { argument: plural.value, branch }),
  ])

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
  argument: string
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
      return element.value === choice?.argument ? '{{count}}' : `{{${element.value}}}`
    case TYPE.number:
    case TYPE.date:
    case TYPE.time:
      if (element.value === choice?.argument) return '{{count}}'
      if (element.style) throw new Unsayable()
      return `{{${element.value}, ${element.type === TYPE.number ? 'number' : 'datetime'}}}`
    case TYPE.plural: {
      if (element.value !== choice?.argument || element.offset) throw new Unsayable()
      const { options } = element
      const branch = Object.hasOwn(options, choice.branch) ? options[choice.branch] : options['other']
      return textOf(branch?.value ?? [], choice)
    }
    default:
      throw new Unsayable()
  }
}
