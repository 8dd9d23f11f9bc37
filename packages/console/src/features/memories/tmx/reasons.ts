import { inOwnWords, type Sentence } from '../../../text/in-own-words.ts'
import type { Translate } from '../../../text/text.ts'

const unit = ([, number = '']: RegExpExecArray) => Number(number)

/** What the service says about units, in the words of the console; what it says otherwise is shown as it is. */
const REASONS: Sentence[] = [
  [
    /^The organization has no locale "(.*)" \((\d+) skipped\)$/s,
    (t, [, code = '', count]) => t('memories.reason.locale', { code, count: Number(count) }),
  ],
  [
    /^Access denied to locale: (.*) \((\d+) skipped\)$/s,
    (t, [, code = '', count]) => t('memories.reason.denied', { code, count: Number(count) }),
  ],
  [
    /^Unit (\d+) is skipped: it has no translation\.$/,
    (t, found) => t('memories.reason.noTranslation', { unit: unit(found) }),
  ],
  [
    /^Unit (\d+) is skipped: it has no text in (\S+)\.$/,
    (t, found) => t('memories.reason.noText', { unit: unit(found), code: found[2] ?? '' }),
  ],
  [
    /^Unit (\d+) is skipped: its text in (\S+) is empty\.$/,
    (t, found) => t('memories.reason.noText', { unit: unit(found), code: found[2] ?? '' }),
  ],
  [
    /^Unit (\d+) is skipped: its (?:text in \S+|context) is too long\.$/,
    (t, found) => t('memories.reason.long', { unit: unit(found) }),
  ],
]

export const reasonOf = (message: string, t: Translate): string => inOwnWords(REASONS, message, t)

/** Units are counted over the whole file; languages that were left out on purpose are no errors. */
export function toldOf(errors: readonly string[], before: number, leftOut: readonly string[]): string[] {
  const wanted = errors.filter((error) => !leftOut.some((language) => error.includes(`no locale "${language}"`)))
  return wanted.map((error) =>
    error.replace(/^Unit (\d+) is skipped/, (_, unit: string) => `Unit ${Number(unit) + before} is skipped`),
  )
}
