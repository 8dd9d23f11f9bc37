import { api } from '../../../api/client.ts'
import { situationOf } from '../../../api/errors.ts'
import { takeBack } from '../../../api/take-back.ts'
import { useText } from '../../../text/context.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useEditor } from '../editor-context.ts'
import type { ChangeRange } from './batch.ts'
import { EVERYTHING, showing } from './kept-keys.ts'
import { showAnew } from './use-batch.ts'

/** Takes changes of these keys back and says how that went. */
export function useTakeBack(): (ranges: readonly ChangeRange[], keyIds: readonly number[]) => Promise<void> {
  const { t } = useText()
  const toast = useToast()
  const editor = useEditor()
  return async (ranges, keyIds) => {
    const params = { projectId: editor.project.id }
    try {
      const { reverted, skipped } = await takeBack(ranges, (body) => api.revertActivity({ params, body }))
      const left = [...new Set(skipped.map(({ keyId }) => keyId))]
      toast({
        text: t('batch.takenBack', { count: reverted, left: left.length }),
        ...(left.length > 0
          ? {
              action: { label: t('batch.show'), onPress: () => editor.setSearch({ ...EVERYTHING, ...showing(left) }) },
              timeoutMs: 30_000,
            }
          : {}),
      })
    } catch (error) {
      toast({ text: t(`situation.${situationOf(error)}`), isFailure: true })
    }
    await showAnew(editor, keyIds)
    // Keys that came back have left the list meanwhile.
    if (keyIds.some((keyId) => editor.list.indexOf(keyId) < 0)) await editor.list.refresh()
  }
}
