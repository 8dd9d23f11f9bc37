/** As `Map.groupBy`, which the oldest Node that the program runs on does not have. */
export function groupedBy<T, Name>(items: readonly T[], nameOf: (item: T) => Name): Map<Name, T[]> {
  const groups = new Map<Name, T[]>()
  for (const item of items) {
    const name = nameOf(item)
    const group = groups.get(name)
    if (group) group.push(item)
    else groups.set(name, [item])
  }
  return groups
}
