import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { importsQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { buttonClass } from '../../ui/button.tsx'
import styles from './import.module.css'

/** Nobody tells when one begins. */
const LOOK_MS = 3_000

/** Whoever comes back, or begins another, finds what runs. */
export function ImportsUnderWay({ projectId }: { projectId: number }) {
  const { t, relativeTime } = useText()
  const { data } = useQuery({ ...importsQuery(projectId), refetchInterval: LOOK_MS })
  const running = data?.imports.filter(({ status }) => status === 'running') ?? []
  return (
    <div role="status">
      {running.map(({ trackingId, startedAt, actor }) => (
        <p key={trackingId} className={styles.underWay}>
          {t('import.underWay', { name: actor.name ?? '–', when: relativeTime(startedAt) })}
          <Link
            to="/projects/$projectId/import"
            params={{ projectId }}
            search={{ run: trackingId }}
            className={buttonClass()}
          >
            {t('import.follow')}
          </Link>
        </p>
      ))}
    </div>
  )
}
