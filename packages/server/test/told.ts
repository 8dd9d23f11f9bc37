/** What a change tells about keys and values, on the feed as in the activity. */
export interface Told {
  event: string
  keyId: number | null
  key: string | null
  namespace: string | null
  locale: string | null
  after: unknown
}

export interface KeyState {
  key: string
  namespace: string
  values: Record<string, { value: string | null; status: string }>
}

/** The living keys of a project as its changes alone tell them, by id. */
export function foldChanges(changes: readonly Told[]): Record<number, KeyState> {
  const keys: Record<number, KeyState> = {}
  for (const change of changes) applyChange(keys, change)
  return keys
}

export function applyChange(keys: Record<number, KeyState>, change: Told): void {
  const { event, keyId, key, namespace, locale, after } = change
  if (keyId === null) return
  const named = { key: key ?? '', namespace: namespace ?? '' }
  // The values of a key that comes back are told again.
  if (event === 'key.created' || event === 'key.restored') keys[keyId] = { ...named, values: {} }
  if (event === 'key.updated') Object.assign(keys[keyId] ?? {}, named)
  if (event === 'key.deleted') delete keys[keyId]
  const state = keys[keyId]
  if (state && locale !== null && event.startsWith('translation.')) {
    const { value, status } = after as KeyState['values'][string]
    state.values[locale] = { value, status }
  }
}

export interface ListedKey {
  id: number
  key: string
  namespace: string
  translations: KeyState['values']
}

/** The same shape, as the key list tells it. */
export const stateOf = (listed: readonly ListedKey[]): Record<number, KeyState> =>
  Object.fromEntries(
    listed.map(({ id, key, namespace, translations }) => [
      id,
      {
        key,
        namespace,
        values: Object.fromEntries(
          Object.entries(translations).map(([locale, { value, status }]) => [locale, { value, status }]),
        ),
      },
    ]),
  )
