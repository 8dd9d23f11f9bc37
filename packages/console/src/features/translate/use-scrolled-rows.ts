import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { mayPass } from '../../api/errors.ts'
import { type Layout, partAround, rangeInView, scrollTopFor, topOf } from '../../ui/windows.ts'
import { type Editor, useEditor } from './editor-context.ts'

/** Until it has been measured. */
const OPEN_HEIGHT = 220
/** While somebody scrolls fast, what they pass is not asked for. */
const LOAD_EVERY_MS = 100
/** After the last jump; then rows around those in view are drawn, too. */
const LANDED_MS = 120
const TRY_AGAIN_MS = 2_000
/** Rows around those that are drawn, loaded before they come into view. */
const AHEAD = 40

interface ScrolledRows {
  ids: readonly number[]
  scroller: RefObject<HTMLDivElement | null>
  rowHeight: number
}

/** Which rows are drawn and where, and that they are loaded. */
export function useScrolledRows({ ids, scroller, rowHeight }: ScrolledRows) {
  const editor = useEditor()
  const openKey = editor.search.key
  const [openHeight, setOpenHeight] = useState(OPEN_HEIGHT)
  const openIndex = openKey === undefined ? -1 : editor.list.indexOf(openKey)
  const layout = useMemo<Layout>(
    () => ({
      count: ids.length,
      rowHeight,
      open: openIndex < 0 ? undefined : { index: openIndex, height: openHeight },
    }),
    [ids.length, rowHeight, openIndex, openHeight],
  )
  const { top, height, isFlying, onScroll } = useView(scroller, rowHeight)
  // Of rows that are gone with the next frame, only those in view are drawn.
  const { first, last } = rangeInView(layout, top, height, isFlying ? 0 : undefined)
  useLoaded(editor, ids, first, last)
  const hold = useHeldPlace(scroller, layout, ids, openKey)

  const reveal = (index: number) => {
    const box = scroller.current
    if (box) box.scrollTop = scrollTopFor(layout, index, box.scrollTop, box.clientHeight)
  }
  const pageSize = Math.max(1, Math.floor(height / rowHeight) - 1)
  return { layout, first, last, onScroll, setOpenHeight, reveal, hold, pageSize }
}

/** Where the list is scrolled to, in steps of two rows: what lies between would draw the same. */
function useView(scroller: RefObject<HTMLDivElement | null>, rowHeight: number) {
  const [{ top, isFlying }, setView] = useState({ top: 0, isFlying: false })
  const landing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    setHeight(box.clientHeight)
    const observer = new ResizeObserver(() => setHeight(box.clientHeight))
    observer.observe(box)
    return () => observer.disconnect()
  }, [scroller])
  useEffect(() => () => clearTimeout(landing.current), [])
  const onScroll = useCallback(() => {
    const box = scroller.current
    if (!box) return
    const step = 2 * rowHeight
    const scrolled = Math.floor(box.scrollTop / step) * step
    const move = (view: { top: number; isFlying: boolean }) => {
      const isFast = Math.abs(scrolled - view.top) > box.clientHeight
      return scrolled === view.top ? view : { top: scrolled, isFlying: isFast }
    }
    // In the same frame, or the list would be empty for one.
    flushSync(() => setView(move))
    clearTimeout(landing.current)
    landing.current = setTimeout(() => setView(({ top: stays }) => ({ top: stays, isFlying: false })), LANDED_MS)
  }, [scroller, rowHeight])
  return { top, height: height + 2 * rowHeight, isFlying, onScroll }
}

function useLoaded({ rows, locales }: Editor, ids: readonly number[], first: number, last: number): void {
  const loadedAt = useRef(0)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: in other languages, and after a failure, rows are asked for again.
  useEffect(() => {
    const load = async () => {
      loadedAt.current = Date.now()
      try {
        await rows.load(partAround(ids, Math.max(0, first - AHEAD), last + AHEAD))
      } catch (error) {
        if (mayPass(error)) setTimeout(() => setAttempt((count) => count + 1), TRY_AGAIN_MS)
      }
    }
    const timer = setTimeout(load, Math.max(0, loadedAt.current + LOAD_EVERY_MS - Date.now()))
    return () => clearTimeout(timer)
  }, [rows, locales, ids, first, last, attempt])
}

/** Rows stay where they are on the screen, whatever opens, closes, grows or comes. Returned: which row is to stay. */
function useHeldPlace(
  scroller: RefObject<HTMLDivElement | null>,
  layout: Layout,
  ids: readonly number[],
  openKey: number | undefined,
) {
  const held = useRef<{ keyId: number; y: number } | null>(null)
  const { open } = layout

  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that opens is brought into view; not when something else changes.
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box || !open || openKey === undefined) return
    if (held.current?.keyId === openKey) box.scrollTop = topOf(layout, open.index) - held.current.y
    held.current = null
    box.scrollTop = scrollTopFor(layout, open.index, box.scrollTop, box.clientHeight)
  }, [openKey, ids])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that grows is followed while its top is in view.
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box || !open) return
    const top = topOf(layout, open.index)
    if (top < box.scrollTop || top > box.scrollTop + box.clientHeight) return
    box.scrollTop = scrollTopFor(layout, open.index, box.scrollTop, box.clientHeight)
  }, [open?.height])

  return useCallback(
    (keyId: number, row: Element) => {
      const box = scroller.current
      if (box) held.current = { keyId, y: row.getBoundingClientRect().top - box.getBoundingClientRect().top }
    },
    [scroller],
  )
}
