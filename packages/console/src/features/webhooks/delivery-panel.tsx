import { useNavigate, useSearch } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../../text/context.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Code } from '../../ui/copy.tsx'
import type { Delivery } from './deliveries.ts'
import { failureText } from './failure-text.ts'
import { StatusBadge } from './status-badge.tsx'
import { useOpenDelivery } from './use-deliveries.ts'
import { useSendAgain } from './use-webhook-deeds.ts'
import type { Webhook } from './webhook-queries.ts'
import styles from './webhooks.module.css'

interface DeliveryPanelProps {
  webhook: Webhook
  openId: number
  /** As the table shows it; undefined when it is not in it. */
  listed: Delivery | undefined
  maySend: boolean
}

/** The link of a delivery in the table. */
export const rowLinkId = (id: number) => `delivery-${id}`

/** One delivery: what was sent, what came back, and what comes next. */
export function DeliveryPanel({ webhook, openId, listed, maySend }: DeliveryPanelProps) {
  const { t } = useText()
  const navigate = useNavigate({ from: '/projects/$projectId/webhooks/$webhookId' })
  const { status } = useSearch({ from: '/signed-in/projects/$projectId/webhooks/$webhookId' })
  const { delivery, isGone } = useOpenDelivery(webhook, listed, openId)
  const again = useSendAgain(webhook)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const close = () => {
    document.getElementById(rowLinkId(openId))?.focus()
    void navigate({ to: '.', search: status ? { status } : {} })
  }
  return (
    <section aria-label={t('webhooks.delivery')} className={styles.panel}>
      <div className={styles.panelTop}>
        <h3 ref={heading} tabIndex={-1}>
          {delivery ? t(`webhooks.event.${delivery.event}`) : t('webhooks.delivery')}
        </h3>
        <IconButton label={t('ui.close')} onClick={close}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      {isGone && <p>{t('webhooks.deliveryGone')}</p>}
      {delivery && <Facts delivery={delivery} />}
      {delivery?.status === 'failed' && maySend && !listed && (
        <div>
          <Button onClick={() => !again.isPending && again.mutate(openId)}>{t('webhooks.sendAgain')}</Button>
        </div>
      )}
      {delivery && <Exchange delivery={delivery} />}
    </section>
  )
}

function Facts({ delivery }: { delivery: Delivery }) {
  const { t, number, relativeTime } = useText()
  const { status, attemptNumber, httpStatus, durationMs, errorMessage, sentAt, nextRetryAt, uuid } = delivery
  return (
    <>
      <dl className={styles.details}>
        <Line name={t('webhooks.statusTitle')}>
          <StatusBadge status={status} />
        </Line>
        <Line name={t('webhooks.attempt')}>{number(attemptNumber)}</Line>
        {sentAt !== null && (
          <Line name={t('webhooks.sentAt')}>
            <Moment at={sentAt} />
          </Line>
        )}
        {httpStatus !== null && <Line name={t('webhooks.answer')}>{httpStatus}</Line>}
        {durationMs !== null && (
          <Line name={t('webhooks.duration')}>{t('webhooks.milliseconds', { count: durationMs })}</Line>
        )}
        {nextRetryAt !== null && (
          <Line name={t('webhooks.nextTry')}>
            <Moment at={nextRetryAt} /> ({relativeTime(nextRetryAt)})
          </Line>
        )}
        <Line name={t('webhooks.deliveryId')}>
          <code dir="ltr">{uuid}</code>
        </Line>
      </dl>
      {errorMessage !== null && <p className={styles.error}>{failureText(errorMessage, t)}</p>}
    </>
  )
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

function Moment({ at }: { at: string }) {
  const { dateTime } = useText()
  return <time dateTime={at}>{dateTime(at)}</time>
}

function Exchange({ delivery: { payload, responseBody, status } }: { delivery: Delivery }) {
  const { t } = useText()
  const isOver = status === 'success' || status === 'failed'
  return (
    <>
      {payload === null ? (
        <p className={styles.hint}>{t('webhooks.hidden')}</p>
      ) : (
        <Code label={t('webhooks.request')} text={JSON.stringify(payload, null, 2)} />
      )}
      {responseBody ? (
        <Code label={t('webhooks.answerBody')} text={responseBody} />
      ) : (
        payload !== null && isOver && <p className={styles.hint}>{t('webhooks.noAnswer')}</p>
      )}
    </>
  )
}
