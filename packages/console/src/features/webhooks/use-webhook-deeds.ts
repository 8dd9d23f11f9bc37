import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { useAction } from '../../ui/use-action.ts'
import { type Delivery, withDelivery } from './deliveries.ts'
import { deliveriesQuery, type Webhook, webhookQuery, webhooksQuery } from './webhook-queries.ts'

type Named = Pick<Webhook, 'projectId' | 'id'>

/** What shows a webhook, or the list it stands in. */
export const shownOf = ({ projectId, id }: Named) => [
  webhooksQuery(projectId).queryKey,
  webhookQuery(projectId, id).queryKey,
]

/** Switches a webhook on or off; what is wanted is shown while the service is asked. */
export function useSwitch(webhook: Webhook) {
  const { t } = useText()
  const [wanted, setWanted] = useState<boolean>()
  const { mutate } = useAction(
    (isActive: boolean) => api.updateWebhook({ params: { id: webhook.id }, body: { isActive } }),
    {
      done: (isActive) => t(isActive ? 'webhooks.switchedOn' : 'webhooks.switchedOff', { name: webhook.name }),
      stale: shownOf(webhook),
    },
  )
  return {
    isActive: wanted ?? webhook.isActive,
    turn: (isActive: boolean) => {
      if (wanted !== undefined) return
      setWanted(isActive)
      mutate(isActive, { onSettled: () => setWanted(undefined) })
    },
  }
}

/** Sends a test; its delivery is the first of the log, and open. */
export function useSendTest({ id, projectId }: Webhook) {
  const { t } = useText()
  const navigate = useNavigate()
  const send = async () => {
    const delivery = await api.testWebhook({ params: { id } })
    showNow(projectId, id, delivery)
    await navigate({
      to: '/projects/$projectId/webhooks/$webhookId',
      params: { projectId, webhookId: id },
      search: { delivery: delivery.id },
    })
  }
  return useAction(send, { done: () => t('webhooks.testSent'), stale: shownOf({ projectId, id }) })
}

/** Makes one more attempt of a delivery that failed. */
export function useSendAgain(webhook: Named) {
  const { t } = useText()
  const send = async (id: number) => {
    showNow(webhook.projectId, webhook.id, await api.retryDelivery({ params: { id } }))
  }
  return useAction(send, { done: () => t('webhooks.sentAgain'), stale: shownOf(webhook) })
}

/** What the service has just answered is shown before the log is read again. */
function showNow(projectId: number, webhookId: number, delivery: Delivery): void {
  for (const status of [undefined, delivery.status, 'failed' as const]) {
    const { queryKey } = deliveriesQuery(projectId, webhookId, status)
    queryClient.setQueryData(queryKey, (data) => data && { ...data, pages: withDelivery(data.pages, delivery, status) })
  }
}

/** Deletes a webhook and goes back to the others. */
export function useDelete({ id, projectId, name }: Webhook) {
  const { t } = useText()
  const navigate = useNavigate()
  const remove = async () => {
    await api.deleteWebhook({ params: { id } })
    await navigate({ to: '/projects/$projectId/webhooks', params: { projectId } })
    queryClient.removeQueries({ queryKey: webhookQuery(projectId, id).queryKey })
  }
  return useAction(remove, { done: () => t('webhooks.deleted', { name }), stale: [webhooksQuery(projectId).queryKey] })
}
