import { TriangleAlert } from 'lucide-react'
import { memo, useCallback, useSyncExternalStore } from 'react'
import { useText } from '../../text/context.tsx'
import { directionOf } from '../../text/languages.ts'
import { classNames } from '../../ui/class-names.ts'
import type { ProjectLocale, Row, Rows, Saves, ValueRef } from './editor-context.ts'
import styles from './grid.module.css'
import { Initials } from './people.tsx'
import { readableText } from './plural.ts'
import { type RowStores, useRowMarks, type ValueMarks } from './row-marks.ts'
import { ValueStatus } from './row-status.tsx'
import { statusOf } from './status-mark.tsx'

/** Cells by their place: the arrow keys know them by it. */
export const SELECT_COLUMN = 0
const KEY_COLUMN = 1
export const FIRST_VALUE_COLUMN = 2

/** Of a long text a line is shown; more would only make scrolling slow. */
const SHOWN_CHARACTERS = 400

interface ClosedRowProps {
  keyId: number
  index: number
  top: number
  isSelected: boolean
  /** The cell that Tab comes to, if it is in this row. */
  activeColumn: number | undefined
  locales: readonly ProjectLocale[]
  codes: readonly string[]
  /** The language that is translated into. */
  locale: string
  /** Languages below each other, each with its status. */
  isStacked: boolean
  /** Of keys in it the namespace is not told. */
  defaultNamespaceId: number
  stores: RowStores
}

/** A row as most are: not open. Hundreds are drawn when somebody scrolls, so it is of plain elements without handlers. */
export const ClosedRow = memo(function ClosedRow(props: ClosedRowProps) {
  const { keyId, index, top, isSelected, activeColumn } = props
  const { rows } = props.stores
  const { t } = useText()
  // One that is deleted becomes another object, or, where it was never loaded, true.
  const found = useSyncExternalStore(useSubscribe(rows, keyId), () => rows.get(keyId) ?? rows.isGone(keyId))
  const row = typeof found === 'object' ? found : undefined
  const isGone = rows.isGone(keyId)
  return (
    <div
      role="row"
      aria-label={row?.key ?? t(isGone ? 'list.deleted' : 'list.loading')}
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      data-key-id={keyId}
      className={classNames(styles.row, isGone && styles.gone)}
      style={{ insetBlockStart: top }}
    >
      {row || isGone || activeColumn !== undefined ? <Cells {...props} row={row} isGone={isGone} /> : <Unloaded />}
    </div>
  )
})

/** What somebody flies past is drawn with as little as possible. */
const Unloaded = () => (
  <div role="rowheader" className={styles.unloaded}>
    <span />
  </div>
)

function Cells(props: ClosedRowProps & { row: Row | undefined; isGone: boolean }) {
  const { keyId, row, isSelected, activeColumn, locales, codes, locale, isStacked, defaultNamespaceId, stores } = props
  const { languageTitle } = useText()
  const marks = useRowMarks(stores, keyId, codes, locale)
  const name = row?.key ?? ''
  const cell = { keyId, row, activeColumn, saves: stores.saves }
  const column = FIRST_VALUE_COLUMN + locales.length
  const translated = marks.values[codes.indexOf(locale)]
  return (
    <>
      <div role="gridcell" {...placed(SELECT_COLUMN, activeColumn)} className={styles.select}>
        <SelectBox name={name} isSelected={isSelected} isTabStop={false} />
      </div>
      <div role="rowheader" {...placed(KEY_COLUMN, activeColumn)} className={styles.key}>
        <bdi>{name}</bdi>
        {row && row.namespaceId !== defaultNamespaceId && <Namespace name={row.namespace} />}
        {marks.people.length > 0 && (
          <span className={styles.people}>
            <Initials people={marks.people} />
          </span>
        )}
      </div>
      {locales.map((language, place) => (
        <ValueCell
          key={language.code}
          {...cell}
          locale={language.code}
          marks={marks.values[place] as ValueMarks}
          column={FIRST_VALUE_COLUMN + place}
          language={isStacked ? languageTitle(language) : undefined}
        />
      ))}
      {!isStacked && translated && (
        <StatusCell {...cell} locale={locale} marks={translated} column={column} isGone={props.isGone} />
      )}
    </>
  )
}

/** Seen, but no part of the row's name, which is the key's. */
const Namespace = ({ name }: { name: string }) => (
  <span aria-hidden className={styles.namespace}>
    <bdi>{name}</bdi>
  </span>
)

const placed = (column: number, active: number | undefined) => ({
  'data-column': column,
  tabIndex: column === active ? 0 : -1,
})

export function SelectBox({ name, isSelected, isTabStop }: { name: string; isSelected: boolean; isTabStop: boolean }) {
  const { t } = useText()
  return (
    <input
      type="checkbox"
      aria-label={t('list.select', { key: name })}
      checked={isSelected}
      readOnly
      data-select
      tabIndex={isTabStop ? 0 : -1}
    />
  )
}

function useSubscribe(rows: Rows, keyId: number) {
  return useCallback((listener: () => void) => rows.subscribe(keyId, listener), [rows, keyId])
}

export function useRow(rows: Rows, keyId: number): Row | undefined {
  return useSyncExternalStore(useSubscribe(rows, keyId), () => rows.get(keyId))
}

interface CellProps extends ValueRef {
  row: Row | undefined
  marks: ValueMarks
  saves: Saves
  column: number
  activeColumn: number | undefined
}

function StatusCell({ isGone, ...props }: CellProps & { isGone: boolean }) {
  const { locale, row, column, activeColumn } = props
  const { t } = useText()
  const hasIssues = (row?.translations[locale]?.issues?.length ?? 0) > 0
  return (
    <div role="gridcell" {...placed(column, activeColumn)} className={styles.status}>
      {isGone ? t('list.deleted') : row && <ValueStatus {...props} {...props.marks} status={statusOf(row, locale)} />}
      {hasIssues && <TriangleAlert size={14} className={styles.issues} aria-hidden />}
    </div>
  )
}

interface ValueCellProps extends CellProps {
  /** Told beside the text where several languages stand below each other. */
  language: string | undefined
}

function ValueCell(props: ValueCellProps) {
  const { locale, row, marks, column, activeColumn, language } = props
  const text = readableText(marks.own ?? row?.translations[locale]?.value ?? '', ' · ').slice(0, SHOWN_CHARACTERS)
  const written = { lang: locale, dir: directionOf(locale) }
  const cell = {
    role: 'gridcell',
    ...placed(column, activeColumn),
    'data-locale': locale,
    'data-fresh': marks.isFresh || undefined,
  }
  if (language === undefined)
    return (
      <div {...cell} {...written} className={styles.value}>
        {text}
      </div>
    )
  return (
    <div {...cell} className={styles.line}>
      <span className={styles.language}>{language}</span>
      <span {...written} className={styles.text}>
        {text}
      </span>
      {row && <ValueStatus {...props} {...marks} status={statusOf(row, locale)} />}
    </div>
  )
}
