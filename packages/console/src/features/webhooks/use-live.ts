import type { QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followProject } from '../../api/live.ts'
import { queryClient } from '../../api/queries.ts'

/** What happens in a project is told to webhooks: what shows that is read again this long after, however much happens. */
const PAUSE_MS = 1_000

export function useLive(projectId: number, queryKey: QueryKey): void {
  const name = JSON.stringify(queryKey)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const readAgain = () => {
      timer = undefined
      void queryClient.invalidateQueries({ queryKey: JSON.parse(name) as QueryKey })
    }
    const unfollow = followProject(projectId, (message) => {
      if ('id' in message) timer ??= setTimeout(readAgain, PAUSE_MS)
    })
    return () => {
      unfollow()
      clearTimeout(timer)
    }
  }, [projectId, name])
}
