import type { AnswerOf } from '@parlance/sdk'
import type { Membership } from '../../api/session.ts'

/** The language to translate into: the one worked on, else the first that is not the source. */
export function workLocale(
  { locales, sourceLocaleCode }: Pick<AnswerOf<'getProject'>, 'locales' | 'sourceLocaleCode'>,
  membership: Membership | undefined,
  last: string | undefined,
): string {
  const seen = locales.filter(({ code }) => membership?.localeCodes?.includes(code) ?? true)
  const known = seen.find(({ code }) => code === last)
  return (known ?? seen.find(({ isSource }) => !isSource) ?? seen[0])?.code ?? sourceLocaleCode
}
