import type { RequestOf } from '@parlance/sdk'
import type { KeyList, Row } from './editor-context.ts'
import type { EditorSearch } from './search.ts'
import { keptKeys } from './selection/kept-keys.ts'

type KeyQuery = NonNullable<RequestOf<'listKeyIds'>['query']>

/** What a list is of. Equal texts ask for the same keys. */
export interface ListQuery {
  filter: KeyQuery
  /** These keys and no others; nothing has to be asked then. */
  ids: readonly number[] | undefined
}

export interface ListSource {
  ids(query: KeyQuery, signal: AbortSignal): Promise<readonly number[]>
  /** The first rows of the same list, which come sooner than all the ids of a long one. */
  first(query: KeyQuery, signal: AbortSignal): Promise<readonly Row[]>
}

export interface LoadedList extends KeyList {
  /** Shows the keys that match; those shown before stay until these have come. Asked for the same, nothing happens. */
  ask(query: ListQuery): Promise<void>
}

/** `onFirst` gets the first rows, which came along. */
export function createList(source: ListSource, onFirst: (rows: readonly Row[]) => void): LoadedList {
  const listeners = new Set<() => void>()
  let query: ListQuery | undefined
  let ids: readonly number[] = []
  let places: Map<number, number> | undefined
  let isLoading = true
  let failure: unknown
  let created = new Set<number>()
  let guests = 0
  let current = new AbortController()

  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  const show = (shown: readonly number[]) => {
    ids = shown
    places = undefined
    guests = 0
  }

  const fetch = async (asked: ListQuery, isNew: boolean) => {
    current.abort()
    current = new AbortController()
    const { signal } = current
    isLoading = true
    failure = undefined
    tell()
    try {
      const whole = asked.ids ?? source.ids(asked.filter, signal)
      if (isNew && !asked.ids) void showFirst(asked, signal)
      const shown = await whole
      if (signal.aborted) return
      show(shown)
      created = new Set()
    } catch (error) {
      if (signal.aborted) return
      failure = error
    }
    if (signal.aborted) return
    isLoading = false
    tell()
  }

  const showFirst = async ({ filter }: ListQuery, signal: AbortSignal) => {
    const rows = await source.first(filter, signal).catch(() => [])
    if (signal.aborted) return
    onFirst(rows)
    if (!isLoading) return
    show(rows.map(({ id }) => id))
    tell()
  }

  const noteCreated = async (keyId: number) => {
    if (!query || query.ids || places?.has(keyId) || ids.includes(keyId) || created.has(keyId)) return
    const { signal } = current
    const matching = await source.ids({ ...query.filter, keyIds: [keyId] }, signal).catch((): number[] => [])
    if (signal.aborted || !matching.includes(keyId)) return
    created = new Set(created).add(keyId)
    tell()
  }

  return {
    get ids() {
      return ids
    },
    get isLoading() {
      return isLoading
    },
    get failure() {
      return failure
    },
    get newCount() {
      return created.size
    },
    get count() {
      return ids.length - guests
    },
    indexOf: (keyId) => {
      places ??= new Map(ids.map((id, index) => [id, index]))
      return places.get(keyId) ?? -1
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    noteCreated,
    include: (keyId) => {
      const others = guests
      show([keyId, ...ids])
      guests = others + 1
      tell()
    },
    ask: async (asked) => {
      if (query && JSON.stringify(asked) === JSON.stringify(query)) return
      query = asked
      await fetch(asked, true)
    },
    refresh: async () => {
      if (query) await fetch(query, false)
    },
  }
}

/** What the address asks for, in the words of the service. `locales`: those that the list is about. */
export function listQuery(search: EditorSearch, locales: readonly string[]): ListQuery {
  const traits = new Set(search.is)
  const isAboutValues = search.status || traits.has('issues') || traits.has('outdated')
  const sort = search.sort ?? 'key'
  return {
    ids: search.set === undefined ? search.ids : keptKeys(search.set),
    filter: {
      ...(search.q ? { search: search.q } : {}),
      ...(search.ns ? { namespaceIds: search.ns } : {}),
      ...(search.status ? { statuses: search.status } : {}),
      ...(isAboutValues ? { localeCodes: [...locales] } : {}),
      ...(traits.has('issues') ? { issues: ['any'] } : {}),
      ...(traits.has('outdated') ? { sourceChanged: true } : {}),
      ...(traits.has('commented') ? { hasComments: true } : {}),
      ...(traits.has('plural') ? { isPlural: true } : {}),
      ...(traits.has('unseen') ? { observed: false } : {}),
      ...(search.since ? { updatedSince: search.since } : {}),
      sortBy: sort.replace('-', '') as 'key' | 'updatedAt' | 'createdAt',
      sortOrder: sort.startsWith('-') ? 'desc' : 'asc',
    },
  }
}
