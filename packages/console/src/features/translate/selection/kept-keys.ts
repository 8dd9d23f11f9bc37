import { tabStore } from '../../../tab-store.ts'
import type { EditorSearch } from '../search.ts'

/** More would not outlast a reload: servers refuse addresses that long. */
const MOST_IN_ADDRESS = 500

const kept = new Map<string, readonly number[]>()

/** A search that asks for no keys in particular. */
export const EVERYTHING = { q: '', ns: [], status: [], is: [], since: '', ids: [], set: '' } satisfies EditorSearch

/** How somebody looks at keys, whichever they are. */
export const viewOf = ({ view, with: others }: EditorSearch): EditorSearch => ({
  ...(view ? { view } : {}),
  ...(others ? { with: others } : {}),
})

/** What an address asks for to show just these keys. A long list stays in this tab, under a name. */
export function showing(keyIds: readonly number[], store: Storage | undefined = tabStore()): EditorSearch {
  if (keyIds.length <= MOST_IN_ADDRESS) return { ids: [...keyIds] }
  const set = `${Date.now().toString(36)}-${keyIds.length}`
  kept.set(set, keyIds)
  try {
    store?.setItem(nameOf(set), JSON.stringify(keyIds))
  } catch {
    // No room: it is there until the tab is loaded again.
  }
  return { set }
}

/** The keys of that name; none in a tab that does not know them. */
export function keptKeys(set: string, store: Storage | undefined = tabStore()): readonly number[] {
  const known = kept.get(set)
  if (known) return known
  const keyIds: readonly number[] = JSON.parse(store?.getItem(nameOf(set)) ?? '[]')
  kept.set(set, keyIds)
  return keyIds
}

const nameOf = (set: string) => `parlance-keys-${set}`
