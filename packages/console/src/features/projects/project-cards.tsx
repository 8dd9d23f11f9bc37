import type { AnswerOf } from '@parlance/sdk'
import { Link } from '@tanstack/react-router'
import { seenLocales } from '../../api/seen-locales.ts'
import { useMembership } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { ProgressBar, shareOf } from './progress-bar.tsx'
import styles from './projects.module.css'

type Project = AnswerOf<'listProjects'>['projects'][number]

/** How many languages of a project its card shows; the overview shows all. */
const SHOWN = 5

export function ProjectCards({ projects, label }: { projects: readonly Project[]; label: string }) {
  return (
    <ul className={styles.cards} aria-label={label}>
      {projects.map((project) => (
        <li key={project.id} className={styles.card}>
          <Card project={project} />
        </li>
      ))}
    </ul>
  )
}

function Card({ project }: { project: Project }) {
  const { id, name, stats } = project
  const { t, languageTitle } = useText()
  const locales = seenLocales(project, useMembership(project.organizationId))
  const targets = stats?.locales.filter(({ code }) =>
    locales.some((locale) => locale.code === code && !locale.isSource),
  )
  const nameOf = (code: string) => languageTitle(locales.find((locale) => locale.code === code) ?? { code, name: code })
  return (
    <>
      <h2 className={styles.cardName}>
        <Link to="/projects/$projectId" params={{ projectId: id }} className={styles.cardLink} dir="auto">
          {name}
        </Link>
      </h2>
      <p className={styles.hint}>{t('projects.size', { keys: stats?.keys ?? 0, languages: locales.length })}</p>
      <ul className={styles.bars}>
        {targets?.slice(0, SHOWN).map((language) => (
          <li key={language.code} className={styles.bar}>
            <span className={styles.barName}>{nameOf(language.code)}</span>
            <ProgressBar name={nameOf(language.code)} stats={language} isSmall />
            <span className={styles.percent}>
              {t('overview.share', { share: shareOf(language.translated, stats?.keys ?? 0) })}
            </span>
          </li>
        ))}
        {targets && targets.length > SHOWN && (
          <li className={styles.hint}>{t('projects.moreLanguages', { count: targets.length - SHOWN })}</li>
        )}
      </ul>
    </>
  )
}
