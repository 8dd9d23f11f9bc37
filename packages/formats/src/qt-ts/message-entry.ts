import { isLonger, pluralCategories } from '@parlance/checks'
import { limits } from '@parlance/contract/limits'
import type { Entry } from '../entry.ts'
import { pluralMessage } from '../plural-message.ts'
import { storedKey } from '../stored-key.ts'
import { textIn } from './content.ts'
import type { Languages } from './languages.ts'
import type { QtMessage } from './messages.ts'
import { nameFrom, type QtData } from './own-data.ts'
import { formsOfFile } from './plural-forms.ts'

/** A message and what it is called. */
export interface Named {
  message: QtMessage
  name: string
  key: string
  source: string
}

/** Undefined where its source is nothing that Qt could read. */
export function named(text: string, message: QtMessage): Named | undefined {
  const { parts, id, context } = message
  const source = textIn(text, parts.source)
  const comment = textIn(text, parts.comment)
  if (source === undefined || comment === undefined) return undefined
  const name = id ?? nameFrom(context.name, source, comment)
  return { message, name, key: storedKey(name), source }
}

/** What the translation of a message says. */
export interface Translation {
  value: string
  /** The forms of a plural. */
  forms: string[]
  /** Several of them have one category. */
  isMerged: boolean
  /** It is the text of the program, as there is no other. */
  isSource: boolean
}

/** Undefined where it is nothing that Qt could read. */
export function translationIn(text: string, { message, source }: Named, languages: Languages): Translation | undefined {
  if (message.isNumerus) return pluralIn(text, message, languages.locale)
  const value = textIn(text, message.parts.translation)
  if (value === undefined) return undefined
  const isSource = value === '' && languages.isSource && source !== ''
  return { value: isSource ? source : value, forms: [], isMerged: false, isSource }
}

function pluralIn(text: string, message: QtMessage, locale: string): Translation | undefined {
  const forms = message.forms.map((form) => textIn(text, form))
  if (!forms.every((form) => form !== undefined)) return undefined
  const isEmpty = forms.every((form) => form === '')
  const categories = formsOfFile(forms.length, locale)
  const branches = new Map<string, string>()
  for (const [index, form] of forms.entries()) {
    const category = categories[index] ?? 'other'
    if (!branches.has(category)) branches.set(category, form)
  }
  return {
    value: isEmpty ? '' : pluralMessage({ argument: 'count', type: 'cardinal', branches }),
    forms,
    isMerged: !isEmpty && branches.size < forms.length,
    isSource: false,
  }
}

export const isUnfinished = ({ parts }: QtMessage) => parts.translation?.tag.attributes['type'] === 'unfinished'

export function statusOf(message: QtMessage, { value, isSource }: Translation): Entry['status'] {
  if (isSource) return undefined
  if (value === '') return 'not_translated'
  return isUnfinished(message) ? 'not_reviewed' : 'translated'
}

/** The text of the program; of a plural, the only form that programs have. */
export function sourceOf({ message, source }: Named, languages: Languages): string {
  if (!message.isNumerus || source === '') return source
  const categories = pluralCategories(languages.source, 'cardinal')
  const branches = new Map(categories.map((category) => [category, source]))
  return pluralMessage({ argument: 'count', type: 'cardinal', branches })
}

/** What developers say to translators; of a message with an id also what else would tell it from others. */
export function descriptionOf(text: string, { parts, id }: QtMessage): string {
  const told = textIn(text, parts.extracomment)
  return told || (id === undefined ? '' : textIn(text, parts.comment)) || ''
}

export function dataOf(text: string, { message, name, key }: Named, { locale }: Languages): QtData {
  const { id, context, parts } = message
  const comment = id === undefined ? '' : textIn(text, parts.comment)
  const noted = textIn(text, parts.translatorcomment)
  return {
    ...(name === key ? {} : { name }),
    ...(id === undefined || context.name === '' ? {} : { context: context.name }),
    ...(comment ? { comment } : {}),
    ...(noted ? { comments: { [locale]: noted } } : {}),
  }
}

export const isTooLong = ({ source }: Named) => isLonger(source, limits.value)
