import type { AnswerOf } from '@parlance/sdk'
import type { Membership } from './session.ts'

type Project = Pick<AnswerOf<'getProject'>, 'locales' | 'sourceLocaleCode'>
type ProjectLocale = Project['locales'][number]

/** Restricted members see their languages only; the source may not be among them. */
export function seenLocales({ locales }: Project, membership: Membership | undefined): readonly ProjectLocale[] {
  const allowed = membership?.localeCodes
  return locales.filter(({ code }) => !allowed || allowed.includes(code))
}

/** The language to translate into: the one worked on, else the first that is not the source. */
export function workLocale(
  project: Project,
  membership: Membership | undefined,
  last: string | undefined,
): ProjectLocale | undefined {
  const seen = seenLocales(project, membership)
  return seen.find(({ code }) => code === last) ?? seen.find(({ isSource }) => !isSource) ?? seen[0]
}
