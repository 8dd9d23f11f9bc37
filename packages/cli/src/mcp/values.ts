import type { AnswerOf } from '@parlance/sdk'
import { cut } from './cut.ts'

export type ListedKey = AnswerOf<'listKeys'>['data'][number]

/** A value of a key in one language, also where there is none. */
export function valueIn(translations: ListedKey['translations'], locale: string, room: number) {
  const value = Object.hasOwn(translations, locale) ? translations[locale] : undefined
  const { status = 'not_translated', updatedAt = null } = value ?? {}
  return { locale, ...cut(value?.value ?? null, room), status, updatedAt }
}
