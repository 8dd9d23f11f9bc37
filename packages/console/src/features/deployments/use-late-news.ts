import { useEffect, useRef } from 'react'
import { useText } from '../../text/context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useSentences } from './sentences.ts'
import type { Find } from './use-problems.ts'

const TOLD_MS = 15_000

interface LateNews {
  /** Of the key. */
  name: string
  find: Find
  /** A text that was saved before it was known what it would break. */
  unknown: () => string | undefined
  onShow: () => void
}

/** Whoever saves a text and is gone before the answer is told at the edge of the screen. */
export function useLateNews({ name, find, unknown, onShow }: LateNews): void {
  const { t } = useText()
  const { ofProblem } = useSentences()
  const toast = useToast()
  const announce = useAnnounce()
  const leave = useRef(() => {})
  leave.current = () => {
    const text = unknown()
    if (text === undefined) return
    const tell = (problems: Awaited<ReturnType<Find>>) => {
      if (problems.length === 0) return
      const said = t('impact.saved', { key: name, problems: problems.map(ofProblem).join('. ') })
      announce(said)
      toast({ text: said, action: { label: t('batch.show'), onPress: onShow }, timeoutMs: TOLD_MS })
    }
    find(text).then(tell, () => {})
  }
  useEffect(() => () => leave.current(), [])
}
