import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '../../text/context.tsx'
import { Failed } from '../../ui/failed.tsx'
import { PagePart } from '../../ui/page.tsx'
import { publishedQuery } from '../files/index.ts'
import styles from './overview.module.css'

/** What applications get, and whether it is behind. */
export function Published({ projectId }: { projectId: number }) {
  const { t, relativeTime, dateTime } = useText()
  const query = useQuery(publishedQuery(projectId))
  const { data } = query
  return (
    <PagePart title={t('overview.published')}>
      <Failed query={query} />
      {data?.publishedAt && (
        <>
          <p>
            <time dateTime={data.publishedAt} title={dateTime(data.publishedAt)}>
              {t('overview.publishedAt', { time: relativeTime(data.publishedAt), files: data.files.length })}
            </time>
          </p>
          <p className={data.isBehind ? styles.behind : styles.hint}>
            {data.isBehind ? t('overview.behind') : t('overview.upToDate')}
          </p>
        </>
      )}
      {data && !data.publishedAt && <p className={styles.hint}>{t('overview.neverPublished')}</p>}
      <p>
        <Link to="/projects/$projectId/files" params={{ projectId }}>
          {t('overview.toFiles')}
        </Link>
      </p>
    </PagePart>
  )
}
