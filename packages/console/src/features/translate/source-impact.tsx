import { lazy, Suspense, useEffect, useRef } from 'react'
import { useText } from '../../text/context.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type Row, useEditor } from './editor-context.ts'

/** Loaded where the source is written; without it nothing is told, and all else works. */
const load = () => import('../deployments/index.ts').catch(() => undefined)
const TextImpact = lazy(async () => ({ default: (await load())?.TextImpact ?? (() => null) }))

const TOLD_MS = 15_000

/** What the source text of an open row would break in code that runs, once it is another than it was. */
export function SourceImpact({ row, text }: { row: Row; text: string }) {
  const { project, source } = useEditor()
  const opened = useRef(row.translations[source.code]?.value ?? '')
  // It stays over a save: a text that is saved breaks no less.
  const isOther = text !== '' && text !== opened.current
  const isWanted = useRef(false)
  isWanted.current ||= isOther
  const unanswered = useRef<string>(undefined)
  useEffect(() => {
    unanswered.current = isOther ? text : undefined
  }, [isOther, text])
  useEffect(() => void load(), [])
  useLateNews(row, unanswered)
  if (!isWanted.current) return null
  return (
    <Suspense>
      <TextImpact
        projectId={project.id}
        namespace={row.namespace}
        name={row.key}
        text={isOther ? text : undefined}
        unanswered={unanswered}
      />
    </Suspense>
  )
}

/** Whoever saves and is gone before the answer is told at the edge of the screen, where it is heard, too. */
function useLateNews({ id: keyId, namespace, key }: Row, unanswered: { readonly current: string | undefined }): void {
  const { project, source, rows, saves, open } = useEditor()
  const own = useText()
  const toast = useToast()
  const leave = useRef(() => {})
  leave.current = () => {
    const text = unanswered.current
    const ref = { keyId, locale: source.code }
    const saved = saves.pendingText(ref) ?? rows.get(keyId)?.translations[source.code]?.value
    if (text === undefined || text !== saved) return
    const tell = async () => {
      const said = await (await load())?.lateNews({ projectId: project.id, namespace, key, text }, own)
      if (said === undefined) return
      const action = { label: own.t('batch.show'), onPress: () => open(keyId, source.code) }
      toast({ text: said, action, timeoutMs: TOLD_MS })
    }
    // A warning that cannot be had holds nobody up.
    tell().catch(() => {})
  }
  useEffect(() => () => leave.current(), [])
}
