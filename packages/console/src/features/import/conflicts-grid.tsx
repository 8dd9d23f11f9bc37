import { type CSSProperties, memo, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { useText } from '../../text/context.tsx'
import { directionOf } from '../../text/languages.ts'
import { Button } from '../../ui/button.tsx'
import { Radio } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Diff } from '../../ui/diff.tsx'
import { useIsNarrow } from '../../ui/narrow.ts'
import { rangeInView, topOf, totalHeight } from '../../ui/windows.ts'
import type { ConflictPages } from './conflict-pages.ts'
import styles from './conflicts-grid.module.css'
import { type Conflict, type Decisions, type Resolution, resolutionOf } from './decisions.ts'

const ROW = 92
/** Its parts stand below each other. */
const NARROW_ROW = 196
/** What is longer does not fit into a row. */
const LONG = 240

interface ConflictsGridProps {
  pages: ConflictPages
  decisions: Decisions
  onDecide: (conflict: Conflict, resolution: Resolution) => void
}

/** Grid "Conflicts": however many there are, only what is in view is drawn. */
export function ConflictsGrid({ pages, decisions, onDecide }: ConflictsGridProps) {
  const { t } = useText()
  const { total = 0 } = useSyncExternalStore(pages.subscribe, pages.loaded)
  const [read, setRead] = useState<Conflict>()
  const rowHeight = useIsNarrow() ? NARROW_ROW : ROW
  const { scroller, top, height, onScroll } = useScroll(pages)
  const layout = { count: total, rowHeight, open: undefined }
  const { first, last } = rangeInView(layout, top, height)
  useEffect(() => pages.want(first, last), [pages, first, last])
  const [focused, setFocused] = useState<{ index: number; conflict: Conflict }>()
  const drawn = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  // Whoever scrolls away from the row they are in comes back to it with the next key.
  const held = focused && focused.index < total ? focused : undefined
  if (held && (held.index < first || held.index > last)) drawn.push(held.index)
  return (
    <div role="grid" aria-label={t('import.conflicts')} aria-rowcount={total} className={styles.grid}>
      <div role="row" className={styles.head}>
        <div role="columnheader">{t('list.key')}</div>
        <div role="columnheader">{t('import.difference')}</div>
        <div role="columnheader">{t('import.decision')}</div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <div ref={scroller} role="rowgroup" tabIndex={0} className={styles.scroller} onScroll={onScroll}>
        <div role="presentation" className={styles.body} style={{ blockSize: totalHeight(layout) }}>
          {drawn.map((index) => {
            const conflict = pages.row(index) ?? (held?.index === index ? held.conflict : undefined)
            return (
              <Row
                key={index}
                index={index}
                top={topOf(layout, index)}
                height={rowHeight}
                conflict={conflict}
                resolution={conflict && resolutionOf(decisions, conflict)}
                onDecide={onDecide}
                onRead={setRead}
                onFocus={setFocused}
              />
            )
          })}
        </div>
      </div>
      {read && <WholeText conflict={read} onClose={() => setRead(undefined)} />}
    </div>
  )
}

/** Where the list is scrolled to; at its top when it is another list. */
function useScroll(pages: ConflictPages) {
  const scroller = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 480 })
  const look = () => {
    const box = scroller.current
    if (box) setView({ top: box.scrollTop, height: box.clientHeight })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: other pages begin at their first row.
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0
    look()
  }, [pages])
  return { scroller, ...view, onScroll: look }
}

interface RowProps {
  index: number
  top: number
  height: number
  /** Undefined until it was loaded. */
  conflict: Conflict | undefined
  resolution: Resolution | undefined
  onDecide: ConflictsGridProps['onDecide']
  onRead: (conflict: Conflict) => void
  onFocus: (row: { index: number; conflict: Conflict }) => void
}

const Row = memo(function Row({ index, top, height, conflict, resolution, onDecide, onRead, onFocus }: RowProps) {
  const { t } = useText()
  const name = useId()
  const place: CSSProperties = { insetBlockStart: top, blockSize: height }
  if (!conflict)
    return (
      <div role="row" aria-rowindex={index + 1} className={styles.row} style={place}>
        <div role="gridcell" className={styles.waiting}>
          {t('ui.loading')}
        </div>
      </div>
    )
  const { key, namespace, locale, filename, existingValue, newValue } = conflict
  const isLong = (existingValue ?? '').length + newValue.length > LONG
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      aria-label={key}
      className={styles.row}
      style={place}
      onFocus={() => onFocus({ index, conflict })}
    >
      <div role="rowheader" className={styles.key}>
        <bdi className={styles.name}>{key}</bdi>
        <span className={styles.where}>{[locale, namespace, filename].join(' · ')}</span>
      </div>
      <div role="gridcell" className={styles.texts}>
        <div className={styles.clamped}>
          <Difference conflict={conflict} />
        </div>
        {isLong && (
          <Button kind="quiet" onClick={() => onRead(conflict)}>
            {t('import.wholeText')}
          </Button>
        )}
      </div>
      <div role="gridcell" className={styles.decision}>
        {(['keep_existing', 'use_imported'] as const).map((choice) => (
          <Radio
            key={choice}
            name={name}
            label={t(`import.${choice}`)}
            checked={resolution === choice}
            onChange={() => onDecide(conflict, choice)}
          />
        ))}
      </div>
    </div>
  )
})

/** Of the text that is there, if one may read it, to the one of the file. */
function Difference({ conflict: { existingValue, newValue, locale } }: { conflict: Conflict }) {
  if (existingValue !== null) return <Diff before={existingValue} after={newValue} locale={locale} />
  return (
    <div lang={locale} dir={directionOf(locale)}>
      {newValue}
    </div>
  )
}

function WholeText({ conflict, onClose }: { conflict: Conflict; onClose: () => void }) {
  const { t } = useText()
  return (
    <Dialog
      title={conflict.key}
      isOpen
      isWide
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      <Difference conflict={conflict} />
    </Dialog>
  )
}
