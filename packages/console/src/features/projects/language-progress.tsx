import type { AnswerOf } from '@parlance/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../text/context.tsx'
import styles from './overview.module.css'
import { type LocaleStats, ProgressBar, shareOf } from './progress-bar.tsx'

type Project = AnswerOf<'getProject'>
type Stats = AnswerOf<'getStats'>
type Filter = { status?: ('not_translated' | 'not_reviewed' | 'translated')[]; is?: 'issues'[] }

/** How far each language is; every number leads to its keys. */
export function LanguageProgress({ project, stats }: { project: Project; stats: Stats }) {
  const shown = project.locales.flatMap((locale) => {
    const found = stats.locales.find(({ code }) => code === locale.code)
    return found ? [{ locale, found }] : []
  })
  return (
    <ul className={styles.languages}>
      {shown.map(({ locale, found }) => (
        <Language key={locale.code} project={project} locale={locale} stats={found} keys={stats.keys} />
      ))}
    </ul>
  )
}

interface LanguageProps {
  project: Project
  locale: Project['locales'][number]
  stats: LocaleStats
  keys: number
}

function Language({ project, locale, stats, keys }: LanguageProps) {
  const { t, languageTitle } = useText()
  const to = { projectId: project.id, locale: locale.code }
  const found = stats.errors + stats.warnings
  return (
    <li className={styles.language}>
      <Link to="/projects/$projectId/translate/$locale" params={to} className={styles.languageName}>
        {languageTitle(locale)}
      </Link>
      <span className={styles.code}>{locale.isSource ? t('overview.source', { code: locale.code }) : locale.code}</span>
      <div className={styles.bar}>
        <ProgressBar name={languageTitle(locale)} stats={stats} />
      </div>
      <span className={styles.percent}>{t('overview.share', { share: shareOf(stats.translated, keys) })}</span>
      <div className={styles.counts}>
        <Count to={to} filter={{ status: ['not_translated'] }} count={stats.notTranslated}>
          {t('overview.untranslated', { count: stats.notTranslated })}
        </Count>
        <Count to={to} filter={{ status: ['not_reviewed'] }} count={stats.notReviewed}>
          {t('overview.needsReview', { count: stats.notReviewed })}
        </Count>
        <Count to={to} filter={{ is: ['issues'] }} count={found}>
          {t('overview.issues', { count: found })}
        </Count>
        {stats.notTranslated + stats.notReviewed + found === 0 && keys > 0 && (
          <span className={styles.hint}>{t('overview.done')}</span>
        )}
      </div>
    </li>
  )
}

interface CountProps {
  to: { projectId: number; locale: string }
  filter: Filter
  count: number
  children: ReactNode
}

function Count({ to, filter, count, children }: CountProps) {
  if (count === 0) return null
  return (
    <Link to="/projects/$projectId/translate/$locale" params={to} search={filter} className={styles.count}>
      {children}
    </Link>
  )
}
