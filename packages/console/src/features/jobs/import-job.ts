import type { AnswerOf } from '@parlance/sdk'

type Activity = AnswerOf<'listActivity'>['activity'][number]

/** An import, as the history tells it. */
export interface ImportJob {
  id: number
  actor: Activity['actor']
  source: 'web' | 'cli'
  /** Values. */
  added: number
  updated: number
  /** What it changed; null when nothing, or when it was before this was kept. */
  changes: { fromId: number; toId: number } | null
}

interface ToldImport {
  source: 'web' | 'cli'
  stats: { added?: number; updated?: number; translationsCreated?: number; translationsUpdated?: number }
  changes?: ImportJob['changes']
}

export function importOf({ id, actor, after }: Activity): ImportJob {
  const { source, stats, changes = null } = after as ToldImport
  return {
    id,
    actor,
    source,
    added: stats.added ?? stats.translationsCreated ?? 0,
    updated: stats.updated ?? stats.translationsUpdated ?? 0,
    changes,
  }
}
