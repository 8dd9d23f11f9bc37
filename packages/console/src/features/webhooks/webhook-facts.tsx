import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { peopleQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { ActiveSwitch } from './active-switch.tsx'
import { EVENT_GROUPS, GROUPS } from './events.ts'
import type { Rights } from './use-rights.ts'
import { statsQuery, type Webhook } from './webhook-queries.ts'
import styles from './webhooks.module.css'

/** Its switch, its numbers, and what it is told of. */
export function WebhookFacts({ webhook, rights }: { webhook: Webhook; rights: Rights }) {
  const { t, number, relativeTime, dateTime } = useText()
  const { data: stats } = useQuery(statsQuery(webhook.projectId, webhook.id))
  const { data: people } = useQuery(peopleQuery(webhook.organizationId))
  const maker = people?.people.find(({ id }) => id === webhook.createdBy)?.name
  const { lastSuccessAt } = webhook
  return (
    <div className={styles.facts}>
      <ActiveSwitch webhook={webhook} rights={rights} />
      <dl className={styles.counters}>
        <Fact name={t('webhooks.total')}>{stats && number(stats.total)}</Fact>
        <Fact name={t('webhooks.status.success')}>{stats && number(stats.successful)}</Fact>
        <Fact name={t('webhooks.status.failed')}>{stats && number(stats.failed)}</Fact>
        <Fact name={t('webhooks.lastSuccess')}>
          {lastSuccessAt === null ? (
            t('webhooks.never')
          ) : (
            <time dateTime={lastSuccessAt} title={dateTime(lastSuccessAt)}>
              {relativeTime(lastSuccessAt)}
            </time>
          )}
        </Fact>
        {maker !== undefined && (
          <Fact name={t('webhooks.maker')}>
            <span dir="auto">{maker}</span>
          </Fact>
        )}
      </dl>
      <Told webhook={webhook} />
    </div>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children ?? '–'}</dd>
  </div>
)

/** The events in words, by what they are about. */
function Told({ webhook: { events } }: { webhook: Webhook }) {
  const { t } = useText()
  return (
    <details className={styles.told}>
      <summary>{t('webhooks.toldOf', { count: events.length })}</summary>
      <dl>
        {GROUPS.map((group) => {
          const told = EVENT_GROUPS[group].filter((event) => events.includes(event))
          return (
            told.length > 0 && (
              <div key={group}>
                <dt>{t(`webhooks.group.${group}`)}</dt>
                {told.map((event) => (
                  <dd key={event} title={event}>
                    {t(`webhooks.event.${event}`)}
                  </dd>
                ))}
              </div>
            )
          )
        })}
      </dl>
    </details>
  )
}
