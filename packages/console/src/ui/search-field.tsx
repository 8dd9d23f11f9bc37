import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import styles from './search-field.module.css'

/** So that not every letter asks for a list. */
const PAUSE_MS = 250

interface SearchFieldProps {
  label: string
  value: string
  maxLength: number
  /** `isGoingOn`: the address of the same search is replaced, so that one search is one step back. */
  onSearch: (text: string, isGoingOn: boolean) => void
}

/** Narrows a list while somebody types, as searchbox `label`. */
export function SearchField({ label, value, maxLength, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  const isGoingOn = useRef(false)
  const latest = useRef(onSearch)
  latest.current = onSearch
  if (value !== seen) {
    setSeen(value)
    // What was asked for may come back without the space at its end that somebody is about to type on from.
    if (value !== typed.trim()) setTyped(value)
  }
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => {
      latest.current(typed.trim(), isGoingOn.current)
      isGoingOn.current = true
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, value])
  return (
    <div className={styles.search}>
      <Search size={16} aria-hidden />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={maxLength}
        dir="auto"
        onChange={(event) => setTyped(event.target.value)}
        onFocus={() => {
          isGoingOn.current = false
        }}
      />
    </div>
  )
}
