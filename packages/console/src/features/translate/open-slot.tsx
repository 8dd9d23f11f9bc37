import { useEffect, useLayoutEffect, useRef } from 'react'
import { useText } from '../../text/context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { useEditor } from './editor-context.ts'
import styles from './grid.module.css'
import { OpenRow } from './open-row.tsx'
import { People } from './people.tsx'
import { SelectBox, useRow } from './row.tsx'
import { RowStatus } from './row-status.tsx'
import { statusOf } from './status-mark.tsx'

interface OpenSlotProps {
  keyId: number
  index: number
  top: number
  isSelected: boolean
  onHeight: (height: number) => void
}

/** The place of the open row in the list: as high as what is in it. */
export function OpenSlot({ keyId, index, top, isSelected, onHeight }: OpenSlotProps) {
  const { t } = useText()
  const { rows, drafts, saves, presence, locale } = useEditor()
  const row = useRow(rows, keyId)
  const place = useMeasured(onHeight)
  const name = row?.key ?? ''
  useOpenAnnounced(keyId, index)
  return (
    <div
      ref={place}
      role="row"
      aria-label={name || t('list.loading')}
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      data-key-id={keyId}
      data-open-row
      data-area="row"
      className={styles.open}
      style={{ insetBlockStart: top }}
    >
      <div role="presentation" className={styles.openHead}>
        <div role="gridcell" className={styles.openSelect}>
          <SelectBox name={name} isSelected={isSelected} isTabStop />
        </div>
        <div role="rowheader" className={styles.openKey}>
          <bdi>{name}</bdi>
          <People presence={presence} keyId={keyId} locale={locale.code} />
        </div>
        <div role="gridcell">
          {row && (
            <RowStatus
              keyId={keyId}
              locale={locale.code}
              status={statusOf(row, locale.code)}
              drafts={drafts}
              saves={saves}
            />
          )}
        </div>
      </div>
      <div role="gridcell" data-locale={locale.code}>
        {row && <OpenRow key={`${keyId} ${locale.code}`} row={row} locale={locale} />}
      </div>
    </div>
  )
}

function useMeasured(onHeight: (height: number) => void) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const measure = () => onHeight(element.offsetHeight)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [onHeight])
  return place
}

/** Tells where one is when a row has opened, and not again when something about it changes. */
export function useOpenAnnounced(keyId: number, index: number): void {
  const { t, number } = useText()
  const announce = useAnnounce()
  const { rows, list, locale } = useEditor()
  const row = useRow(rows, keyId)
  const told = useRef<string>(undefined)
  useEffect(() => {
    const value = `${keyId} ${locale.code}`
    if (!row || told.current === value) return
    told.current = value
    const status = t(`status.${statusOf(row, locale.code)}`)
    announce(t('list.where', { row: number(index + 1), count: number(list.ids.length), key: row.key, status }))
  }, [row, keyId, locale, index, list, t, number, announce])
}
