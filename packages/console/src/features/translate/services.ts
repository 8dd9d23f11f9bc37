import { hashKey, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import type { KeptDrafts } from './drafts.ts'
import type { Freshness, Presence, Selection } from './editor-context.ts'
import { createFreshness } from './freshness.ts'
import { createList, type LoadedList } from './list.ts'
import { createPresence } from './presence.ts'
import { createRows, type LoadedRows } from './rows.ts'
import type { RunningSaves } from './saves.ts'
import { openSaving, type Saving, timers } from './saving.ts'
import { createSelection } from './selection/selection.ts'

/** What lives as long as somebody works on a project, whatever language and filter they change to. */
export interface Services {
  rows: LoadedRows
  list: LoadedList
  drafts: KeptDrafts
  saves: RunningSaves
  selection: Selection
  freshness: Freshness
  presence: Presence
}

/** Kept as long as the page: what waits to be saved goes out also while somebody looks at another screen. */
export const servicesQuery = (userId: number, projectId: number) =>
  queryOptions({
    queryKey: ['editor', userId, projectId],
    queryFn: () => createServices(userId, projectId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })

async function createServices(userId: number, projectId: number): Promise<Services> {
  const params = { projectId }
  let spoken: readonly string[] = []
  const rows = createRows(async (keyIds, locales) => {
    const query = { keyIds: [...keyIds], localeCodes: [...locales], limit: 100, includeIssues: true }
    return (await api.listKeys({ params, query })).data
  })
  const list = createList(
    {
      ids: async (query, signal) => (await api.listKeyIds({ params, query, signal })).ids,
      first: async (query, signal) => {
        // With a filter about values the languages of the filter are those of the answer, too.
        const localeCodes = query.localeCodes ?? [...spoken]
        if (localeCodes.join() !== spoken.join()) return []
        return (
          await api.listKeys({ params, query: { ...query, localeCodes, limit: 100, includeIssues: true }, signal })
        ).data
      },
    },
    rows.put,
  )
  const saving = await openSaving(userId, projectId, rows)
  stopWhenForgotten(['editor', userId, projectId], saving)
  return {
    rows: {
      ...rows,
      speak: (locales) => {
        spoken = locales
        rows.speak(locales)
      },
    },
    list,
    drafts: saving.drafts,
    saves: saving.saves,
    selection: createSelection(),
    freshness: createFreshness(rows),
    presence: createPresence((ref) => api.putPresence({ params, body: ref ?? { keyId: null, locale: null } }), timers),
  }
}

/** Whoever signs out takes their editor with them. */
function stopWhenForgotten(queryKey: readonly unknown[], saving: Saving): void {
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'removed' || query.queryHash !== hashKey(queryKey)) return
    unsubscribe()
    saving.stop()
  })
}
