import type { AnswerOf } from '@parlance/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '../../text/context.tsx'
import { Badge } from '../../ui/badge.tsx'
import { bytesText } from '../../ui/bytes.ts'
import { PagePart } from '../../ui/page.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Sentence } from '../activity/index.ts'
import styles from './files.module.css'
import { type Deploy, isRunning, type Publication, sinceDeployQuery } from './files-query.ts'

type Project = AnswerOf<'getProject'>

interface PublicationStateProps {
  project: Project
  published: Publication
  deploys: readonly Deploy[]
}

/** What is out, whether it is behind and why, and what is under way. */
export function PublicationState({ project, published, deploys }: PublicationStateProps) {
  const { t } = useText()
  const [last] = deploys
  const out = deploys.find(({ isPublished }) => isPublished)
  const isUnderWay = deploys.some(isRunning)
  return (
    <PagePart title={t('files.state')}>
      <div role="status" className={styles.state}>
        {published.publishedAt === null ? (
          <p>{t('overview.neverPublished')}</p>
        ) : (
          <Out published={published} at={published.publishedAt} />
        )}
      </div>
      {isUnderWay && <Progress label={t('jobs.deploy')} value={undefined} max={1} />}
      {last?.state === 'failed' && (
        <p role="alert" className={styles.failure}>
          {t('files.deployFailed')} {last.error}
        </p>
      )}
      {out && published.isBehind && <Behind project={project} since={out.startedAt} />}
    </PagePart>
  )
}

function Out({ published, at }: { published: Publication; at: string }) {
  const { t, locale, relativeTime, dateTime } = useText()
  const bytes = published.files.reduce((sum, file) => sum + file.bytes, 0)
  return (
    <>
      <Badge tone="good">{t('files.isPublished')}</Badge>
      <span>{t('files.size', { count: published.files.length, size: bytesText(bytes, locale) })}</span>
      <time dateTime={at} title={dateTime(at)} className={styles.hint}>
        {relativeTime(at)}
      </time>
      <Badge tone={published.isBehind ? 'waiting' : 'plain'}>
        {published.isBehind ? t('files.behind') : t('files.upToDate')}
      </Badge>
    </>
  )
}

/** What has happened since the texts were read for what is out. */
function Behind({ project, since }: { project: Project; since: string }) {
  const { t, relativeTime, dateTime } = useText()
  const { data } = useQuery(sinceDeployQuery(project.id, since))
  if (!data) return null
  if (data.activity.length === 0) return <p className={styles.hint}>{t('files.behindSettings')}</p>
  return (
    <div className={styles.behind}>
      <p className={styles.hint}>{t('files.behindBy')}</p>
      <ul className={styles.list}>
        {data.activity.map((change) => (
          <li key={change.id}>
            <Sentence entry={{ id: change.id, changes: [change] }} project={project} />{' '}
            <time dateTime={change.at} title={dateTime(change.at)} className={styles.hint}>
              {relativeTime(change.at)}
            </time>
          </li>
        ))}
        {data.hasMore && (
          <li>
            <Link to="/projects/$projectId/activity" params={{ projectId: project.id }} search={{}}>
              {t('files.behindMore')}
            </Link>
          </li>
        )}
      </ul>
    </div>
  )
}
