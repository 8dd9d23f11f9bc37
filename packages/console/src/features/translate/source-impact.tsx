import { lazy, Suspense, useEffect, useRef } from 'react'
import { type Row, useEditor } from './editor-context.ts'

/** Loaded where the source is written; without it nothing is told, and all else works. */
const load = async () => {
  try {
    return { default: (await import('../deployments/index.ts')).TextImpact }
  } catch {
    return { default: () => null }
  }
}
const TextImpact = lazy(load)

/** What the source text of an open row would break in code that runs, once it is another than it was. */
export function SourceImpact({ row, text }: { row: Row; text: string }) {
  const { project, source, rows, saves, open } = useEditor()
  const ref = { keyId: row.id, locale: source.code }
  const saved = () => saves.pendingText(ref) ?? rows.get(row.id)?.translations[source.code]?.value ?? undefined
  const opened = useRef(row.translations[source.code]?.value ?? '')
  // It stays over a save: a text that is saved breaks no less.
  const isOther = text !== '' && text !== opened.current
  const isWanted = useRef(false)
  isWanted.current ||= isOther
  useEffect(() => void load(), [])
  if (!isWanted.current) return null
  return (
    <Suspense>
      <TextImpact
        projectId={project.id}
        namespace={row.namespace}
        name={row.key}
        text={isOther ? text : undefined}
        saved={saved}
        onShow={() => open(row.id, source.code)}
      />
    </Suspense>
  )
}
