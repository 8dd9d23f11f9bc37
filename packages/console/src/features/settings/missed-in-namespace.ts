import { api } from '../../api/client.ts'
import { type MissedKeysState, MOST_CHANGES, useMissedKeys } from '../deployments/index.ts'

const IN_A_PAGE = 100

/** Which keys of a namespace would be missed by code that runs, if it were called otherwise or gone. */
export const useMissedInNamespace = (projectId: number, namespaceId: number | undefined): MissedKeysState =>
  useMissedKeys({
    projectId,
    about: ['namespace', namespaceId ?? 0],
    names: () => namesIn(projectId, namespaceId ?? 0),
    isWanted: namespaceId !== undefined,
  })

async function namesIn(projectId: number, namespaceId: number) {
  const names: { namespace: string; key: string }[] = []
  let cursor: string | null | undefined
  do {
    const query = { namespaceIds: [namespaceId], limit: IN_A_PAGE, ...(cursor && { cursor }) }
    const { data, pagination } = await api.listKeys({ params: { projectId }, query })
    names.push(...data.map(({ namespace, key }) => ({ namespace, key })))
    cursor = pagination.nextCursor
  } while (cursor && names.length < MOST_CHANGES)
  return names
}
