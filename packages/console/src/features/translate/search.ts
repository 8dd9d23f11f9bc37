import type { AnswerOf } from '@parlance/sdk'

export type Status = AnswerOf<'listKeys'>['data'][number]['translations'][string]['status']

export const STATUSES = ['not_translated', 'not_reviewed', 'translated'] as const satisfies readonly Status[]
export const VIEWS = ['list', 'languages', 'focus'] as const
export type View = (typeof VIEWS)[number]
export const TABS = ['suggestions', 'context', 'comments', 'history'] as const
export type HelpTab = (typeof TABS)[number]
export const SORTS = ['key', '-key', 'updatedAt', '-updatedAt', 'createdAt', '-createdAt'] as const
export type Sort = (typeof SORTS)[number]
/** What else can be asked of keys: open issues, an older source text, comments, plurals, never seen in an application. */
export const TRAITS = ['issues', 'outdated', 'commented', 'plural', 'unseen'] as const
export type Trait = (typeof TRAITS)[number]

/** What the address of the editor says besides project and language: whoever opens it sees the same. */
export interface EditorSearch {
  q?: string
  ns?: number[]
  status?: Status[]
  is?: Trait[]
  /** Keys with a value that was written at this time or later, such as those of an import. */
  since?: string
  /** These keys and no others, such as those that failed. */
  ids?: number[]
  /** The same where they are too many for an address: this tab knows them by that name (`keptKeys`). */
  set?: string
  sort?: Sort
  /** The open key. */
  key?: number
  view?: View
  /** More languages, beside the one of the path. */
  with?: string[]
  tab?: HelpTab
}

/** Some of it; what is undefined is no longer asked for. */
export type SearchPatch = { [Name in keyof EditorSearch]: EditorSearch[Name] | undefined }

/** Reads an address that anybody may have written: what makes no sense is left out. */
export function readSearch(raw: Record<string, unknown>): EditorSearch {
  const q = typeof raw['q'] === 'string' ? raw['q'].slice(0, 1000) : ''
  const [key] = numbersOf(raw['key'])
  return withoutEmpty({
    q,
    ns: numbersOf(raw['ns']),
    status: among(STATUSES, raw['status']),
    is: among(TRAITS, raw['is']),
    since: timeOf(raw['since']),
    ids: numbersOf(raw['ids']),
    set: listOf(raw['set'])[0],
    sort: among(SORTS, raw['sort'])[0],
    key,
    view: among(VIEWS, raw['view'])[0],
    with: listOf(raw['with']),
    tab: among(TABS, raw['tab'])[0],
  })
}

/** As the address shows it: what is not asked for is not in it. */
export function withoutEmpty(search: SearchPatch): EditorSearch {
  const given = Object.entries(search).filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '',
  )
  return Object.fromEntries(given) as EditorSearch
}

const listOf = (value: unknown): string[] =>
  value === undefined || value === '' ? [] : [...new Set(String(value).split(','))]

const numbersOf = (value: unknown) =>
  listOf(value)
    .map(Number)
    .filter((number) => Number.isSafeInteger(number) && number > 0)

/** In the one spelling of times; undefined when it is none. */
function timeOf(value: unknown): string | undefined {
  const time = typeof value === 'string' && value !== '' ? new Date(value) : undefined
  return time && !Number.isNaN(time.getTime()) ? time.toISOString() : undefined
}

const among = <T extends string>(known: readonly T[], value: unknown): T[] =>
  known.filter((item) => listOf(value).includes(item))

/** Every key of the project, as it is shown to those who ask for nothing. */
export const NOTHING_ASKED: SearchPatch = {
  q: undefined,
  ns: undefined,
  status: undefined,
  is: undefined,
  since: undefined,
  ids: undefined,
  set: undefined,
}

export const isAsked = ({ q, ns, status, is, since, ids, set }: EditorSearch) =>
  (q ?? ns ?? status ?? is ?? since ?? ids ?? set) !== undefined
