import type { AnswerOf } from '@parlance/sdk'
import { useText } from '../../text/context.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './progress-bar.module.css'

export type LocaleStats = AnswerOf<'getStats'>['locales'][number]

/** How many of all, rounded down, so that only what is whole is called 100 %. */
export const shareOf = (part: number, all: number) => (all === 0 ? 0 : Math.floor((part / all) * 100) / 100)

interface ProgressBarProps {
  /** Whose progress it is. */
  name: string
  stats: Pick<LocaleStats, 'translated' | 'notReviewed' | 'notTranslated'>
  isSmall?: boolean
}

/** What is reviewed, what waits for a review, and the rest, as one bar. */
export function ProgressBar({ name, stats, isSmall }: ProgressBarProps) {
  const { t } = useText()
  const { translated, notReviewed, notTranslated } = stats
  const all = translated + notReviewed + notTranslated
  const label = t('overview.bar', {
    name,
    reviewed: shareOf(translated, all),
    needsReview: shareOf(notReviewed, all),
  })
  const width = (part: number) => ({ inlineSize: `${all === 0 ? 0 : (part / all) * 100}%` })
  return (
    <div role="img" aria-label={label} className={classNames(styles.track, isSmall && styles.small)}>
      <div className={styles.reviewed} style={width(translated)} />
      <div className={styles.needsReview} style={width(notReviewed)} />
    </div>
  )
}
