import type { StreamMessage } from '@parlance/sdk'
import { useEffect } from 'react'
import { mayPass, situationOf } from '../../api/errors.ts'
import { followProject } from '../../api/live.ts'
import { queryClient } from '../../api/queries.ts'
import { askToSignIn } from '../accounts/ask-to-sign-in.ts'
import type { Freshness, KeyList, Presence, Rows, Saves } from './editor-context.ts'
import { issuesOfKey } from './use-issues.ts'

/** What changes at once is loaded at once: one request for a whole batch. */
const TOGETHER_MS = 40
/** What could not be loaded is asked for again: nobody will tell of it a second time. */
const AGAIN_MS = 1_000
const HEALING_MS = 3_000

interface Fed {
  rows: Rows
  list: KeyList
  saves: Saves
  freshness: Freshness
  presence: Presence
}

/** Whatever happens in the project shows in the rows, without moving any of them. */
export function useFeed(projectId: number, fed: Fed): void {
  useEffect(() => {
    const end = new AbortController()
    const loadAgain = together((keyIds) => fed.rows.load(keyIds, true), end.signal)
    const reload = () => void surely(() => fed.rows.reload(), end.signal)
    const stops = [followProject(projectId, hearing(projectId, fed, loadAgain, reload)), healing(fed.list)]
    return () => {
      end.abort()
      for (const stop of stops) stop()
    }
  }, [projectId, fed])
}

function hearing(
  projectId: number,
  { rows, list, saves, freshness, presence }: Fed,
  loadAgain: (keyId: number) => void,
  reload: () => void,
) {
  const loadIfShown = (keyId: number) => {
    if (rows.get(keyId) || rows.isGone(keyId)) loadAgain(keyId)
  }
  return (message: StreamMessage) => {
    switch (message.event) {
      case 'translation.upserted': {
        const { keyId, locale, value, status } = message.data
        const known = rows.get(keyId)?.translations[locale]
        // Our own, of which the answer tells, or has told.
        if (saves.pendingText({ keyId, locale }) === value || (known?.value === value && known.status === status))
          return
        if (rows.get(keyId)) freshness.expect({ keyId, locale })
        return loadIfShown(keyId)
      }
      case 'key.created':
        loadIfShown(message.data.keyId)
        return void list.noteCreated(message.data.keyId)
      case 'key.deleted':
        return rows.markGone(message.data.keyId)
      case 'key.updated':
      case 'schema.updated':
        return loadIfShown(message.data.keyId)
      case 'issues.updated':
      case 'issue.ignored':
      case 'issue.reopened':
        void queryClient.invalidateQueries({ queryKey: issuesOfKey(projectId, message.data.keyId) })
        return loadIfShown(message.data.keyId)
      case 'presence': {
        const { userId, name, keyId, locale } = message.data
        return presence.hear({ userId, name }, keyId === null || locale === null ? undefined : { keyId, locale })
      }
      case 'reset':
        return reload()
    }
  }
}

/** A list that could not be loaded is asked for again by itself, as soon as that may help: after a sign-in, where one is missing. */
function healing(list: KeyList): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: unknown
  const heal = () => {
    clearTimeout(timer)
    const { failure } = list
    if (mayPass(failure)) timer = setTimeout(() => void list.refresh(), HEALING_MS)
    else if (failure !== last && situationOf(failure) === 'signedOut') void askToSignIn().then(() => list.refresh())
    last = failure
  }
  const hurry = () => {
    if (mayPass(list.failure)) void list.refresh()
  }
  const unsubscribe = list.subscribe(heal)
  addEventListener('online', hurry)
  return () => {
    clearTimeout(timer)
    unsubscribe()
    removeEventListener('online', hurry)
  }
}

/** Collects for a moment, and one at a time: what comes in meanwhile goes with the next. */
function together(load: (keyIds: readonly number[]) => Promise<void>, signal: AbortSignal): (keyId: number) => void {
  const collected = new Set<number>()
  let isBusy = false
  const go = async () => {
    isBusy = true
    while (collected.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, TOGETHER_MS))
      const keyIds = [...collected]
      collected.clear()
      await surely(() => load(keyIds), signal)
    }
    isBusy = false
  }
  return (keyId) => {
    collected.add(keyId)
    if (!isBusy) void go()
  }
}

/** Until it has worked, or nobody looks any more. The stream may speak while requests do not get through. */
async function surely(load: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
  }
}
