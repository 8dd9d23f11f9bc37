import type { AnswerOf } from '@parlance/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

export type TypedKey = AnswerOf<'getTypes'>['keys'][number]
export type Parameter = TypedKey['params'][number]

export const typesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'types'],
    queryFn: async () => (await api.getTypes({ params: { projectId } })).keys,
  })
