import type { AnswerOf } from '@parlance/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { projectQuery, statsQuery } from '../../api/queries.ts'
import { may, useMembership } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { ScreenHeading } from '../../ui/screen-heading.tsx'
import { LanguageProgress } from './language-progress.tsx'
import { lastLocale } from './last-project.ts'
import styles from './overview.module.css'
import { Published } from './published.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { useLiveNumbers } from './use-live-numbers.ts'

type Project = AnswerOf<'getProject'>

export function OverviewScreen() {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' })
  return <Overview key={projectId} projectId={projectId} />
}

function Overview({ projectId }: { projectId: number }) {
  const { t } = useText()
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { data: stats } = useSuspenseQuery(statsQuery(projectId))
  const membership = useMembership(project.organizationId)
  useLiveNumbers(projectId)
  return (
    <div className={styles.screen}>
      <div className={styles.top}>
        <div className={styles.titles}>
          <ScreenHeading title={project.name}>
            <span dir="auto">{project.name}</span>
          </ScreenHeading>
          <p className={styles.hint}>{t('projects.size', { keys: stats.keys, languages: project.locales.length })}</p>
        </div>
        {stats.keys > 0 && <Continue project={project} />}
      </div>
      {stats.keys === 0 && <Empty project={project} mayWrite={may(membership, 'translation.edit')} />}
      <section className={styles.section} aria-label={t('projects.languages')}>
        <h2>{t('projects.languages')}</h2>
        <LanguageProgress project={project} stats={stats} />
      </section>
      <div className={styles.columns}>
        <RecentActivity project={project} />
        <Published projectId={projectId} />
      </div>
    </div>
  )
}

/** Where somebody goes on: the language of last time, or the first there is to translate into. */
function useGoOn(project: Project) {
  const navigate = useNavigate()
  const targets = project.locales.filter(({ isSource }) => !isSource)
  const last = project.locales.find(({ code }) => code === lastLocale(project.id))
  const locale = last ?? targets[0] ?? project.locales[0]
  const go = () =>
    locale &&
    void navigate({
      to: '/projects/$projectId/translate/$locale',
      params: { projectId: project.id, locale: locale.code },
    })
  return { locale, go }
}

function Continue({ project }: { project: Project }) {
  const { t } = useText()
  const { locale, go } = useGoOn(project)
  if (!locale) return null
  return (
    <div className={styles.goOn}>
      <span className={styles.hint}>{locale.name}</span>
      <Button kind="primary" onClick={go}>
        {t('overview.continue')}
      </Button>
    </div>
  )
}

function Empty({ project, mayWrite }: { project: Project; mayWrite: boolean }) {
  const { t } = useText()
  const { go } = useGoOn(project)
  return (
    <div className={styles.empty}>
      <p>{mayWrite ? t('overview.empty') : t('overview.emptyReader')}</p>
      {mayWrite && (
        <Button kind="primary" onClick={go}>
          {t('overview.openEditor')}
        </Button>
      )}
    </div>
  )
}
