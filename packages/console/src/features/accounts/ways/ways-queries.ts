import type { AnswerOf } from '@parlance/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'

export type SecondFactor = AnswerOf<'getSecondFactor'>
export type Passkey = AnswerOf<'listPasskeys'>['passkeys'][number]

export const secondFactorQuery = queryOptions({
  queryKey: ['ways', 'second-factor'],
  queryFn: () => api.getSecondFactor(),
})
export const identitiesQuery = queryOptions({ queryKey: ['identities'], queryFn: () => api.listIdentities() })
export const passkeysQuery = queryOptions({ queryKey: ['ways', 'passkeys'], queryFn: () => api.listPasskeys() })

/** What is stale when a way to sign in has changed. */
export const WAYS = ['ways'] as const
