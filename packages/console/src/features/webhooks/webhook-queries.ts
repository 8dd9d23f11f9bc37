import type { AnswerOf } from '@parlance/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { type DeliveryStatus, nextLook } from './deliveries.ts'

export type Webhook = AnswerOf<'getWebhook'>

export const webhooksQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'webhooks'],
    queryFn: () => api.listWebhooks({ params: { projectId } }),
    staleTime: 0,
  })

/** All that is known about a webhook has its name below this one. */
export const webhookQuery = (projectId: number, id: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'webhook', id],
    queryFn: () => api.getWebhook({ params: { id } }),
    staleTime: 0,
  })

export const statsQuery = (projectId: number, id: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'webhook', id, 'stats'],
    queryFn: () => api.getWebhookStats({ params: { id } }),
  })

export const deliveriesQuery = (projectId: number, id: number, status: DeliveryStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: ['project', projectId, 'webhook', id, 'deliveries', status ?? 'all'],
    queryFn: ({ pageParam }) =>
      api.listDeliveries({
        params: { id },
        query: { limit: 50, ...(pageParam !== '' && { cursor: pageParam }), ...(status && { status }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
    // Only while the page is seen.
    refetchInterval: ({ state: { data } }) =>
      nextLook(data?.pages.flatMap(({ deliveries }) => deliveries) ?? [], data?.pages.length ?? 0, Date.now()),
  })

/** One that no loaded page shows. */
export const deliveryQuery = (projectId: number, webhookId: number, id: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'webhook', webhookId, 'delivery', id],
    queryFn: () => api.getDelivery({ params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => nextLook(data ? [data] : [], 1, Date.now()),
  })

type SwitchedOff = { at: string; by: string | null; reason: string }

/** When a webhook was switched off, and why; null when that is too long ago. */
export const switchedOffQuery = (projectId: number, webhookId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'webhook', webhookId, 'off'],
    queryFn: async (): Promise<SwitchedOff | null> => {
      const query = { events: ['webhook.disabled' as const], limit: 100 }
      const { activity } = await api.listActivity({ params: { projectId }, query })
      for (const { at, actor, after } of activity) {
        const told = after as { webhookId?: unknown; reason?: unknown } | null
        if (told?.webhookId === webhookId) return { at, by: actor.name, reason: String(told.reason) }
      }
      return null
    },
  })
