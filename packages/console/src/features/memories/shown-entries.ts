import type { InfiniteData } from '@tanstack/react-query'
import { queryClient } from '../../api/queries.ts'
import { type Entry, memoryQuery, memoryStatsQuery, ofMemory } from './queries.ts'

interface EntryPage {
  entries: Entry[]
}

/** Changes entries where they are shown: many pages may be loaded, and asking for all of them again would take long. */
export function changeShown(tmId: number, change: (entries: Entry[]) => Entry[]): void {
  queryClient.setQueriesData<InfiniteData<EntryPage>>(
    { queryKey: [...ofMemory(tmId), 'entries'] },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, entries: change(page.entries) })) },
  )
}

/** What a memory is said to hold is counted again. */
export const countAgain = (tmId: number) =>
  Promise.all(
    [memoryQuery(tmId), memoryStatsQuery(tmId)].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
  )

/** Much has changed: everything that is shown of a memory is asked for again. */
export const showAgain = (tmId: number, orgId: number) =>
  Promise.all([
    queryClient.resetQueries({ queryKey: [...ofMemory(tmId), 'entries'] }),
    queryClient.invalidateQueries({ queryKey: ofMemory(tmId) }),
    queryClient.invalidateQueries({ queryKey: ['organization', orgId, 'memories'] }),
  ])
