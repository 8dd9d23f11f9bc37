import { isLonger } from '@parlance/checks'
import { limits } from '@parlance/contract/limits'
import type { RemarkCode } from './remark.ts'

export type Fault = [code: RemarkCode, message: string]

/** Why a text cannot be stored under a name. */
export function faultOf(key: string, text: string): Fault | undefined {
  if (key === '') return ['invalid_key', 'A name has at least one character']
  if (isLonger(key, limits.keyName)) return ['invalid_key', `A name has at most ${limits.keyName} characters`]
  if (isLonger(text, limits.value)) return ['value_too_long', `A text has at most ${limits.value} characters`]
  if (!isStorable(key) || !isStorable(text)) return ['encoding', 'U+0000 and lone surrogates cannot be stored']
  return undefined
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

/** A name as it can be stored and sent, whatever is wrong with it. */
export const shownKey = (key: string) => key.toWellFormed().replaceAll('\0', '\ufffd')
