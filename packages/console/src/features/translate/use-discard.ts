import { useText } from '../../text/context.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type Draft, useEditor } from './editor-context.ts'

const UNDO_MS = 10_000

/** Discards drafts; for a while they can be had back. */
export function useDiscard(): (discarded: readonly Draft[]) => void {
  const { t } = useText()
  const { drafts } = useEditor()
  const toast = useToast()
  return (discarded) => {
    if (discarded.length === 0) return
    for (const draft of discarded) drafts.discard(draft)
    const bringBack = () => {
      for (const draft of discarded) if (!drafts.get(draft)) void drafts.restore(draft)
    }
    toast({
      text: t('drafts.discarded', { count: discarded.length }),
      action: { label: t('saving.undo'), onPress: bringBack },
      timeoutMs: UNDO_MS,
    })
  }
}
