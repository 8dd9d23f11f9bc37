import { api } from '../../api/client.ts'
import { reportWaiting } from '../../api/connection.ts'
import { situationOf } from '../../api/errors.ts'
import { projectQuery, queryClient, sessionQuery } from '../../api/queries.ts'
import { may } from '../../api/session.ts'
import { askToSignIn } from '../accounts/ask-to-sign-in.ts'
import { openDevice } from './device.ts'
import { versionOf } from './draft-conflicts.ts'
import { createDrafts, type KeptDrafts } from './drafts.ts'
import type { Rows, ValueRef } from './editor-context.ts'
import type { ValueBody } from './save-job.ts'
import type { Timers } from './save-queue.ts'
import { createSaves, type RunningSaves } from './saves.ts'

export interface Saving {
  drafts: KeptDrafts
  saves: RunningSaves
  /** What waits stays on the device, for the next time. */
  stop(): void
}

export const timers: Timers = {
  set: (run, ms) => setTimeout(run, ms),
  clear: (timer) => clearTimeout(timer as number),
}

/**
 * Drafts and saves of a person in a project, with what the device has kept of them. They live as long as the page: what
 * waits goes out also when somebody looks at another screen.
 */
export async function openSaving(userId: number, projectId: number, rows: Rows): Promise<Saving> {
  const device = await openDevice(userId, projectId)
  const drafts = createDrafts({
    kept: device.drafts,
    shelf: device.draftShelf,
    now: Date.now,
    baseOf: (ref) => {
      const version = versionOf(rows.get(ref.keyId), ref.locale)
      return { ...version, value: saves.pendingText(ref) ?? version.value }
    },
  })
  const saves = createSaves({
    userId,
    rows,
    drafts,
    kept: device.saves,
    shelf: device.saveShelf,
    put: (ref, body) => putValue(userId, projectId, ref, body),
    whoChanged: (ref) => whoChanged(projectId, ref),
    askToSignIn,
    mayReview: () => mayReview(projectId),
    timers,
    now: Date.now,
  })
  device.onLeft((jobs) => saves.adopt(jobs))
  const end = new AbortController()
  const { signal } = end
  addEventListener('online', () => saves.hurry(), { signal })
  saves.subscribeAll(() => reportWaiting(projectId, saves.waiting))
  reportWaiting(projectId, saves.waiting)
  warnBeforeLosing(drafts, saves, signal)
  const stop = () => {
    end.abort()
    saves.stop()
    drafts.stop()
    device.close()
    reportWaiting(projectId, 0)
  }
  return { drafts, saves, stop }
}

async function putValue(userId: number, projectId: number, { keyId, locale }: ValueRef, body: ValueBody) {
  const send = () => api.putValueOfKey({ params: { projectId, keyId, locale }, body })
  try {
    return await send()
  } catch (error) {
    // The page has not known yet: it says so from now on, and offers nothing else that would be refused.
    if (situationOf(error) === 'readOnly') void queryClient.invalidateQueries({ queryKey: ['organization'] })
    if (situationOf(error) !== 'forbidden') throw error
    // Somebody has signed in again in another tab, so that this page spoke for a session that has ended; or what this
    // person may do has changed, which the page then shows.
    const before = queryClient.getQueryData(sessionQuery.queryKey)?.csrfToken
    const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    if (session?.user.id !== userId || session.csrfToken === before) throw error
    return send()
  }
}

function mayReview(projectId: number): boolean {
  const orgId = queryClient.getQueryData(projectQuery(projectId).queryKey)?.organizationId
  const session = queryClient.getQueryData(sessionQuery.queryKey)
  return may(
    session?.organizations.find(({ id }) => id === orgId),
    'translation.review',
  )
}

async function whoChanged(projectId: number, { keyId, locale }: ValueRef): Promise<string | undefined> {
  const { activity } = await api.listActivity({ params: { projectId }, query: { keyId, locale, limit: 1 } })
  return activity[0]?.actor.name ?? undefined
}

/** Only where the device keeps nothing does a closed page lose something: then, and only then, the browser asks. */
function warnBeforeLosing(drafts: KeptDrafts, saves: RunningSaves, signal: AbortSignal): void {
  const warn = (event: Event) => {
    if (drafts.unkept + saves.unkept > 0) event.preventDefault()
  }
  addEventListener('beforeunload', warn, { signal })
}
