import { type FocusEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useText } from '../text/context.tsx'
import { Button } from './button.tsx'
import { focusIn } from './focus-in.ts'
import styles from './table.module.css'

interface TableProps {
  label: string
  /** Names of the columns; one that is empty holds buttons. */
  columns: readonly string[]
  /** Rows: `<tr>` with `<th scope="row">` first. */
  children: ReactNode
}

/**
 * Rows of the same kind, as table `label`. Where there is no room for columns, each row stands by itself, with the names of
 * the columns above what is in them.
 */
export function Table({ label, columns, children }: TableProps) {
  const { t } = useText()
  const { table, onFocus } = useKeptFocus()
  return (
    <div className={styles.frame}>
      <table ref={table} aria-label={label} className={styles.table} style={namesOf(columns)} onFocus={onFocus}>
        <thead>
          <tr>
            {columns.map((column) =>
              column === '' ? (
                <td key="actions" aria-label={t('ui.actions')} />
              ) : (
                <th key={column} scope="col">
                  {column}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** Drawn, not said: the heads of the columns are still there for those who listen. */
const namesOf = (columns: readonly string[]): Record<`--column-${number}`, string> =>
  Object.fromEntries(
    columns.map((name, index) => [`--column-${index + 1}`, name === '' ? 'none' : JSON.stringify(name)]),
  )

/** When a row goes that had the focus, the next one has it, or the screen: it is never lost. */
function useKeptFocus() {
  const table = useRef<HTMLTableElement>(null)
  const last = useRef<{ element: Element; row: number }>(undefined)
  useLayoutEffect(() => {
    if (!last.current || last.current.element.isConnected) return
    const rows = table.current?.tBodies[0]?.rows
    const row = rows?.[Math.min(last.current.row, rows.length - 1)]
    last.current = undefined
    if (document.activeElement === document.body) focusIn(row)
  })
  useLayoutEffect(() => {
    const shown = table.current
    return () => {
      if (shown?.contains(document.activeElement)) focusIn(undefined)
    }
  }, [])
  const onFocus = ({ target }: FocusEvent) => {
    const row = target.closest('tr')
    last.current = { element: target, row: row?.sectionRowIndex ?? 0 }
  }
  return { table, onFocus }
}

/** What is done with a row, at its end. */
export const RowActions = ({ children }: { children: ReactNode }) => (
  <td className={styles.actions}>
    <div>{children}</div>
  </td>
)

/** What an infinite query has to say here. */
interface MorePages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** The end of a list that goes on: the next page comes when it is scrolled to, or by its button. */
export function ShowMore({ pages }: { pages: MorePages }) {
  const { t } = useText()
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  const mayLoad = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (!mayLoad || !end.current) return
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), {
      rootMargin: '400px',
    })
    seen.observe(end.current)
    return () => seen.disconnect()
  }, [mayLoad, fetchNextPage])
  if (!hasNextPage) return null
  return (
    <div ref={end} className={styles.more}>
      <Button aria-disabled={isFetchingNextPage} onClick={() => !isFetchingNextPage && void fetchNextPage()}>
        {isFetchingNextPage ? t('ui.loading') : t('ui.showMore')}
      </Button>
    </div>
  )
}
