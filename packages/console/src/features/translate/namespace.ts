import { api } from '../../api/client.ts'
import { namespacesQuery, queryClient } from '../../api/queries.ts'

/** One that is there, or the name of one to be made. */
export type NamespaceTarget = { id: number } | { name: string }

export async function namespaceIdOf(projectId: number, target: NamespaceTarget): Promise<number> {
  if ('id' in target) return target.id
  const { namespaces } = await queryClient.fetchQuery(namespacesQuery(projectId))
  const existing = namespaces.find(({ name }) => name === target.name)
  return existing?.id ?? (await api.createNamespace({ params: { projectId }, body: target })).id
}
