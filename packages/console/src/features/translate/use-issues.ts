import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { api } from '../../api/client.ts'
import { qaQuery } from '../../api/queries.ts'
import { type Issue, issuesIn, mergedIssues, severitiesOf, told } from './checks.ts'
import { type ProjectLocale, type Row, useEditor } from './editor-context.ts'
import { useIsSettled } from './help/use-help.ts'

/** A pause in typing after which a text is looked at; the next key comes first. */
const LOOK_MS = 80
/** After which the service is asked, which knows terms and other keys. */
const ASK_MS = 450
/** The service looks at a saved text a moment after the save; a draft that was begun meanwhile changes nothing in that. */
const AGAIN_MS = 1_500
const MOST_ASKED = 4

/** Whatever is known about findings of a key begins with this. */
export const issuesOfKey = (projectId: number, keyId: number) => ['project', projectId, 'issues', keyId] as const

/** Everything that the service found in one value, ignored or not. */
const keptIssuesQuery = (projectId: number, keyId: number, locale: string, updatedAt: string | undefined) =>
  queryOptions({
    queryKey: [...issuesOfKey(projectId, keyId), locale, updatedAt],
    queryFn: async ({ signal }) => {
      const query = { keyIds: [keyId], localeCodes: [locale], state: 'all' as const, limit: 100 }
      const { issues } = await api.listIssues({ params: { projectId }, query, signal })
      return issues.map(told)
    },
    enabled: updatedAt !== undefined,
  })

interface Looked {
  issues: readonly Issue[]
  /** The issues of a text at this moment, without waiting for anybody. */
  issuesNow: (text: string, forms?: Iterable<string>) => Issue[]
}

/** What there is to say about the text of an open row. */
export function useIssues(row: Row, locale: ProjectLocale, text: string, forms: () => Iterable<string>): Looked {
  const { project } = useEditor()
  const value = row.translations[locale.code]
  const look = useLook(row, locale)
  const settled = useSettled(text, LOOK_MS)
  // The forms are those of the text as it is now: both are read at the same moment.
  const found = useMemo(() => look(settled, forms()), [look, settled, forms])
  const previewed = usePreview(row.id, locale.code, text, value?.value ?? '')
  const isSettled = useIsSettled(row.id)
  const { data: kept = NONE } = useQuery({
    ...keptIssuesQuery(project.id, row.id, locale.code, isSettled && value?.value ? value.updatedAt : undefined),
    refetchInterval: ({ state }) =>
      state.dataUpdateCount < MOST_ASKED && lacksId(found, state.data) ? AGAIN_MS : false,
  })
  const issues = useMemo(
    () => (text === '' ? [] : mergedIssues(found, kept, previewed)),
    [text, found, kept, previewed],
  )
  const issuesNow = useCallback(
    (written: string, itsForms?: Iterable<string>) => mergedIssues(look(written, itsForms), kept, undefined),
    [look, kept],
  )
  return { issues, issuesNow }
}

const NONE: readonly Issue[] = []

const lacksId = (found: readonly Issue[], kept: readonly Issue[] | undefined) =>
  found.some(({ name }) => !kept?.some((one) => one.name === name))

function useLook(row: Row, { code }: ProjectLocale) {
  const { project, source } = useEditor()
  const { data: qa } = useQuery(qaQuery(project.id))
  const sourceText = code === source.code ? undefined : (row.translations[source.code]?.value ?? undefined)
  const { syntax, isPlural } = row
  return useMemo(() => {
    const severities = severitiesOf(qa, code)
    return (value: string, forms?: Iterable<string>) =>
      issuesIn(
        {
          value,
          source: sourceText,
          locale: code,
          sourceLocale: source.code,
          syntax,
          isPlural,
          ...(forms && { forms }),
        },
        severities,
      )
  }, [qa, code, sourceText, source.code, syntax, isPlural])
}

/** A value that has not changed for a while. */
function useSettled<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}

/** What the service finds in a text that is not saved; while somebody goes on typing, what it found last. */
function usePreview(keyId: number, locale: string, text: string, saved: string): readonly Issue[] | undefined {
  const { project } = useEditor()
  const [answer, setAnswer] = useState<readonly Issue[]>()
  useEffect(() => {
    if (text === '' || text === saved) {
      setAnswer(undefined)
      return
    }
    const asking = new AbortController()
    const timer = setTimeout(() => {
      const items = [{ keyId, locale, value: text }]
      api.previewIssues({ params: { projectId: project.id }, body: { items }, signal: asking.signal }).then(
        ({ results: [first] }) => setAnswer(first?.issues.map(told)),
        // What shows here at once is shown; the rest is told after the save.
        () => {},
      )
    }, ASK_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [project.id, keyId, locale, text, saved])
  return answer
}
