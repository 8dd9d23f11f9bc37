import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { KeyList } from './editor-context.ts'

interface Cell {
  keyId: number
  column: number
}

interface ActiveCell {
  list: KeyList
  scroller: RefObject<HTMLDivElement | null>
  /** Where the value stands that is translated. */
  valueColumn: number
  lastColumn: number
  reveal: (index: number) => void
}

/** One cell of the grid takes part in Tab, as people expect of a grid; arrow keys choose which. */
export function useActiveCell({ list, scroller, valueColumn, lastColumn, reveal }: ActiveCell) {
  const [chosen, setChosen] = useState<Cell>()
  const wantsFocus = useRef(false)
  const [firstId] = list.ids
  const first = firstId === undefined ? undefined : { keyId: firstId, column: valueColumn }
  const active = chosen && list.indexOf(chosen.keyId) >= 0 ? chosen : first
  const index = active ? list.indexOf(active.keyId) : -1

  // A row that was far away is drawn only after somebody has gone to it.
  useLayoutEffect(() => {
    const cell = wantsFocus.current && active ? cellOf(scroller.current, active) : null
    if (!cell) return
    wantsFocus.current = false
    cell.focus({ preventScroll: true })
  })

  const choose = (cell: Cell) => {
    setChosen(cell)
    wantsFocus.current = true
  }

  const goTo = (place: number, column = active?.column ?? valueColumn) => {
    const within = Math.min(Math.max(place, 0), list.ids.length - 1)
    const keyId = list.ids[within]
    if (keyId === undefined) return
    reveal(within)
    choose({ keyId, column: Math.min(Math.max(column, 0), lastColumn) })
  }

  const onFocus = ({ target }: FocusEvent) => {
    const cell = cellAt(target)
    if (cell && (cell.keyId !== active?.keyId || cell.column !== active.column)) setChosen(cell)
  }

  return { active, index, goTo, choose, onFocus }
}

export type ActiveCellState = ReturnType<typeof useActiveCell>

const cellOf = (box: HTMLElement | null, { keyId, column }: Cell) =>
  box?.querySelector<HTMLElement>(`[data-key-id="${keyId}"] > [data-column="${column}"]`)

/** The cell that an event came from; none in the open row. */
export function cellAt(target: Element): Cell | undefined {
  const column = target.closest<HTMLElement>('[data-column]')?.dataset['column']
  const keyId = target.closest<HTMLElement>('[data-key-id]')?.dataset['keyId']
  return column === undefined || keyId === undefined ? undefined : { keyId: Number(keyId), column: Number(column) }
}
