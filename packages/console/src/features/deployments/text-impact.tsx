import { type RefObject, useEffect, useRef } from 'react'
import { useText } from '../../text/context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { useSentences } from './sentences.ts'
import { useFind, useProblems } from './use-problems.ts'
import { Warning } from './warning.tsx'

/** More are hardly read, and have one cause. */
const MOST_SHOWN = 20

interface TextImpactProps {
  projectId: number
  namespace: string
  /** The name of the key. */
  name: string
  /** What somebody has written; undefined: nothing that could break anything. */
  text: string | undefined
  /** Emptied when it is known what the text in it would break. */
  unanswered: RefObject<string | undefined>
}

/** What a source text that somebody writes would break in code that runs, shown and told as it comes and goes. */
export function TextImpact({ projectId, namespace, name, text, unanswered }: TextImpactProps) {
  const { t } = useText()
  const { ofProblem } = useSentences()
  const problems = useProblems(useFind(projectId, namespace, name), text, unanswered)
  const sentences = problems.slice(0, MOST_SHOWN).map(ofProblem)
  useTold(sentences.join('. '))
  if (sentences.length === 0) return null
  const left = problems.length - sentences.length
  return (
    <Warning title={t('impact.title')}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      {left > 0 && <li>{t('issues.more', { count: left })}</li>}
    </Warning>
  )
}

function useTold(said: string): void {
  const { t } = useText()
  const announce = useAnnounce()
  const last = useRef('')
  useEffect(() => {
    if (said === last.current) return
    last.current = said
    announce(said === '' ? t('impact.solved') : `${t('impact.title')}: ${said}`)
  }, [said, t, announce])
}
