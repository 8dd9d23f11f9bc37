import { type KeyboardEvent, type MouseEvent, useRef } from 'react'
import { type Editor, useEditor } from './editor-context.ts'
import { type GridAction, gridAction } from './keys.ts'
import { SELECT_COLUMN } from './row.tsx'
import { between } from './selection/selection.ts'
import { type ActiveCellState, cellAt } from './use-active-cell.ts'

interface GridEvents {
  cell: ActiveCellState
  isStacked: boolean
  valueColumn: number
  pageSize: number
  /** Keeps a row where it is on the screen while it opens. */
  hold: (keyId: number, row: Element) => void
  /** What needs more than the grid. */
  onAction: (action: GridAction['kind'], keyId: number) => void
  hasLetters: boolean
}

/** What keys and clicks in the grid do. Rows have no handlers of their own: they must be cheap to draw. */
export function useGridEvents({ cell, isStacked, valueColumn, pageSize, hold, onAction, hasLetters }: GridEvents) {
  const editor = useEditor()
  const range = useRangeSelection(editor, cell)

  const openAt = (target: Element) => {
    const row = target.closest<HTMLElement>('[data-key-id]')
    if (!row) return
    const keyId = Number(row.dataset['keyId'])
    hold(keyId, row)
    const locale = target.closest<HTMLElement>('[data-locale]')?.dataset['locale']
    // In the list the source stands beside what is written; where languages stand below each other, each is opened itself.
    const isOpenedItself = locale !== undefined && (isStacked || locale !== editor.source.code)
    editor.open(keyId, isOpenedItself ? locale : editor.locale.code)
  }

  const act = (action: GridAction, target: Element) => {
    if (action.kind !== 'extend') range.end()
    if (action.kind === 'extend') range.extend(action.rows)
    else if (action.kind === 'toggle') range.toggle(cell.active?.keyId, false)
    else if (action.kind === 'selectAll') editor.selection.set(editor.list.ids, true)
    else if (action.kind === 'clearSelection') editor.selection.clear()
    else if (action.kind === 'open') openAt(target)
    else if (!moved(action, cell, pageSize, editor.list.ids.length) && cell.active)
      onAction(action.kind, cell.active.keyId)
  }

  /** Its cell takes the focus; what was typed stays as a draft. */
  const closeRow = () => {
    const keyId = editor.search.key
    if (keyId === undefined) return
    cell.choose({ keyId, column: valueColumn })
    editor.open(undefined)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (event.defaultPrevented) return
    const isInOpenRow = target.closest('[data-open-row]') !== null
    // A checkbox or a button in a cell does its own.
    const isPressing = target.matches('input, button') && [' ', 'Enter'].includes(event.key)
    if (isInOpenRow ? event.key !== 'Escape' : !cellAt(target) || isPressing) return
    const isRightToLeft = document.documentElement.dir === 'rtl'
    const action = isInOpenRow ? undefined : gridAction(event, { isRightToLeft, hasLetters })
    if (!isInOpenRow && !action) return
    event.preventDefault()
    if (action) act(action, target)
    else closeRow()
  }

  const onClick = (event: MouseEvent) => {
    const target = event.target as HTMLElement
    const clicked = cellAt(target)
    if (target.matches('[data-select]')) range.toggle(keyIdAt(target), event.shiftKey)
    else if (clicked && event.shiftKey) range.toggle(clicked.keyId, true)
    // Whoever marks a text with the mouse does not want to open it.
    else if (clicked && clicked.column !== SELECT_COLUMN && getSelection()?.isCollapsed !== false) openAt(target)
  }

  // Shift takes rows, not the text between them.
  const onMouseDown = (event: MouseEvent) => {
    if (event.shiftKey && cellAt(event.target as Element)) event.preventDefault()
  }
  return { onKeyDown, onClick, onMouseDown }
}

const keyIdAt = (target: Element) => Number(target.closest<HTMLElement>('[data-key-id]')?.dataset['keyId'])

function moved(action: GridAction, { index, active, goTo }: ActiveCellState, pageSize: number, count: number): boolean {
  if (action.kind === 'move') goTo(index + action.rows)
  else if (action.kind === 'page') goTo(index + action.pages * pageSize)
  else if (action.kind === 'first') goTo(0)
  else if (action.kind === 'last') goTo(count - 1)
  else if (action.kind === 'column') goTo(index, (active?.column ?? 0) + action.by)
  else return false
  return true
}

/** Choosing rows one by one, and with Shift from one to another, loaded or not. */
function useRangeSelection({ list, selection }: Editor, cell: ActiveCellState) {
  const clickedFrom = useRef<number>(undefined)
  const extendedFrom = useRef<number>(undefined)

  const toggle = (keyId: number | undefined, isRange: boolean) => {
    if (keyId === undefined) return
    const index = list.indexOf(keyId)
    const from = clickedFrom.current ?? cell.index
    const isChosen = clickedFrom.current === undefined || selection.has(list.ids[from] ?? keyId)
    if (isRange) selection.set(between(list.ids, from, index), isChosen)
    else selection.set([keyId], !selection.has(keyId))
    clickedFrom.current = index
  }

  const extend = (by: 1 | -1) => {
    const from = extendedFrom.current ?? cell.index
    extendedFrom.current = from
    const to = Math.min(Math.max(cell.index + by, 0), list.ids.length - 1)
    // Going back gives back what was taken too far.
    const isReturning = Math.abs(to - from) < Math.abs(cell.index - from)
    if (isReturning) selection.set([list.ids[cell.index] as number], false)
    selection.set(between(list.ids, from, to), true)
    cell.goTo(to)
  }

  const end = () => {
    extendedFrom.current = undefined
  }
  return { toggle, extend, end }
}
