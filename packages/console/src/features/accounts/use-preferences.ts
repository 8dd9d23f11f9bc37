import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { preferences } from './kept-preferences.ts'
import { type Preferences, readPreferences } from './preferences.ts'

export const usePreferences = (): Preferences => useSyncExternalStore(preferences.subscribe, preferences.get)

/** What the service keeps for this person; the part of other clients is left as it is. */
const keptQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: () => api.getPreferences(),
  staleTime: Number.POSITIVE_INFINITY,
})

/** What was chosen on another device holds here, too. */
export function usePreferencesOfService(): void {
  const { data } = useQuery(keptQuery)
  useEffect(() => {
    if (data) preferences.take(readPreferences(data['console']))
  }, [data])
}

/** One after the other, so that the newest is what stays. */
let lastKeeping: Promise<unknown> = Promise.resolve()

/** Holds at once on this device; done when other devices will find it, too. */
export function changePreferences(patch: Partial<Preferences>): Promise<void> {
  preferences.change(patch)
  const keeping = lastKeeping.then(keep)
  lastKeeping = keeping.catch(() => {})
  return keeping
}

async function keep(): Promise<void> {
  const others = await queryClient.ensureQueryData(keptQuery)
  const body = { ...others, console: { ...Object(others['console']), ...preferences.get() } }
  await api.putPreferences({ body })
}
