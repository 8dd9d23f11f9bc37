import type { Row, Rows, RowValue, ValueRef } from './editor-context.ts'

const BATCH = 100
/** Enough for many screens around the one in view; the rest is loaded again when somebody comes back to it. */
const KEPT = 2_000

/** How keys are fetched: those of them that are living keys, in whatever order. At most a hundred at a time. */
type FetchRows = (keyIds: readonly number[], locales: readonly string[]) => Promise<readonly Row[]>

export interface LoadedRows extends Rows {
  /** From now on rows have values in these languages; with others than before, all are loaded anew. */
  speak(locales: readonly string[]): void
}

export function createRows(fetchRows: FetchRows): LoadedRows {
  // A Map keeps the order in which rows came, so the first is the one that nobody has asked for the longest.
  const rows = new Map<number, Row>()
  const gone = new Set<number>()
  const loading = new Map<number, Promise<void>>()
  const listeners = new Map<number, Set<() => void>>()
  let locales: readonly string[] = []

  const tell = (keyId: number) => {
    for (const listener of listeners.get(keyId) ?? []) listener()
  }

  const forgetOldest = () => {
    for (const keyId of rows.keys()) {
      if (rows.size <= KEPT) return
      // What is on the screen stays.
      if (!listeners.has(keyId)) rows.delete(keyId)
    }
  }

  const put = (added: readonly Row[]) => {
    for (const row of added) {
      const known = rows.get(row.id)
      rows.delete(row.id)
      rows.set(row.id, known ? withNewer(row, known) : row)
      gone.delete(row.id)
    }
    forgetOldest()
    for (const row of added) tell(row.id)
  }

  const markGone = (keyId: number) => {
    gone.add(keyId)
    // A row is drawn again when it is another object.
    const row = rows.get(keyId)
    if (row) rows.set(keyId, { ...row })
    tell(keyId)
  }

  const touch = (keyId: number) => {
    const row = rows.get(keyId)
    if (!row) return
    rows.delete(keyId)
    rows.set(keyId, row)
  }

  const loadBatch = async (keyIds: readonly number[]) => {
    const asked = locales
    const found = await fetchRows(keyIds, asked)
    // The languages have changed meanwhile: whoever changed them has asked again.
    if (asked !== locales) return
    const living = new Set(found.map(({ id }) => id))
    put(found)
    for (const keyId of keyIds) if (!living.has(keyId)) markGone(keyId)
  }

  const load = async (keyIds: readonly number[], again = false) => {
    const waiting = new Set<Promise<void>>()
    const missing: number[] = []
    for (const keyId of new Set(keyIds)) {
      const under = again ? undefined : loading.get(keyId)
      if (under) waiting.add(under)
      else if (again || !(rows.has(keyId) || gone.has(keyId))) missing.push(keyId)
      else touch(keyId)
    }
    for (let start = 0; start < missing.length; start += BATCH) {
      const batch = missing.slice(start, start + BATCH)
      const answer = loadBatch(batch).finally(() => {
        for (const keyId of batch) if (loading.get(keyId) === answer) loading.delete(keyId)
      })
      for (const keyId of batch) loading.set(keyId, answer)
      waiting.add(answer)
    }
    await Promise.all(waiting)
  }

  const patchValue = ({ keyId, locale }: ValueRef, value: RowValue | null) => {
    const row = rows.get(keyId)
    if (!row) return
    const { [locale]: _, ...others } = row.translations
    rows.set(keyId, { ...row, translations: value ? { ...others, [locale]: value } : others })
    tell(keyId)
  }

  return {
    get: (keyId) => rows.get(keyId),
    isGone: (keyId) => gone.has(keyId),
    subscribe: (keyId, listener) => subscribed(listeners, keyId, listener),
    put,
    patchValue,
    markGone,
    load,
    reload: async () => {
      const seen = [...rows.keys()].filter((keyId) => listeners.has(keyId))
      for (const keyId of rows.keys()) if (!listeners.has(keyId)) rows.delete(keyId)
      await load(seen, true)
    },
    speak: (spoken) => {
      if (spoken.join() === locales.join()) return
      locales = [...spoken]
      const had = [...rows.keys()]
      rows.clear()
      loading.clear()
      for (const keyId of had) tell(keyId)
    },
  }
}

/** An answer may have been overtaken by one that was asked for later. The times of a value never go back. */
function withNewer(row: Row, known: Row): Row {
  const newer = Object.entries(known.translations).filter(([locale, value]) => {
    const loaded = row.translations[locale]
    return loaded && Date.parse(loaded.updatedAt) < Date.parse(value.updatedAt)
  })
  return newer.length === 0 ? row : { ...row, translations: { ...row.translations, ...Object.fromEntries(newer) } }
}

function subscribed(listeners: Map<number, Set<() => void>>, keyId: number, listener: () => void): () => void {
  const ofKey = listeners.get(keyId) ?? new Set()
  listeners.set(keyId, ofKey.add(listener))
  return () => {
    ofKey.delete(listener)
    if (ofKey.size === 0 && listeners.get(keyId) === ofKey) listeners.delete(keyId)
  }
}
