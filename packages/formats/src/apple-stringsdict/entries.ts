import type { Entry } from '../entry.ts'
import type { PluralForms } from '../plural-message.ts'
import type { RemarkCode } from '../remark.ts'
import { storedKey } from '../stored-key.ts'
import { commentText } from '../xml/comments.ts'
import { contentOf } from '../xml/element.ts'
import { type AppleData, withAppleData } from './apple-data.ts'
import { type CountedPart, countedMessage, countedParts } from './counted-text.ts'
import { branchesOf, type Dictionary, dictionaryOf, strangersIn, textIn } from './dictionary.ts'
import { naturalPositions } from './format-text.ts'
import type { Member } from './property-list.ts'

export interface MemberEntry {
  /** Undefined: it is left alone. */
  entry: Entry | undefined
  warning?: [code: RemarkCode, message: string]
}

/** What a member of a list says in a language. */
export function entryOf(text: string, member: Member, locale: string): MemberEntry {
  const { value } = member
  if (isEndless(member)) return { entry: made(text, member, text.slice(value.content.from).slice(0, LONGEST), {}) }
  if (member.members) return countedEntry(text, member, locale)
  const said = textIn(text, value)
  if (said !== undefined) return { entry: textEntry(text, member, said) }
  if (value.tag.name === 'true' || value.tag.name === 'false')
    return { entry: textEntry(text, member, value.tag.name), warning: AS_TEXT }
  if (value.tag.name === 'integer' || value.tag.name === 'real')
    return { entry: textEntry(text, member, contentOf(text, value).trim()), warning: AS_TEXT }
  return { entry: undefined, warning: ['unsupported_entry', 'Only texts and their plurals are read'] }
}

/** More than the longest text and its markup take. */
const LONGEST = 2 ** 19

/** Too long to be looked at in one step, and to be stored. */
const isEndless = ({ value }: Member) => value.to - value.tag.from > LONGEST

const AS_TEXT: [RemarkCode, string] = ['number_as_text', 'This is no text, and is read as one']

function countedEntry(text: string, member: Member, locale: string): MemberEntry {
  const dictionary = dictionaryOf(text, member)
  if (!dictionary)
    return {
      entry: undefined,
      warning: ['unsupported_entry', 'Only rules for plurals without others in them are read'],
    }
  const parts = partsOf(dictionary, locale)
  const [first] = parts
  const isPlural = parts.length === 1 && typeof first === 'object'
  const isEmpty = isPlural && [...first.branches.values()].every((form) => form === '')
  const isPlain = parts.every((part) => typeof part === 'string')
  const value = isEmpty ? '' : isPlain ? parts.join('') : countedMessage(parts)
  const entry = { ...made(text, member, value, dataOf(dictionary)), ...(isPlural ? { isPlural } : {}) }
  const strangers = strangersIn(dictionary)
  if (strangers.length === 0) return { entry }
  return { entry, warning: ['unsupported_entry', `There are no such forms: ${strangers.join(', ').slice(0, 200)}`] }
}

const partsOf = ({ format, counting }: Dictionary, locale: string): CountedPart[] =>
  format.parts.map((part): string | PluralForms => {
    const own = typeof part === 'string' ? undefined : counting.get(part.argument)
    if (typeof part === 'string' || !own) return String(part)
    return { argument: part.argument, type: 'cardinal', branches: branchesOf(own, locale) }
  })

/** Of several arguments each has its number: in another language they may come in another order. */
function dataOf({ format: { parts }, counting }: Dictionary): AppleData {
  const types = [...counting].flatMap(([argument, { type }]) => (type === undefined ? [] : [[argument, type] as const]))
  const natural = naturalPositions(parts)
  const explicit = parts.flatMap((part) =>
    typeof part === 'string' || part.position === undefined ? [] : [[part.argument, part.position] as const],
  )
  const isPlain = counting.size < 2 && explicit.every(([argument, position]) => natural.get(argument) === position)
  return {
    ...(types.length > 0 ? { types: Object.fromEntries(types) } : {}),
    ...(isPlain ? {} : { positions: Object.fromEntries([...natural, ...explicit]) }),
  }
}

function textEntry(text: string, member: Member, value: string): Entry {
  return made(text, member, value, countedParts({ value, syntax: 'apple' }) ? { isText: true } : {})
}

function made(text: string, { name, value: element, comment }: Member, value: string, data: AppleData): Entry {
  const key = storedKey(name)
  const description = comment && commentText(text, comment)
  return {
    key,
    value,
    syntax: 'apple',
    ...(description ? { description } : {}),
    ...withAppleData(key === name ? data : { ...data, name }),
    at: element.content,
  }
}
