import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { followProject } from '../../../api/live.ts'
import { type Editor, lackOf, type Row, useEditor } from '../editor-context.ts'
import { type Asked, detailsQuery, memoryQuery, similarQuery, termsQuery } from './queries.ts'
import { staleAfter, TERMS } from './stale-help.ts'

/** Whoever hurries through rows asks for nothing; whoever stays waits no longer than this. */
const SETTLED_MS = 120
/** After what is shown now: the next row is only a guess. */
const AHEAD_MS = 400

/** Whether `keyId` has stood for a moment. */
export function useIsSettled(keyId: number): boolean {
  const [settled, setSettled] = useState<number>()
  useEffect(() => {
    const timer = setTimeout(() => setSettled(keyId), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [keyId])
  return settled === keyId
}

export const askedFor = ({ project, source, locale }: Editor, row: Row): Asked => ({
  projectId: project.id,
  keyId: row.id,
  key: row.key,
  text: row.translations[source.code]?.value ?? '',
  source,
  target: locale,
})

/** What the next row will ask for is there when it opens. */
export function usePrefetchAfter(keyId: number, isSettled: boolean): void {
  const editor = useEditor()
  const queries = useQueryClient()
  useEffect(() => {
    if (!isSettled) return
    const timer = setTimeout(() => {
      const { list, rows, project } = editor
      const next = rows.get(list.ids[list.indexOf(keyId) + 1] ?? -1)
      if (!next) return
      void queries.prefetchQuery(detailsQuery(project.id, next.id))
      const asked = askedFor(editor, next)
      if (asked.text === '') return
      void queries.prefetchQuery(termsQuery(asked))
      if (editor.locale.code === editor.source.code) return
      if (memoryQuery(asked).enabled) void queries.prefetchQuery(memoryQuery(asked))
      void queries.prefetchQuery(similarQuery(asked))
    }, AHEAD_MS)
    return () => clearTimeout(timer)
  }, [editor, queries, keyId, isSettled])
}

/** What others say and change is shown as they do. */
export function useLiveHelp(): void {
  const { id: projectId, organizationId } = useEditor().project
  const queries = useQueryClient()
  useEffect(() => {
    // Whoever comes back from the glossary has heard nothing meanwhile.
    void queries.invalidateQueries({ queryKey: TERMS })
    return followProject(projectId, (message) => {
      for (const queryKey of staleAfter(message, { projectId, organizationId }))
        void queries.invalidateQueries({ queryKey })
    })
  }, [projectId, organizationId, queries])
}

/** Whether the signed-in person may write what is translated here. */
export function useMayWrite(): boolean {
  const editor = useEditor()
  return lackOf(editor, editor.locale.code) === undefined
}
