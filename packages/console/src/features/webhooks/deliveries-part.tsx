import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Nothing, PagePart } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { RowActions, ShowMore, Table } from '../../ui/table.tsx'
import { type Delivery, type DeliveryStatus, STATUSES } from './deliveries.ts'
import { DeliveryPanel, rowLinkId } from './delivery-panel.tsx'
import { StatusBadge } from './status-badge.tsx'
import { useDeliveries } from './use-deliveries.ts'
import { useSendAgain } from './use-webhook-deeds.ts'
import type { Webhook } from './webhook-queries.ts'
import styles from './webhooks.module.css'

const FROM = '/signed-in/projects/$projectId/webhooks/$webhookId'

/** Everything that was sent to a webhook, newest first, and the one that is open beside it. */
export function DeliveriesPart({ webhook, maySend }: { webhook: Webhook; maySend: boolean }) {
  const { t } = useText()
  const { status, delivery: openId } = useSearch({ from: FROM })
  const { pages, deliveries, total } = useDeliveries(webhook, status)
  return (
    <PagePart title={t('webhooks.deliveries')} actions={<StatusFilter status={status} />}>
      <div className={styles.log} data-open={openId !== undefined}>
        <div className={styles.list}>
          <Failed query={pages} />
          {total === 0 && (
            <Nothing>{t(status === undefined ? 'webhooks.nothingSent' : 'webhooks.noneOfStatus')}</Nothing>
          )}
          {deliveries.length > 0 && <DeliveryTable webhook={webhook} deliveries={deliveries} maySend={maySend} />}
          <ShowMore pages={pages} />
        </div>
        {openId !== undefined && (
          <DeliveryPanel
            key={openId}
            webhook={webhook}
            openId={openId}
            listed={deliveries.find(({ id }) => id === openId)}
            maySend={maySend}
          />
        )}
      </div>
    </PagePart>
  )
}

function StatusFilter({ status }: { status: DeliveryStatus | undefined }) {
  const { t } = useText()
  const navigate = useNavigate({ from: '/projects/$projectId/webhooks/$webhookId' })
  const choices = [
    { value: 'all' as const, label: t('webhooks.anyStatus') },
    ...STATUSES.map((value) => ({ value, label: t(`webhooks.status.${value}`) })),
  ]
  return (
    <Select
      label={t('webhooks.statusTitle')}
      value={status ?? 'all'}
      choices={choices}
      onChange={(chosen) => void navigate({ to: '.', search: chosen === 'all' ? {} : { status: chosen } })}
    />
  )
}

interface DeliveryTableProps {
  webhook: Webhook
  deliveries: readonly Delivery[]
  maySend: boolean
}

function DeliveryTable({ webhook, deliveries, maySend }: DeliveryTableProps) {
  const { t } = useText()
  const again = useSendAgain(webhook)
  const columns = [
    t('webhooks.event'),
    t('webhooks.statusTitle'),
    t('webhooks.answer'),
    t('webhooks.attempt'),
    t('webhooks.time'),
    ...(maySend ? [''] : []),
  ]
  return (
    <Table label={t('webhooks.deliveries')} columns={columns}>
      {deliveries.map((delivery) => (
        <DeliveryRow
          key={delivery.id}
          delivery={delivery}
          onSendAgain={maySend ? () => !again.isPending && again.mutate(delivery.id) : undefined}
        />
      ))}
    </Table>
  )
}

interface DeliveryRowProps {
  delivery: Delivery
  onSendAgain: (() => void) | undefined
}

function DeliveryRow({ delivery, onSendAgain }: DeliveryRowProps) {
  const { t, number, relativeTime, dateTime } = useText()
  const { id, event, status, httpStatus, attemptNumber, createdAt } = delivery
  const search = useSearch({ from: FROM })
  const isOpen = search.delivery === id
  return (
    <tr data-open={isOpen}>
      <th scope="row">
        <Link
          id={rowLinkId(id)}
          from="/projects/$projectId/webhooks/$webhookId"
          to="."
          search={{ ...search, delivery: id }}
          title={event}
        >
          {t(`webhooks.event.${event}`)}
        </Link>
      </th>
      <td>
        <StatusBadge status={status} />
      </td>
      <td>{httpStatus ?? '–'}</td>
      <td>{number(attemptNumber)}</td>
      <td>
        <time dateTime={createdAt} title={dateTime(createdAt)}>
          {relativeTime(createdAt)}
        </time>
      </td>
      {onSendAgain && (
        <RowActions>
          {status === 'failed' && <Button onClick={onSendAgain}>{t('webhooks.sendAgain')}</Button>}
        </RowActions>
      )}
    </tr>
  )
}
