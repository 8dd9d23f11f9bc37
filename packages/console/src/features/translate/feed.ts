import type { StreamMessage } from '@parlance/sdk'
import { useEffect } from 'react'
import { followProject } from '../../api/live.ts'
import type { Freshness, KeyList, Presence, Rows, Saves } from './editor-context.ts'

/** What changes at once is loaded at once: one request for a whole batch. */
const TOGETHER_MS = 40

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
    const loadAgain = together((keyIds) => fed.rows.load(keyIds, true))
    return followProject(projectId, hearing(fed, loadAgain))
  }, [projectId, fed])
}

function hearing({ rows, list, saves, freshness, presence }: Fed, loadAgain: (keyId: number) => void) {
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
      case 'issues.updated':
      case 'issue.ignored':
      case 'issue.reopened':
        return loadIfShown(message.data.keyId)
      case 'presence': {
        const { userId, name, keyId, locale } = message.data
        return presence.hear({ userId, name }, keyId === null || locale === null ? undefined : { keyId, locale })
      }
      case 'reset':
        // What cannot be reached now is told again when it can.
        return void rows.reload().catch(() => {})
    }
  }
}

/** Collects for a moment, and one at a time: what comes in meanwhile goes with the next. */
function together(load: (keyIds: readonly number[]) => Promise<void>): (keyId: number) => void {
  const collected = new Set<number>()
  let isBusy = false
  const go = async () => {
    isBusy = true
    while (collected.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, TOGETHER_MS))
      const keyIds = [...collected]
      collected.clear()
      await load(keyIds).catch(() => {})
    }
    isBusy = false
  }
  return (keyId) => {
    collected.add(keyId)
    if (!isBusy) void go()
  }
}
