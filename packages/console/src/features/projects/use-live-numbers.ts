import { useEffect } from 'react'
import { followProject } from '../../api/live.ts'
import { queryClient } from '../../api/queries.ts'

/** Numbers are read again this long after something happened, however much happens meanwhile. */
const PAUSE_MS = 1_000

/** Keeps what is shown of a project as a whole up to date: when somebody comes back to it, and while others work. */
export function useLiveNumbers(projectId: number): void {
  useEffect(() => {
    const readAgain = () => {
      for (const part of ['stats', 'activity', 'cdn', 'words'])
        void queryClient.invalidateQueries({ queryKey: ['project', projectId, part] })
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    readAgain()
    const unfollow = followProject(projectId, () => {
      timer ??= setTimeout(() => {
        timer = undefined
        readAgain()
      }, PAUSE_MS)
    })
    return () => {
      unfollow()
      clearTimeout(timer)
    }
  }, [projectId])
}
