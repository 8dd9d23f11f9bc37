import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { situationOf } from '../../api/errors.ts'
import { projectQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Question } from '../../ui/dialog.tsx'
import { Page } from '../../ui/page.tsx'
import { Allowed } from '../shell/allowed.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { DeliveriesPart } from './deliveries-part.tsx'
import { NewSecret } from './new-secret.tsx'
import { OffNotice } from './off-notice.tsx'
import { type Rights, useRights } from './use-rights.ts'
import { useDelete, useSendTest } from './use-webhook-deeds.ts'
import { WebhookFacts } from './webhook-facts.tsx'
import { EditWebhookDialog } from './webhook-form.tsx'
import { type Webhook, webhookQuery } from './webhook-queries.ts'
import styles from './webhooks.module.css'

export function WebhookScreen() {
  const { t } = useText()
  const { projectId, webhookId } = useParams({ from: '/signed-in/projects/$projectId/webhooks/$webhookId' })
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { data: webhook, error } = useQuery(webhookQuery(projectId, webhookId))
  if (error && !['notFound', 'invalid', 'forbidden'].includes(situationOf(error))) throw error
  if (error || (webhook && webhook.projectId !== projectId)) return <NotFound />
  if (!webhook) return <p className={styles.waiting}>{t('ui.loading')}</p>
  return (
    <Allowed orgId={project.organizationId} needs={['webhook.view']}>
      <WebhookPage key={webhookId} webhook={webhook} />
    </Allowed>
  )
}

/** One webhook: how it is set, how it gets on, and everything that was sent to it. */
function WebhookPage({ webhook }: { webhook: Webhook }) {
  const rights = useRights(webhook.organizationId)
  return (
    <Page
      title={webhook.name}
      lead={
        <span dir="ltr" className={styles.address}>
          {webhook.url}
        </span>
      }
      actions={<Deeds webhook={webhook} rights={rights} />}
    >
      {!webhook.isActive && <OffNotice webhook={webhook} maySwitchOn={rights.mayEdit} />}
      <WebhookFacts webhook={webhook} rights={rights} />
      <DeliveriesPart webhook={webhook} maySend={rights.mayEdit && webhook.isActive} />
    </Page>
  )
}

function Deeds({ webhook, rights }: { webhook: Webhook; rights: Rights }) {
  const { t } = useText()
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const close = () => setOpen(undefined)
  const test = useSendTest(webhook)
  const deletion = useDelete(webhook)
  return (
    <>
      {rights.mayEdit && webhook.isActive && (
        <Button kind="primary" aria-disabled={test.isPending} onClick={() => !test.isPending && test.mutate()}>
          {t('webhooks.sendTest')}
        </Button>
      )}
      {rights.mayEdit && <Button onClick={() => setOpen('edit')}>{t('webhooks.editButton')}</Button>}
      {rights.mayRenewSecret && <NewSecret webhook={webhook} />}
      {rights.mayDelete && <Button onClick={() => setOpen('delete')}>{t('webhooks.delete')}</Button>}
      {open === 'edit' && <EditWebhookDialog webhook={webhook} onClose={close} />}
      <Question
        question={t('webhooks.deleteQuestion', { name: webhook.name })}
        isOpen={open === 'delete'}
        onClose={close}
        cancelLabel={t('ui.cancel')}
        confirm={{
          label: t('webhooks.delete'),
          isDangerous: true,
          onConfirm: () => {
            close()
            deletion.mutate()
          },
        }}
      >
        <p>{t('webhooks.deleteEffect')}</p>
      </Question>
    </>
  )
}
