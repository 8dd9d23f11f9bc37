import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { projectQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Nothing, Page } from '../../ui/page.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { RowActions, Table } from '../../ui/table.tsx'
import { Allowed } from '../shell/allowed.tsx'
import { ActiveSwitch } from './active-switch.tsx'
import { useLive } from './use-live.ts'
import { type Rights, useRights } from './use-rights.ts'
import { useSendTest } from './use-webhook-deeds.ts'
import { NewWebhookDialog } from './webhook-form.tsx'
import { type Webhook, webhooksQuery } from './webhook-queries.ts'
import styles from './webhooks.module.css'

export function WebhooksScreen() {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId/webhooks' })
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  return (
    <Allowed orgId={project.organizationId} needs={['webhook.view']}>
      <Webhooks key={projectId} projectId={projectId} orgId={project.organizationId} />
    </Allowed>
  )
}

/** Who is told what happens in a project. */
function Webhooks({ projectId, orgId }: { projectId: number; orgId: number }) {
  const { t } = useText()
  const rights = useRights(orgId)
  useLive(projectId, webhooksQuery(projectId).queryKey)
  const { data: webhooks } = useSuspenseQuery(webhooksQuery(projectId))
  const [isCreating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string>()
  const create = rights.mayCreate && (
    <Button kind="primary" onClick={() => setCreating(true)}>
      {t('webhooks.create')}
    </Button>
  )
  return (
    <Page title={t('webhooks.title')} lead={t('webhooks.lead')} actions={create}>
      {webhooks.length === 0 ? (
        <Nothing>{t('webhooks.none')}</Nothing>
      ) : (
        <WebhookTable webhooks={webhooks} rights={rights} />
      )}
      {isCreating && (
        <NewWebhookDialog
          projectId={projectId}
          onClose={() => setCreating(false)}
          onCreated={(made) => {
            setCreating(false)
            setSecret(made)
          }}
        />
      )}
      {secret !== undefined && (
        <SecretDialog secret={secret} onDone={() => setSecret(undefined)}>
          {t('webhooks.secretHint')}
        </SecretDialog>
      )}
    </Page>
  )
}

function WebhookTable({ webhooks, rights }: { webhooks: readonly Webhook[]; rights: Rights }) {
  const { t } = useText()
  const columns = [
    t('webhooks.name'),
    t('webhooks.url'),
    t('webhooks.events'),
    t('webhooks.state'),
    t('webhooks.lastSent'),
    ...(rights.maySwitchOff ? [''] : []),
  ]
  return (
    <Table label={t('webhooks.title')} columns={columns}>
      {webhooks.map((webhook) => (
        <WebhookRow key={webhook.id} webhook={webhook} rights={rights} />
      ))}
    </Table>
  )
}

function WebhookRow({ webhook, rights }: { webhook: Webhook; rights: Rights }) {
  const { t, relativeTime, dateTime } = useText()
  const { id, projectId, name, url, events, lastTriggeredAt } = webhook
  return (
    <tr>
      <th scope="row">
        <Link to="/projects/$projectId/webhooks/$webhookId" params={{ projectId, webhookId: id }} dir="auto">
          {name}
        </Link>
      </th>
      <td className={styles.url} dir="ltr" title={url}>
        {url}
      </td>
      <td title={events.map((event) => t(`webhooks.event.${event}`)).join('\n')}>
        {t('webhooks.eventCount', { count: events.length })}
      </td>
      <td>
        <State webhook={webhook} />
      </td>
      <td>
        {lastTriggeredAt === null ? (
          t('webhooks.never')
        ) : (
          <time dateTime={lastTriggeredAt} title={dateTime(lastTriggeredAt)}>
            {relativeTime(lastTriggeredAt)}
          </time>
        )}
      </td>
      {rights.maySwitchOff && <WebhookActions webhook={webhook} rights={rights} />}
    </tr>
  )
}

function WebhookActions({ webhook, rights }: { webhook: Webhook; rights: Rights }) {
  const { t } = useText()
  const test = useSendTest(webhook)
  return (
    <RowActions>
      <ActiveSwitch webhook={webhook} rights={rights} />
      {rights.mayEdit && webhook.isActive && (
        <Button aria-disabled={test.isPending} onClick={() => !test.isPending && test.mutate()}>
          {t('webhooks.sendTest')}
        </Button>
      )}
    </RowActions>
  )
}

/** How its deliveries go, in a word or two. */
function State({ webhook }: { webhook: Webhook }) {
  const { t } = useText()
  const { isActive, consecutiveFailures, lastTriggeredAt, lastSuccessAt } = webhook
  if (!isActive) return <Badge>{t('webhooks.off')}</Badge>
  if (consecutiveFailures > 0) return <Badge tone="bad">{t('webhooks.failures', { count: consecutiveFailures })}</Badge>
  if (lastTriggeredAt === null) return <Badge>{t('webhooks.unused')}</Badge>
  if (lastSuccessAt === null) return <Badge tone="waiting">{t('webhooks.noSuccess')}</Badge>
  return <Badge tone="good">{t('webhooks.working')}</Badge>
}
