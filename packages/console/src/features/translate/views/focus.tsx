import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { useText } from '../../../text/context.tsx'
import { Button, WideText } from '../../../ui/button.tsx'
import { useEditor } from '../editor-context.ts'
import { OpenRow } from '../open-row.tsx'
import { useOpenAnnounced } from '../open-slot.tsx'
import { useRow } from '../row.tsx'
import { RowStatus } from '../row-status.tsx'
import { statusOf } from '../status-mark.tsx'
import styles from './focus.module.css'

/** One key fills the screen. Without an open one it is the first. */
export function FocusView() {
  const { list, search, setSearch } = useEditor()
  const ids = useSyncExternalStore(list.subscribe, () => list.ids)
  const [first] = ids
  const hasToOpen = search.key === undefined && first !== undefined
  useEffect(() => {
    if (hasToOpen) setSearch({ key: first }, { replace: true })
  }, [hasToOpen, first, setSearch])
  if (search.key === undefined) return null
  return <FocusedKey keyId={search.key} index={list.indexOf(search.key)} count={ids.length} />
}

interface FocusedKeyProps {
  keyId: number
  index: number
  count: number
}

function FocusedKey({ keyId, index, count }: FocusedKeyProps) {
  const { t, number } = useText()
  const { rows, list, drafts, saves, locale, step } = useEditor()
  const row = useRow(rows, keyId)
  useOpenAnnounced(keyId, index)
  useEffect(() => {
    // The neighbours too: the next is there before somebody goes to it.
    const around = list.ids.slice(Math.max(0, index - 1), index + 3)
    void rows.load([keyId, ...around]).catch(() => {})
  }, [rows, list, keyId, index])
  return (
    <section className={styles.focus} data-area="row" aria-label={row?.key} data-key-id={keyId}>
      <header className={styles.head}>
        <h2 className={styles.key}>
          <bdi>{row?.key ?? t('list.loading')}</bdi>
        </h2>
        {row && <RowStatus {...{ keyId, drafts, saves }} locale={locale.code} status={statusOf(row, locale.code)} />}
        {index >= 0 && (
          <span className={styles.place}>{t('list.place', { row: number(index + 1), count: number(count) })}</span>
        )}
      </header>
      {row && (
        <OpenRow
          key={`${keyId} ${locale.code}`}
          row={row}
          locale={locale}
          before={
            <Button disabled={index <= 0} onClick={() => step(-1)}>
              <ChevronLeft size={16} aria-hidden className={styles.arrow} />
              <WideText>{t('focus.previous')}</WideText>
            </Button>
          }
          after={
            <Button disabled={index >= count - 1} onClick={() => step(1)}>
              <WideText>{t('focus.next')}</WideText>
              <ChevronRight size={16} aria-hidden className={styles.arrow} />
            </Button>
          }
        />
      )}
    </section>
  )
}
