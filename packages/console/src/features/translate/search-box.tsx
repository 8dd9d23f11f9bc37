import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../text/context.tsx'
import { useEditor } from './editor-context.ts'
import styles from './tools.module.css'

/** So that not every letter asks for a list. */
const PAUSE_MS = 200

/** One search is one step back, however many letters it has. */
export function SearchBox() {
  const { t } = useText()
  const { search, setSearch } = useEditor()
  const asked = search.q ?? ''
  const [typed, setTyped] = useState(asked)
  const [seen, setSeen] = useState(asked)
  const begun = useRef(false)
  if (asked !== seen) {
    setSeen(asked)
    setTyped(asked)
  }
  const latest = useRef(setSearch)
  latest.current = setSearch

  useEffect(() => {
    if (typed === asked) return
    const timer = setTimeout(() => {
      latest.current({ q: typed === '' ? undefined : typed }, { replace: begun.current })
      begun.current = true
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, asked])

  return (
    <div className={styles.search}>
      <Search size={16} aria-hidden />
      <input
        type="search"
        aria-label={t('tools.search')}
        placeholder={t('tools.search')}
        value={typed}
        maxLength={1000}
        data-search-box
        onChange={(event) => setTyped(event.target.value)}
        onFocus={() => {
          begun.current = false
        }}
      />
    </div>
  )
}
