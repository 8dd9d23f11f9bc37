/** The list under a key, to put something in; a new one where there is none. */
export function listOf<Key, Value>(lists: Map<Key, Value[]>, key: Key): Value[] {
  const list = lists.get(key) ?? []
  if (list.length === 0) lists.set(key, list)
  return list
}
