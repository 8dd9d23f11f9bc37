import type { CheckId } from '@parlance/contract/checks'
import { endOfCharacters } from './characters.ts'

export type Params = Record<string, string | number | null>

/** What was found in a value. */
export interface Finding {
  check: CheckId
  /** The path of arguments and branches; null for a plain value, and for a value as a whole. */
  branch: string | null
  message: string
  params: Params
  /** UTF-16 offsets into the value; null where nothing of it stands there. */
  start: number | null
  end: number | null
  /** The whole value with this finding gone, and no other come. */
  fix: string | null
}

/** The same finding has the same name as long as it lasts. */
export const nameOf = ({ check, branch, params }: Pick<Finding, 'check' | 'branch' | 'params'>) =>
  JSON.stringify([check, branch, Object.entries(params).sort(([one], [other]) => (one < other ? -1 : 1))])

/** A word may be as long as a value: what a finding quotes is not. */
const LONGEST_PARAM = 500
const LONGEST_MESSAGE = 1_000

export const cutParams = (params: Params): Params =>
  Object.values(params).some((value) => typeof value === 'string' && value.length > LONGEST_PARAM)
    ? Object.fromEntries(
        Object.entries(params).map(([name, value]) => [
          name,
          typeof value === 'string' ? cut(value, LONGEST_PARAM) : value,
        ]),
      )
    : params

export const cutMessage = (message: string) => cut(message, LONGEST_MESSAGE)

const cut = (text: string, longest: number) =>
  text.length > longest ? `${text.slice(0, endOfCharacters(text, longest - 1))}…` : text
