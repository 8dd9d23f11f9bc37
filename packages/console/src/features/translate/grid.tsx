import { type CSSProperties, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useText } from '../../text/context.tsx'
import { classNames } from '../../ui/class-names.ts'
import { topOf, totalHeight } from '../../ui/windows.ts'
import { useEditor } from './editor-context.ts'
import styles from './grid.module.css'
import type { GridAction } from './keys.ts'
import { OpenSlot } from './open-slot.tsx'
import { Places } from './places.ts'
import { ClosedRow, FIRST_VALUE_COLUMN } from './row.tsx'
import { shareOf } from './selection/selection.ts'
import { useActiveCell } from './use-active-cell.ts'
import { useGridEvents } from './use-grid-events.ts'
import { useRowHeight } from './use-row-height.ts'
import { useScrolledRows } from './use-scrolled-rows.ts'

interface GridProps {
  /** All chosen languages of a key below each other, each with its status. */
  isStacked: boolean
  hasLetters: boolean
  onAction: (action: GridAction['kind'], keyId: number) => void
}

/** The keys that match, as one long list of which only what is in view is drawn. */
export function Grid({ isStacked, hasLetters, onAction }: GridProps) {
  const { t, languageTitle } = useText()
  const { project, list, rows, drafts, saves, freshness, presence, selection, locale, locales, search } = useEditor()
  const ids = useSyncExternalStore(list.subscribe, () => list.ids)
  const selected = useSyncExternalStore(selection.subscribe, selection.ids)
  const columns = useMemo(
    () => (isStacked ? locales : locales.filter(({ code, isSource }) => isSource || code === locale.code)),
    [isStacked, locales, locale],
  )
  const codes = useMemo(() => columns.map(({ code }) => code), [columns])
  const stores = useMemo(
    () => ({ rows, drafts, saves, freshness, presence }),
    [rows, drafts, saves, freshness, presence],
  )
  const valueColumn = FIRST_VALUE_COLUMN + columns.findIndex(({ code }) => code === locale.code)
  const lastColumn = FIRST_VALUE_COLUMN + columns.length - (isStacked ? 1 : 0)
  const rowHeight = useRowHeight(isStacked ? columns.length : 1)
  const scroller = useRef<HTMLDivElement>(null)
  const scrolled = useScrolledRows({ ids, scroller, rowHeight })
  const { layout } = scrolled
  const cell = useActiveCell({ list, scroller, valueColumn, lastColumn, reveal: scrolled.reveal })
  const indexes = drawn(scrolled.first, scrolled.last, [cell.index, layout.open?.index ?? -1])
  const places = useState(() => new Places())[0].assign(indexes.map((index) => ids[index] as number))
  const events = useGridEvents({ ...scrolled, cell, isStacked, valueColumn, onAction, hasLetters })

  return (
    <div
      role="grid"
      aria-label={t('list.title')}
      aria-rowcount={ids.length}
      aria-multiselectable
      className={classNames(styles.grid, columns.length === 1 && styles.single, isStacked && styles.stacked)}
      style={{ '--row-height': `${rowHeight}px`, '--languages': columns.length } as CSSProperties}
      {...events}
      onFocus={cell.onFocus}
    >
      <Head languages={columns.map(languageTitle)} isStacked={isStacked} />
      <div ref={scroller} role="rowgroup" data-scroll="keys" className={styles.scroller} onScroll={scrolled.onScroll}>
        <div role="presentation" className={styles.body} style={{ blockSize: totalHeight(layout) }}>
          {indexes.map((index, at) => {
            const keyId = ids[index] as number
            const place = {
              keyId,
              index,
              top: topOf(layout, index),
              isSelected: selected.length > 0 && selection.has(keyId),
            }
            if (keyId === search.key) return <OpenSlot key={places[at]} {...place} onHeight={scrolled.setOpenHeight} />
            return (
              <ClosedRow
                key={places[at]}
                {...place}
                activeColumn={cell.active?.keyId === keyId ? cell.active.column : undefined}
                locales={columns}
                codes={codes}
                locale={locale.code}
                isStacked={isStacked}
                defaultNamespaceId={project.defaultNamespaceId}
                stores={stores}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** The rows in view; and the open one and the one with the focus, wherever they are, or they would lose it. */
function drawn(first: number, last: number, more: readonly number[]): number[] {
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place)
  const beside = more.filter((index) => index >= 0 && (index < first || index > last))
  return [...new Set([...indexes, ...beside])].sort((one, other) => one - other)
}

function Head({ languages, isStacked }: { languages: readonly string[]; isStacked: boolean }) {
  const { t } = useText()
  return (
    <div role="row" className={styles.head}>
      <div role="columnheader">
        <SelectAll />
      </div>
      <div role="columnheader">{t('list.key')}</div>
      {languages.map((name) => (
        <div key={name} role="columnheader">
          {name}
        </div>
      ))}
      {!isStacked && <div role="columnheader">{t('list.status')}</div>}
    </div>
  )
}

function SelectAll() {
  const { t } = useText()
  const { list, selection } = useEditor()
  const ids = useSyncExternalStore(list.subscribe, () => list.ids)
  useSyncExternalStore(selection.subscribe, selection.ids)
  const share = shareOf(selection, ids)
  return (
    <input
      type="checkbox"
      aria-label={t('list.selectAll')}
      checked={share === 'all'}
      ref={(box) => {
        if (box) box.indeterminate = share === 'some'
      }}
      onChange={() => selection.set(ids, share !== 'all')}
    />
  )
}
