import type { AnswerOf } from '@parlance/sdk'

export type Status = AnswerOf<'listKeys'>['data'][number]['translations'][string]['status']

export const VIEWS = ['list', 'languages', 'focus'] as const
export type View = (typeof VIEWS)[number]
export const TABS = ['suggestions', 'context', 'comments', 'history'] as const
export type HelpTab = (typeof TABS)[number]
export const SORTS = ['key', '-key', 'updatedAt', '-updatedAt', 'createdAt', '-createdAt'] as const
export type Sort = (typeof SORTS)[number]

/** What the address of the editor says besides project and language: whoever opens it sees the same. */
export interface EditorSearch {
  q?: string
  ns?: number[]
  status?: Status[]
  sort?: Sort
  /** The open key. */
  key?: number
  view?: View
  /** More languages, beside the one of the path. */
  with?: string[]
  tab?: HelpTab
}
