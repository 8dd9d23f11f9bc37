import { useEffect, useState } from 'react'
import { followProject } from '../../api/live.ts'
import { readHistory } from './history-query.ts'
import type { ActivitySearch } from './search.ts'

/** What happened is looked up this long after, however much happens meanwhile. */
const PAUSE_MS = 500

const TOLD = [
  'key.',
  'translation.',
  'comment.',
  'issue.',
  'namespace.',
  'project.',
  'cdn_deploy.',
  'batch_mt.',
  'reset',
]

/**
 * The list holds still; what happens meanwhile, and is asked for, is counted, and shown when somebody wants it. `newest`
 * is the first of what is shown.
 */
export function useNewChanges(projectId: number, search: ActivitySearch, newest: number): number {
  const [known, setKnown] = useState<readonly number[]>([])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      timer = undefined
      // Whoever is offline learns it with the next event.
      const found = await readHistory(projectId, search).catch(() => undefined)
      if (found) setKnown(found.activity.map(({ id }) => id))
    }
    const unfollow = followProject(projectId, ({ event }) => {
      if (TOLD.some((start) => event.startsWith(start))) timer ??= setTimeout(() => void look(), PAUSE_MS)
    })
    return () => {
      unfollow()
      clearTimeout(timer)
    }
  }, [projectId, search])
  return known.filter((id) => id > newest).length
}
