import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { queryClient } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import type { Delivery, DeliveryStatus } from './deliveries.ts'
import { useLive } from './use-live.ts'
import { deliveriesQuery, deliveryQuery, type Webhook, webhookQuery } from './webhook-queries.ts'

/** The log of a webhook, which follows what happens. */
export function useDeliveries({ id, projectId }: Webhook, status: DeliveryStatus | undefined) {
  useLive(projectId, webhookQuery(projectId, id).queryKey)
  const pages = useInfiniteQuery(deliveriesQuery(projectId, id, status))
  const deliveries = useMemo(() => pages.data?.pages.flatMap((page) => page.deliveries) ?? [], [pages.data])
  const total = pages.data?.pages[0]?.total
  const unended = deliveries.filter(({ completedAt }) => completedAt === null).length
  // Numbers and the time of the last success change with the log.
  useEffect(() => {
    if (unended > 0 || total === undefined) return
    const { queryKey } = webhookQuery(projectId, id)
    void queryClient.invalidateQueries({ queryKey, exact: true })
    void queryClient.invalidateQueries({ queryKey: [...queryKey, 'stats'] })
  }, [unended, total, projectId, id])
  return { pages, deliveries, total }
}

/** The open delivery: from the log where it is in sight, else by itself. Says how it ends. */
export function useOpenDelivery({ id, projectId }: Webhook, listed: Delivery | undefined, openId: number) {
  const { t } = useText()
  const announce = useAnnounce()
  const { data, error } = useQuery({ ...deliveryQuery(projectId, id, openId), enabled: listed === undefined })
  const delivery = listed ?? (data?.webhookId === id ? data : undefined)
  const status = delivery?.status
  useEffect(() => {
    if (status === 'success' || status === 'failed') announce(t(`webhooks.status.${status}`))
  }, [status, announce, t])
  return { delivery, isGone: error !== null || (data !== undefined && delivery === undefined) }
}
