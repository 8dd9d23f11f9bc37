import type { Translate } from '../../../text/text.ts'

type Reason = (t: Translate, found: RegExpExecArray) => string

/** What the service says about rows, in the words of the console; what it says otherwise is shown as it is. */
const REASONS: [RegExp, Reason][] = [
  [/^Unknown locale: (.*)$/s, (t, [, code = '']) => t('glossary.reason.locale', { code })],
  [/^Access denied to locale: (.*)$/s, (t, [, code = '']) => t('glossary.reason.denied', { code })],
  [/^The row has no (?:locale_code|term)$/, (t) => t('glossary.reason.empty')],
  [/^No row in the source language stands before this row$/, (t) => t('glossary.reason.noSource')],
  [/^The concept has no source term that could be written$/, (t) => t('glossary.reason.noSource')],
  [/^The concept has another term in (\S+) already$/, (t, [, code = '']) => t('glossary.reason.twice', { code })],
  [/^(\w+) has more than (\d+) characters$/, (t, [, , most]) => t('glossary.reason.long', { most: Number(most) })],
]

export function reasonOf(message: string, t: Translate): string {
  for (const [pattern, reason] of REASONS) {
    const found = pattern.exec(message)
    if (found) return reason(t, found)
  }
  return message
}
