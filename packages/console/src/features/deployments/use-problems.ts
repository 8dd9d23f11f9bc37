import { parametersIfValid } from '@parlance/checks'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { impactOf } from './impact.ts'
import { type Problem, problemsOf } from './problems.ts'

/** A pause in typing after which the service is asked, as for issues. */
const ASK_MS = 450

/** The same object, so that nothing is drawn again. */
const NONE: readonly Problem[] = []

type Find = (text: string, signal?: AbortSignal) => Promise<readonly Problem[]>

/** Texts that ask for the same break the same: most of what somebody types asks for nothing new. */
export function useFind(projectId: number, namespace: string, key: string): Find {
  const known = useRef(new Map<string, readonly Problem[]>())
  return useCallback(
    async (value, signal) => {
      const parameters = parametersIfValid(value)
      // Half a placeholder: what it will be is not known yet.
      if (!parameters) throw new Error('No message that can be read')
      const asked = JSON.stringify(parameters)
      const before = known.current.get(asked)
      if (before) return before
      const [impact] = await impactOf(projectId, [{ namespace, key, value }], signal)
      const found = impact ? problemsOf(impact.breaking, value) : NONE
      known.current.set(asked, found)
      return found
    },
    [projectId, namespace, key],
  )
}

/** What a text would break; while somebody goes on typing, what the last one would. */
export function useProblems(
  find: Find,
  text: string | undefined,
  unanswered: RefObject<string | undefined>,
): readonly Problem[] {
  const [problems, setProblems] = useState(NONE)
  useEffect(() => {
    if (text === undefined) return setProblems(NONE)
    const asking = new AbortController()
    const answer = (found: readonly Problem[]) => {
      if (asking.signal.aborted) return
      if (unanswered.current === text) unanswered.current = undefined
      setProblems(found)
    }
    // A warning that cannot be had holds nobody up.
    const timer = setTimeout(() => void find(text, asking.signal).then(answer, () => {}), ASK_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [find, text, unanswered])
  return problems
}
