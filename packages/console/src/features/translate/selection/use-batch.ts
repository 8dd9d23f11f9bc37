import { ParlanceError } from '@parlance/sdk'
import { useRef, useState } from 'react'
import { situationOf } from '../../../api/errors.ts'
import { organizationQuery, queryClient } from '../../../api/queries.ts'
import { askToSignIn } from '../../accounts/ask-to-sign-in.ts'
import { type Editor, useEditor } from '../editor-context.ts'
import { type Outcome, runSteps, type Step, sizeOf, together } from './batch.ts'

export type BatchState =
  | { kind: 'asking' }
  | { kind: 'running'; passed: number; total: number; isStopping: boolean }
  | { kind: 'finished'; outcome: Outcome }

const ATTEMPTS = 5

/** One change of many keys: asked for, under way, done. */
export function useBatch(keyIds: readonly number[]) {
  const editor = useEditor()
  const [state, setState] = useState<BatchState>({ kind: 'asking' })
  const isStopped = useRef(false)

  const run = async (steps: readonly Step[], before?: Outcome): Promise<Outcome> => {
    isStopped.current = false
    const progress = (passed: number) =>
      setState({ kind: 'running', passed, total: sizeOf(steps), isStopping: isStopped.current })
    progress(0)
    const outcome = await runSteps(steps, { isStopped: () => isStopped.current, onProgress: progress, tryAgain })
    const all = before ? together(before, outcome) : outcome
    await showAnew(editor, keyIds)
    setState({ kind: 'finished', outcome: all })
    return all
  }

  const stop = () => {
    isStopped.current = true
    setState((now) => (now.kind === 'running' ? { ...now, isStopping: true } : now))
  }

  return { state, run, stop }
}

async function tryAgain(error: unknown, attempt: number): Promise<boolean> {
  if (situationOf(error) === 'signedOut') {
    await askToSignIn()
    return true
  }
  if (!(error instanceof ParlanceError && error.isRetryable) || attempt >= ATTEMPTS) return false
  await new Promise((resolve) => setTimeout(resolve, 1000 * 2 ** attempt))
  return true
}

/** Loads the rows that somebody may be looking at, and forgets counts, which are others now: also whether there is room. */
export async function showAnew({ project, rows }: Editor, keyIds: readonly number[]): Promise<void> {
  const loaded = keyIds.filter((keyId) => rows.get(keyId))
  await Promise.all([
    rows.load(loaded, true).catch(() => {}),
    queryClient.invalidateQueries({ queryKey: ['project', project.id] }),
    queryClient.invalidateQueries(organizationQuery(project.organizationId)),
  ])
}
