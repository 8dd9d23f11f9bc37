import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useText } from '../../text/context.tsx'
import { switchedOffQuery, type Webhook } from './webhook-queries.ts'
import styles from './webhooks.module.css'

const REASONS = ['manual', 'max_consecutive_failures', 'creator_left'] as const

/** Why nothing is sent, and what leads out of it. */
export function OffNotice({ webhook, maySwitchOn }: { webhook: Webhook; maySwitchOn: boolean }) {
  const { t, relativeTime, dateTime } = useText()
  const { data: off } = useQuery(switchedOffQuery(webhook.projectId, webhook.id))
  const reason = REASONS.find((name) => name === off?.reason) ?? 'unknown'
  return (
    <section aria-label={t('webhooks.off')} className={styles.notice}>
      <TriangleAlert size={16} aria-hidden />
      <div>
        <p>
          <strong>
            {t(`webhooks.offReason.${reason}`, {
              name: off?.by ?? t('overview.service'),
              count: webhook.consecutiveFailures,
            })}
          </strong>{' '}
          {off && (
            <time dateTime={off.at} title={dateTime(off.at)}>
              {relativeTime(off.at)}
            </time>
          )}
        </p>
        <p>
          {t('webhooks.offEffect')} {maySwitchOn && t(`webhooks.offWayOut.${reason}`)}
        </p>
      </div>
    </section>
  )
}
