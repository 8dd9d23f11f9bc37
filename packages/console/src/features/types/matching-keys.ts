import type { TypedKey } from './typed-keys.ts'

/** Keys in whose name, namespace or parameters every word of a search is, whatever the case. */
export function matchingKeys(keys: readonly TypedKey[], search: string, isAsking: boolean): readonly TypedKey[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const asking = isAsking ? keys.filter(({ params }) => params.length > 0) : keys
  if (words.length === 0) return asking
  return asking.filter(({ key, namespace, params }) => {
    const text = [key, namespace, ...params.map(({ name }) => name)].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
