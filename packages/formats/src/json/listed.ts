/** What a tree of names is made of. */
export type Tree<T> = T | Map<string, Tree<T>>
/** The same with lists. */
type Listed<T> = T | Listed<T>[] | Map<string, Listed<T>>

/** A tree in which objects with the names 0 to n-1 are lists. */
export function listed<T>(tree: Tree<T>): Listed<T> {
  if (!(tree instanceof Map)) return tree
  const members = Array.from(tree, ([name, value]) => [name, listed(value)] as const)
  if (!isList(tree)) return new Map(members)
  return members.sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value)
}

/** Whether the names are the numbers of a list, each as it is counted. */
export function isList(tree: ReadonlyMap<string, unknown>): boolean {
  for (let at = 0; at < tree.size; at++) if (!tree.has(`${at}`)) return false
  return tree.size > 0
}
