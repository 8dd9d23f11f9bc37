import { useText } from '../../text/context.tsx'
import { directionOf } from '../../text/languages.ts'
import type { Missed, Problem } from './problems.ts'

/** More are hardly read, and one is reason enough. */
const NAMED = 3

/** What would break, in words. */
export const useSentences = () => sentencesIn(useText())

export function sentencesIn({ t, locale }: Pick<ReturnType<typeof useText>, 't' | 'locale'>) {
  const format = new Intl.ListFormat(locale, { type: 'conjunction' })
  // In a sentence from right to left a name that begins or ends with a mark would lose it to the other side.
  const named = (name: string) => (directionOf(locale) === 'rtl' ? `\u2068${name}\u2069` : name)
  const listed = (names: readonly string[]) => {
    const left = names.length - NAMED
    return format.format([
      ...names.slice(0, NAMED).map(named),
      ...(left > 0 ? [t('impact.more', { count: left })] : []),
    ])
  }
  return {
    ofProblem: ({ spelled: parameter, type, deployments }: Problem) => {
      const values = { parameter, deployments: listed(deployments) }
      return type === undefined ? t('impact.parameterAdded', values) : t('impact.parameterType', { ...values, type })
    },
    /** Of one key, or of several. */
    ofMissed: (missed: readonly Missed[], count: number) => {
      if (count === 1) return [t('impact.missed', { deployments: listed(missed.map(({ deployment }) => deployment)) })]
      return missed.map(({ deployment, keys }) =>
        t('impact.missedMany', { deployment: named(deployment), count: keys.length, keys: listed(keys) }),
      )
    },
  }
}
