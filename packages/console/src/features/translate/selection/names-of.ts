import { MOST_CHANGES } from '../../deployments/index.ts'
import { useEditor } from '../editor-context.ts'

/** Names of keys by their ids, of those that are still there; what was loaded before is not asked for again. */
export function useNamesOf(all: readonly number[]) {
  const { rows } = useEditor()
  return async () => {
    const keyIds = all.slice(0, MOST_CHANGES)
    await rows.load(keyIds)
    return keyIds.flatMap((keyId) => {
      const row = rows.get(keyId)
      return row && !rows.isGone(keyId) ? [{ namespace: row.namespace, key: row.key }] : []
    })
  }
}
