import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useText } from '../../../text/context.tsx'
import type { TextId } from '../../../text/text.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { useEditor } from '../editor-context.ts'
import { useRow } from '../row.tsx'
import { type HelpTab, TABS } from '../search.ts'
import { Comments } from './comments.tsx'
import { Context } from './context.tsx'
import styles from './help-panel.module.css'
import { History } from './history.tsx'
import { detailsQuery } from './queries.ts'
import { suggestionNumber } from './suggestion-keys.ts'
import { Suggestions } from './suggestions.tsx'
import { Terms } from './terms.tsx'
import { useIsSettled, useLiveHelp, usePrefetchAfter } from './use-help.ts'

const TAB_NAMES: Record<HelpTab, TextId> = {
  suggestions: 'help.suggestions',
  context: 'help.context',
  comments: 'help.comments',
  history: 'help.history',
}

/** What helps with one key. */
export function HelpFor({ keyId }: { keyId: number }) {
  const { t, number } = useText()
  const { project, search, setSearch } = useEditor()
  const isSettled = useIsSettled(keyId)
  usePrefetchAfter(keyId, isSettled)
  useLiveHelp()
  useShowSuggestions()
  const { data: details } = useQuery({ ...detailsQuery(project.id, keyId), enabled: isSettled })
  const comments = details?.commentCount ?? 0
  const shown = search.tab ?? 'suggestions'
  return (
    <Tabs
      label={t('help.tabs')}
      tabs={TABS.map((tab) => ({
        value: tab,
        name: (
          <>
            {t(TAB_NAMES[tab])}
            {tab === 'comments' && comments > 0 && (
              <span className={styles.count} aria-hidden>
                {number(comments)}
              </span>
            )}
          </>
        ),
      }))}
      value={shown}
      onChange={(tab) => setSearch({ tab }, { replace: true })}
      className={styles.tabs}
      listClass={styles.list}
      tabClass={styles.tab}
      panelClass={styles.content}
    >
      <Content tab={shown} keyId={keyId} isSettled={isSettled} />
    </Tabs>
  )
}

/** Alt and a digit beside another tab shows first what would be taken. */
function useShowSuggestions() {
  const { search, setSearch } = useEditor()
  const isShown = (search.tab ?? 'suggestions') === 'suggestions'
  useEffect(() => {
    if (isShown) return
    const onKey = (event: KeyboardEvent) => {
      if (suggestionNumber(event) === undefined) return
      event.preventDefault()
      setSearch({ tab: 'suggestions' }, { replace: true })
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isShown, setSearch])
}

interface ContentProps {
  tab: HelpTab
  keyId: number
  isSettled: boolean
}

function Content({ tab, keyId, isSettled }: ContentProps) {
  const { rows } = useEditor()
  const row = useRow(rows, keyId)
  if (!row) return null
  switch (tab) {
    case 'suggestions':
      return (
        <>
          <Suggestions row={row} isSettled={isSettled} />
          <Terms row={row} isSettled={isSettled} />
        </>
      )
    case 'context':
      return <Context row={row} isSettled={isSettled} />
    case 'comments':
      return <Comments row={row} isSettled={isSettled} />
    case 'history':
      return <History row={row} isSettled={isSettled} />
  }
}
